import { sql, type Sql } from '@app/query';
import type { ListingLine } from './listing.line.js';

/** What a listing is known by: one account, one office, one uniqueID. */
export type ListingKey = Pick<ListingLine, 'websiteID' | 'agentID' | 'uniqueID'>;

/** The same as one text. */
export const listingKey = ({ websiteID, agentID, uniqueID }: ListingKey): string =>
  [websiteID, agentID, uniqueID].join('\u0001');

/** Keys as a table `line`, to be joined by `website_id`, `agent_id` and `unique_id`. */
export const keyRows = (
  keys: readonly ListingKey[],
): Sql => sql`unnest(${keys.map(({ websiteID }) => websiteID)}::int[],
  ${keys.map(({ agentID }) => agentID)}::text[], ${keys.map(({ uniqueID }) => uniqueID)}::text[])
  AS line(website_id, agent_id, unique_id)`;
