import {
  listingKey,
  keyRows,
  findListingLines,
  normalizeWhole,
  type ListingKey,
  type ListingLine,
  lockListings,
  type ListingsWriter,
} from '@app/listings';
import { sql, type Sql, type SqlExecutor } from '@app/sql';
import { withdrawnLine } from '@app/reaxml';
import type { Home } from './feed-scope.js';

const home = sql`listing.website_id AS "websiteID", listing.agent_id AS "agentID", listing.unique_id AS "uniqueID",
  listing.listing_type AS "listingType", listing.commercial_listing_type AS "commercialListingType"`;

/** The current listings of an account, by `listingKey`. */
export async function findCurrent(executor: SqlExecutor, websiteID: number): Promise<Map<string, Home>> {
  const homes = await executor.query<Home>(sql`SELECT ${home} FROM listings listing
    WHERE listing.website_id = ${websiteID} AND listing.status = 'current'`);
  return new Map(homes.map((one) => [listingKey(one), one]));
}

/** The most listings that are read at an address. */
export const MOST_AT_ADDRESS = 20;

/** A listing at an address. */
export interface Neighbour extends Home {
  readonly id: number;
  readonly status: string;
}

/** The latest listings of a property. Other conditions might choose an index with all listings of an account. */
const ofProperty = (id: Sql) => sql`(SELECT ${home}, listing.id, listing.status FROM listings listing
  WHERE listing.property_id = ${id} ORDER BY listing.modtime DESC LIMIT ${MOST_AT_ADDRESS})`;

/** The latest listings at some addresses, by `addressKey`. */
export async function findAtAddresses(
  executor: SqlExecutor,
  keys: ReadonlySet<string>,
): Promise<Map<string, Neighbour[]>> {
  const rows = await executor.query<{ key: string; homes: Neighbour[] }>(sql`
    SELECT property.address_key AS key, json_agg(to_json(home)) AS homes
    FROM unnest(${[...keys]}::text[]) AS wanted(address_key) JOIN properties property USING (address_key)
      CROSS JOIN LATERAL ${ofProperty(sql`property.id`)} home
    GROUP BY property.address_key`);
  return new Map(rows.map((row) => [row.key, row.homes]));
}

/** Gives listings another identity, before the entries that have it are written. */
export async function renameListings(
  executor: SqlExecutor,
  renamed: readonly (Pick<ListingKey, 'agentID' | 'uniqueID'> & { readonly id: number })[],
): Promise<void> {
  await executor.execute(sql`UPDATE listings listing SET agent_id = given.agent_id, unique_id = given.unique_id
    FROM unnest(${renamed.map(({ id }) => id)}::int[], ${renamed.map(({ agentID }) => agentID)}::text[],
      ${renamed.map(({ uniqueID }) => uniqueID)}::text[]) AS given(id, agent_id, unique_id) WHERE listing.id = given.id`);
}

/** New listings, each with the latest listings of its property. */
export function findNeighbours(
  executor: SqlExecutor,
  keys: readonly ListingKey[],
): Promise<{ readonly made: Neighbour; readonly homes: readonly Neighbour[] }[]> {
  return executor.query(sql`
    SELECT to_json(made) AS made, json_agg(to_json(other)) AS homes
    FROM ${keyRows(keys)}
      CROSS JOIN LATERAL (SELECT ${home}, listing.id, listing.status, listing.property_id FROM listings listing
        WHERE listing.website_id = line.website_id AND lower(listing.agent_id) = line.agent_id
          AND listing.unique_id = line.unique_id LIMIT 1) made
      CROSS JOIN LATERAL ${ofProperty(sql`made.property_id`)} other
    WHERE other.id <> made.id GROUP BY made.id, made.* ORDER BY made.id`);
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
