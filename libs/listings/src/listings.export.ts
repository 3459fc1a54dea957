import { filtersOf, type ExportLines } from '@app/lists';
import { sql } from '@app/sql';
import { listingLines, type ListingLineRow } from './listing.export.js';
import { ListingsQuery } from './listing.filters.js';
import { listingsToSearch, matchesListing } from './listings-matching.filters.js';

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
