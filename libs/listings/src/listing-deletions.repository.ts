import { fold } from '@app/lists';
import { upsert, sql, type SqlExecutor } from '@app/sql';
import { DeletedListingEntity } from './entities/deleted-listing.entity.js';
import { keyRows, listingKey, type ListingKey } from './listing-keys.repository.js';

/** The deletion of a listing, and its time. */
export interface Deletion extends ListingKey {
  readonly modtime: string;
}

/** The times of deletions, by `listingKey`. */
export async function findDeletions(executor: SqlExecutor, keys: readonly ListingKey[]): Promise<Map<string, string>> {
  if (keys.length === 0) return new Map();
  const rows = await executor.queryRows<
    ListingKey & { modtime: Date }
  >(sql`SELECT website_id AS "websiteID", agent_id AS "agentID", unique_id AS "uniqueID", modtime
      FROM ${keyRows(keys)} JOIN deleted_listings USING (website_id, agent_id, unique_id)`);
  return new Map(rows.map((row) => [listingKey(row), row.modtime.toISOString()]));
}

/** Records deletions, one per listing; a trigger removes the record when the listing is created again. */
export async function saveDeletions(executor: SqlExecutor, deletions: readonly Deletion[]): Promise<void> {
  const rows = deletions.map(({ websiteID, agentID, uniqueID, modtime }) => {
    return { websiteId: websiteID, agentId: fold(agentID), uniqueId: uniqueID, modtime };
  });
  await upsert(executor, DeletedListingEntity, rows);
}
