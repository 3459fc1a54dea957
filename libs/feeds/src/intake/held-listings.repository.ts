import { keyRows, listingKey, type ListingKey } from '@app/listings';
import { fold } from '@app/lists';
import { upsert, sql, type SqlExecutor } from '@app/sql';
import { HeldListingEntity } from '../entities/held-listing.entity.js';
import type { FeedListing } from '../reaxml/mapping/listing-patch.js';

/** Data held back for listings without an address, by `listingKey`. */
export async function findHeld(executor: SqlExecutor, keys: readonly ListingKey[]): Promise<Map<string, FeedListing>> {
  if (keys.length === 0) return new Map();
  const rows = await executor.queryRows<
    ListingKey & { entry: FeedListing }
  >(sql`SELECT website_id AS "websiteID", agent_id AS "agentID", unique_id AS "uniqueID", entry
      FROM ${keyRows(keys)} JOIN held_listings USING (website_id, agent_id, unique_id)`);
  return new Map(rows.map((row) => [listingKey(row), row.entry]));
}

/** Holds entries back, each of a different listing. A trigger deletes the row when the listing is created. */
export async function saveHeld(
  executor: SqlExecutor,
  websiteId: number,
  entries: readonly FeedListing[],
): Promise<void> {
  const rows = entries.map((entry) => {
    return { websiteId, agentId: fold(entry.agentID), uniqueId: entry.uniqueID, entry: { ...entry, notes: [] } };
  });
  await upsert(executor, HeldListingEntity, rows);
}

/** Deletes the held-back data of listings. */
export async function forgetHeld(executor: SqlExecutor, keys: readonly ListingKey[]): Promise<void> {
  if (keys.length === 0) return;
  await executor.execute(sql`DELETE FROM held_listings held USING ${keyRows(keys)} WHERE held.website_id = line.website_id
      AND held.agent_id = line.agent_id AND held.unique_id = line.unique_id`);
}
