import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Words of addresses that are also written as one, as `asOneWord` of libs/address: "12a" for "12 A". */
const APART = String.raw`\m([0-9]+)[^[:alnum:]\n]+([a-z])\M|\m(d|mac|mc|o)[^[:alnum:]\n]+([a-z]{2}[[:alnum:]]*)`;

/** `s` finds "12 A Mc Donald Street" by "12A McDonald": stored words get what the writer gives new ones (ADR 36). */
export class JoinAddressWords1764000096000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      UPDATE listing_words found SET words = found.words || array_to_tsvector(ARRAY(
        SELECT CASE WHEN listing.hides_address THEN '~' ELSE '' END || array_to_string(parts, '')
        FROM regexp_matches(listing.full_address || E'\\n' || listing.street, '${APART}', 'g') parts))
      FROM listings listing
      WHERE listing.id = found.listing_id AND listing.full_address || E'\\n' || listing.street ~ '${APART}'`);
  }

  /** The words stay: the version before asks for none of them. */
  async down(): Promise<void> {}
}
