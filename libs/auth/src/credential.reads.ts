import { sql, type Sql } from '@app/sql';

/** SQL: whether a credential of this alias has not ended, by the clock of the database. */
export const isLive = (credential: Sql): Sql => sql`((${credential}.expires_at > clock_timestamp()) IS NOT FALSE)`;

/**
 * SQL: whether a credential can be the pair that the API shows as `accessKey` and `secretKey` of its account. The oldest
 * one is. Since it has no end, only a write makes it another one (ADR 5).
 */
export const isOfAccount = (credential: Sql): Sql =>
  sql`${credential}.scope = 'full' AND ${credential}.expires_at IS NULL`;

/** SQL: the own pair of the account with an id, as one row with these columns. */
export const ownPair = (columns: Sql, websiteID: Sql): Sql => sql`SELECT ${columns} FROM credentials own
  WHERE own.website_id = ${websiteID} AND ${isOfAccount(sql`own`)} ORDER BY own.id LIMIT 1`;
