import { fold } from '@app/lists';
import { sql, type Sql } from '@app/sql';
import type { ListingLine } from './listing.line.js';

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
