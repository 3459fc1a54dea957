import { parseStored, applyDefaults } from '@app/schema';
import { sql, type SqlExecutor } from '@app/sql';
import { filtersOf, type ExportLines } from '@app/lists';
import { keyedListings, listingKey, type ListingKey } from '../listing-keys.repository.js';
import { type FeedState, SoldDetails, type ListingLine } from './listing.line.js';
import { accuracyOf } from './listing.reads.js';
import type { LocationAccuracy } from '../dto/listing.kinds.js';
import { withoutSale } from './listing-closing.js';
import { ListingsQuery } from '../filters/listing.filters.js';
import { listingsToSearch, matchesListing } from '../filters/listings-matching.filters.js';

/** The columns read for a listing's line. */
export interface ListingLineRow {
  /** The JSON texts of the writer. */
  readonly document: string;
  readonly address: string;
  readonly propertyUid: string;
  readonly websiteID: number;
  readonly agents: { readonly id: number; readonly profileVisibility: boolean; readonly position: number }[];
  readonly private: { readonly soldDetails?: SoldDetails; readonly feed?: FeedState };
  /** Null without coordinates. */
  readonly locationAccuracy: LocationAccuracy | null;
}

const columns = sql`document.document, document.address, property.uid AS "propertyUid",
  listing.website_id AS "websiteID", document.private, ${accuracyOf('listing')} AS "locationAccuracy", coalesce((
    SELECT json_agg(json_build_object('id', agent_id, 'profileVisibility', profile_visibility,
      'position', position) ORDER BY position)
    FROM listing_agents WHERE listing_id = listing.id), '[]') AS agents`;

const joins = sql`JOIN listing_documents document ON document.listing_id = listing.id
  JOIN properties property ON property.id = listing.property_id`;

/** Listings as lines of `listings.ndjson`: columns, joins, and the function that makes a line of a row. */
export const listingLines = { columns, joins, line: lineOf };

function lineOf(row: ListingLineRow): string {
  const {
    document,
    address,
    propertyUid,
    websiteID,
    agents,
    locationAccuracy,
    private: { soldDetails, feed },
  } = row;
  const named = `{"_id":"${propertyUid}",${address.slice(1)}`;
  const linked = JSON.stringify(agents.map(lineAgent));
  const state = feed ? `,"feed":${JSON.stringify(feed)}` : '';
  const accuracy = locationAccuracy ? `,"locationAccuracy":"${locationAccuracy}"` : '';
  const rest = `"websiteID":${websiteID},"address":${named},"agents":${linked}${accuracy}${state}`;
  if (!soldDetails) return `{${document},${rest}}`;
  const sold = JSON.stringify(applyDefaults(SoldDetails, soldDetails));
  return `{${withoutSale(document, soldDetails)},${rest},"soldDetails":${sold}}`;
}

const lineAgent = ({ position, ...agent }: ListingLineRow['agents'][number], at: number) =>
  position === at ? agent : { ...agent, order: position + 1 };

/** The lines of stored listings, by `listingKey`. */
export async function findListingLines(
  executor: SqlExecutor,
  keys: readonly ListingKey[],
): Promise<Map<string, ListingLine>> {
  const rows = await executor.queryRows<ListingLineRow>(sql`SELECT ${columns} FROM ${keyedListings(keys)} ${joins}`);
  const lines = rows.map((row) => parseStored<ListingLine>(lineOf(row)));
  return new Map(lines.map((line) => [listingKey(line), line]));
}

/** The parameters of an export of listings: of every status, unless one is given. */
export class ListingsExportQuery extends filtersOf(ListingsQuery, { status: 'all' }) {}

/** Listings as lines of `listings.ndjson`, with all that is known of sales, and the state of feeds. */
const wholeListings = (query: ListingsExportQuery): ExportLines<ListingLineRow> => ({
  statement: sql`SELECT ${listingLines.columns} FROM ${listingsToSearch(query)} ${listingLines.joins} WHERE ${matchesListing(query)} ORDER BY listing.id`,
  line: listingLines.line,
});

/** Listings as lines of an export, and as documents of the feed of changes: with what reads show, for the operator with all. */
export function listingExport(query: ListingsExportQuery, isOperator: boolean): ExportLines {
  const { statement, line } = wholeListings(query);
  if (isOperator) return { statement, line };
  const shown = (row: ListingLineRow): ListingLineRow => {
    return { ...row, agents: row.agents.map((agent, position) => ({ ...agent, position })), private: {} };
  };
  return { statement, line: (row) => line(shown(row)) };
}
