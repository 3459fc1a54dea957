import { fold } from '@app/lists';
import { sql, type Sql, upsert, type SqlExecutor } from '@app/sql';
import type { ListingLine } from './documents/listing.line.js';
import { DeletedListingEntity } from './entities/listing-history.entity.js';

/** The key of a listing: account, office (agentID, ignoring case) and uniqueID. */
export type ListingKey = Pick<ListingLine, 'websiteID' | 'agentID' | 'uniqueID'>;

/** The key of a listing as one text. */
export const listingKey = ({ websiteID, agentID, uniqueID }: ListingKey): string =>
  [websiteID, fold(agentID), uniqueID].join('\u0001');

/** Keys as a table `line`, for joins by `website_id`, the case-folded `agent_id`, and `unique_id`. */
export const keyRows = (
  keys: readonly ListingKey[],
): Sql => sql`unnest(${keys.map(({ websiteID }) => websiteID)}::int[],
  ${keys.map(({ agentID }) => fold(agentID))}::text[], ${keys.map(({ uniqueID }) => uniqueID)}::text[])
  AS line(website_id, agent_id, unique_id)`;

/** The listings with these keys, joined as `listing`. */
export const keyedListings = (keys: readonly ListingKey[]): Sql => sql`${keyRows(keys)} JOIN listings listing
  ON listing.website_id = line.website_id AND lower(listing.agent_id) = line.agent_id AND listing.unique_id = line.unique_id`;

/** The deletion of a listing, and its time. */
export interface Deletion extends ListingKey {
  readonly modtime: string;
}

/** The times of deletions, by `listingKey`. */
export async function findDeletions(executor: SqlExecutor, keys: readonly ListingKey[]): Promise<Map<string, string>> {
  if (keys.length === 0) return new Map();
  const rows = await executor.query<
    ListingKey & { modtime: Date }
  >(sql`SELECT website_id AS "websiteID", agent_id AS "agentID", unique_id AS "uniqueID", modtime
      FROM ${keyRows(keys)} JOIN deleted_listings USING (website_id, agent_id, unique_id)`);
  return new Map(rows.map((row) => [listingKey(row), row.modtime.toISOString()]));
}

/** Records deletions, one per listing. A trigger deletes the record when the listing is created again. */
export async function saveDeletions(executor: SqlExecutor, deletions: readonly Deletion[]): Promise<void> {
  const rows = deletions.map(({ websiteID, agentID, uniqueID, modtime }) => {
    return { websiteId: websiteID, agentId: fold(agentID), uniqueId: uniqueID, modtime };
  });
  await upsert(executor, DeletedListingEntity, rows);
}
