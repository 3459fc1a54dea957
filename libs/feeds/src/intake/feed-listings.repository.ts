import {
  keyRows,
  listingKey,
  findListingLines,
  normalizeWhole,
  type ListingKey,
  type ListingLine,
} from '@app/listings';
import { fold } from '@app/lists';
import { upsert, sql, type SqlExecutor } from '@app/sql';
import { HeldListingEntity } from '../entities/held-listing.entity.js';
import type { FeedListing } from '../reaxml/mapping/listing-patch.js';
import { lockListings, type ListingsWriter } from '@app/bundles';
import { withdrawnLine } from '../reaxml/merging/merge-listing.js';

/** What is held back of an entry. */
export type HeldEntry = Omit<FeedListing, 'number' | 'position' | 'suburb' | 'notes'>;

/** The entries held back for listings without an address, by `listingKey`. */
export async function findHeld(executor: SqlExecutor, keys: readonly ListingKey[]): Promise<Map<string, HeldEntry[]>> {
  if (keys.length === 0) return new Map();
  const rows = await executor.query<
    ListingKey & { entries: HeldEntry[] }
  >(sql`SELECT website_id AS "websiteID", agent_id AS "agentID", unique_id AS "uniqueID", entries
      FROM ${keyRows(keys)} JOIN held_listings USING (website_id, agent_id, unique_id)`);
  return new Map(rows.map((row) => [listingKey(row), row.entries]));
}

/** Holds entries back, together those of a listing. A trigger deletes the row when the listing is created. */
export async function saveHeld(
  executor: SqlExecutor,
  websiteId: number,
  held: readonly (readonly HeldEntry[])[],
): Promise<void> {
  const rows = held.flatMap((entries) => {
    const [first] = entries;
    return first ? { websiteId, agentId: fold(first.agentID), uniqueId: first.uniqueID, entries } : [];
  });
  await upsert(executor, HeldListingEntity, rows);
}

/** Deletes the held-back data of listings. */
export async function forgetHeld(executor: SqlExecutor, keys: readonly ListingKey[]): Promise<void> {
  if (keys.length === 0) return;
  await executor.execute(sql`DELETE FROM held_listings held USING ${keyRows(keys)} WHERE held.website_id = line.website_id
      AND held.agent_id = line.agent_id AND held.unique_id = line.unique_id`);
}

/** The keys of the listings that an account has current. */
export async function findCurrent(executor: SqlExecutor, websiteID: number): Promise<Map<string, ListingKey>> {
  const keys = await executor.query<ListingKey>(sql`
    SELECT website_id AS "websiteID", agent_id AS "agentID", unique_id AS "uniqueID" FROM listings
    WHERE website_id = ${websiteID} AND status = 'current'`);
  return new Map(keys.map((key) => [listingKey(key), key]));
}

/** Withdraws the listings that are still current, inside a transaction. @returns their keys */
export async function withdraw(
  executor: SqlExecutor,
  writer: ListingsWriter,
  keys: readonly ListingKey[],
): Promise<ListingKey[]> {
  await lockListings(executor);
  const stored = await findListingLines(executor, keys);
  const current = [...stored.values()].filter(({ status }) => status === 'current');
  if (current.length === 0) return [];
  const lines = current.map((line) => normalizeWhole(unidentified(withdrawnLine(line))));
  const outcomes = await writer.importLines(executor, lines);
  return current.filter((_, at) => outcomes[at] === 'updated');
}

/**
 * A line without ids: the import finds the stored listing and its property by their keys. With them, a listing that is
 * deleted meanwhile would come back under its old id (ADR 10).
 */
export function unidentified({ id: _id, propertyID: _propertyID, ...line }: ListingLine): ListingLine {
  return { ...line, _id: '', address: { ...line.address, _id: '' } };
}
