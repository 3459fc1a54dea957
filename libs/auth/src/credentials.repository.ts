import { SETTINGS, type Settings } from '@app/config';
import { Inject, Injectable } from '@nestjs/common';
import { allSealed, sql, type SqlExecutor, unseal, type Sql } from '@app/sql';
import { hashOf } from './keys.js';

/** SQL: whether a credential has not expired, by the clock of the database. */
export const isLive = (credential: Sql): Sql => sql`((${credential}.expires_at > clock_timestamp()) IS NOT FALSE)`;

/**
 * SQL: whether a credential may be the own pair of its account, which the API shows as `accessKey` and `secretKey`. The
 * oldest such pair is. It does not expire, so only a write can change which pair it is (ADR 4).
 */
const isOwnPair = (credential: Sql): Sql => sql`${credential}.scope = 'full' AND ${credential}.expires_at IS NULL`;

/** SQL: the own pair of an account, as one row with these columns. */
export const ownPair = (columns: Sql, websiteID: Sql): Sql => sql`SELECT ${columns} FROM credentials own
  WHERE own.website_id = ${websiteID} AND ${isOwnPair(sql`own`)} ORDER BY own.id LIMIT 1`;

/** A key pair as its owner sees it. */
export interface KeyPair {
  readonly accessKey: string;
  readonly secretKey: string;
}

/** The credentials of accounts (D13). */
@Injectable()
export class CredentialsRepository {
  constructor(@Inject(SETTINGS) private readonly settings: Settings) {}

  /** The own key pair of each account. */
  async pairs(executor: SqlExecutor, websiteIDs: readonly number[]): Promise<Map<number, KeyPair>> {
    const rows = await executor.query<{
      websiteID: number;
      accessKey: string;
      sealed: Buffer;
    }>(sql`SELECT DISTINCT ON (website_id) website_id AS "websiteID", access_key AS "accessKey", secret_sealed AS sealed
        FROM credentials WHERE website_id = ANY(${websiteIDs}::int[]) AND ${isOwnPair(sql`credentials`)}
        ORDER BY website_id, id`);
    return new Map(rows.map(({ websiteID, accessKey, sealed }) => [websiteID, this.reveal(accessKey, sealed)]));
  }

  /**
   * The accounts whose own pairs have these access keys; 0 if a key belongs to the operator or to another live pair.
   */
  async holders(executor: SqlExecutor, accessKeys: readonly string[]): Promise<Map<string, number>> {
    const rows = await executor.query<{
      accessKey: string;
      websiteID: number;
    }>(sql`SELECT access_key AS "accessKey",
          CASE WHEN id = (${ownPair(sql`own.id`, sql`credential.website_id`)})
            THEN website_id ELSE 0 END AS "websiteID"
        FROM credentials credential WHERE access_key = ANY(${accessKeys}::text[]) AND ${isLive(sql`credential`)}`);
    return new Map([
      ...rows.map(({ accessKey, websiteID }) => [accessKey, websiteID] as const),
      [this.settings.rootAccessKey, 0],
    ]);
  }

  /**
   * Creates or changes the own pairs of accounts. The caller has checked with `holders` that the access keys are free.
   */
  async saveAll(executor: SqlExecutor, pairs: ReadonlyMap<number, KeyPair>): Promise<void> {
    if (pairs.size === 0) return;
    const ids = [...pairs.keys()];
    const accessKeys = [...pairs.values()].map(({ accessKey }) => accessKey);
    const secrets = [...pairs.values()].map(({ secretKey }) => secretKey);
    const hashes = secrets.map(hashOf);
    await executor.execute(
      sql`DELETE FROM credentials WHERE access_key = ANY(${accessKeys}::text[]) AND NOT ${isLive(sql`credentials`)}`,
    );
    await executor.execute(sql`WITH given AS (
          SELECT * FROM unnest(${ids}::int[], ${accessKeys}::text[], ${hashes}::bytea[],
            ${allSealed(secrets, this.settings)})
            AS given(website_id, access_key, secret_hash, secret_sealed)
        ), known AS (
          SELECT website_id, min(id) AS id FROM credentials
          WHERE website_id = ANY(${ids}::int[]) AND ${isOwnPair(sql`credentials`)} GROUP BY website_id
        ), changed AS (
          UPDATE credentials SET access_key = given.access_key, secret_hash = given.secret_hash,
            secret_sealed = given.secret_sealed
          FROM given JOIN known USING (website_id) WHERE credentials.id = known.id
        )
        INSERT INTO credentials (website_id, access_key, secret_hash, secret_sealed)
        SELECT * FROM given WHERE website_id NOT IN (SELECT website_id FROM known)`);
  }

  /** Decrypts a stored pair. @throws Error if it was encrypted with another SECRETS_KEY */
  reveal(accessKey: string, sealed: Buffer): KeyPair {
    return { accessKey, secretKey: unseal(sealed, this.settings) };
  }
}

/** Whether an error means that a concurrent transaction took the access key between the check and the write. */
export function isDuplicateAccessKey(error: unknown): boolean {
  return error instanceof Error && 'constraint' in error && error.constraint === 'credentials_access_key_key';
}
