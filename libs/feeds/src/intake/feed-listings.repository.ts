import {
  listingKey,
  findListingLines,
  normalizeWhole,
  type ListingKey,
  type ListingLine,
  lockListings,
  type ListingsWriter,
} from '@app/listings';
import { sql, type SqlExecutor } from '@app/sql';
import { withdrawnLine } from '@app/reaxml';

/** The keys of the current listings of an account. */
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
 * A line without ids: the import finds the stored listing and its property by their keys. With ids, a listing that is
 * deleted meanwhile would be restored with its old id (ADR 8).
 */
export function unidentified({ id: _id, propertyID: _propertyID, ...line }: ListingLine): ListingLine {
  return { ...line, _id: '', address: { ...line.address, _id: '' } };
}
