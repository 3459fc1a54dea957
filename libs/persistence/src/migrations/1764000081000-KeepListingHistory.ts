import type { MigrationInterface, QueryRunner } from 'typeorm';

/** SQL: the changes of rows of the log that a history keeps. The date from which a rental is available is no price. */
const KEPT = `(kind = 'status' AND before ? 'status' OR kind = 'price'
  AND before #- '{price,rent,available}' IS DISTINCT FROM after #- '{price,rent,available}')`;
const INTO_HISTORY = `INSERT INTO listing_history (listing_id, at, kind, before)
  SELECT resource_id, at, kind, before - '{underOffer,isOffMarket}'::text[]`;

/** The statement of `record_changes` that records listings. */
const [BEGIN, END] = [
  'INSERT INTO changes (at, resource, resource_id, uid, website_id, former_website_id, kind, before, after,',
  `ORDER BY id, array_position('{status,price,images,content}', kind);`,
] as const;
const [KEEPING_BEGIN, KEEPING_END] = [
  `WITH logged AS (${BEGIN}`,
  `${END.slice(0, -1)} RETURNING resource_id, at, kind, before, after)
          ${INTO_HISTORY} FROM logged WHERE ${KEPT};`,
] as const;

/** `record_changes` with other texts. */
const inRecordChanges = (...pairs: readonly (readonly [former: string, next: string])[]): string => `
  DO $body$ BEGIN
    EXECUTE ${pairs.reduce(
      (text, [former, next]) => `replace(${text}, $$${former}$$, $$${next}$$)`,
      `pg_get_functiondef('record_changes'::regproc)`,
    )};
  END $body$;`;

/**
 * Changes of the status and the price of listings, kept as long as these (B56). They are written with the log, and stored
 * listings get what the log still has.
 */
export class KeepListingHistory1764000081000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE listing_history (
        listing_id int NOT NULL REFERENCES listings ON DELETE CASCADE,
        at timestamptz NOT NULL,
        kind text NOT NULL,
        before jsonb NOT NULL,
        PRIMARY KEY (listing_id, at, kind)
      );
      ALTER TABLE listing_history SET (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 2000,
        autovacuum_vacuum_insert_scale_factor = 0, autovacuum_vacuum_insert_threshold = 2000,
        autovacuum_analyze_scale_factor = 0.02, autovacuum_analyze_threshold = 500);
      ${INTO_HISTORY} FROM changes
      WHERE resource = 'listing' AND ${KEPT} AND EXISTS (SELECT FROM listings WHERE id = resource_id)
      ON CONFLICT DO NOTHING;
      ${inRecordChanges([BEGIN, KEEPING_BEGIN], [END, KEEPING_END])}
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ${inRecordChanges([KEEPING_END, END], [KEEPING_BEGIN, BEGIN])}
      DROP TABLE listing_history;
    `);
  }
}
