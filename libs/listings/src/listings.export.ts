import { filtersOf, type ExportLines } from '@app/lists';
import { sql } from '@app/sql';
import { renewalColumn, renewedListing } from './listing.documents.js';
import { listingLines, type ListingLineRow } from './listing.export.js';
import { ListingsQuery } from './listing.filters.js';
import { listingsToSearch, matchesListing } from './listings-matching.filters.js';

/** The parameters of an export of listings: of every status, unless one is given. */
export class ListingsExportQuery extends filtersOf(ListingsQuery, { status: 'all' }) {}

interface ExportRow extends ListingLineRow {
  readonly renewal: ListingLineRow['private'] | null;
}

/** Listings as lines of `listings.ndjson`, with all that is known of sales, and the state of feeds. */
const wholeListings = (query: ListingsExportQuery): ExportLines<ExportRow> => ({
  statement: sql`SELECT ${listingLines.columns}, ${renewalColumn()}
    FROM ${listingsToSearch(query)} ${listingLines.joins} WHERE ${matchesListing(query)} ORDER BY listing.id`,
  line: (row) => listingLines.line(row.renewal ? { ...row, ...renewedTexts({ ...row, private: row.renewal }) } : row),
});

/** Without private data: whether that is exported is not for the version of a document to decide. */
function renewedTexts(row: ListingLineRow): Pick<ListingLineRow, 'document' | 'address'> {
  const { document, address } = renewedListing(row);
  return { document, address };
}

/** Listings as lines of an export, and as documents of the feed of changes: with what reads show, for the operator with all. */
export function listingExport(query: ListingsExportQuery, isOperator: boolean): ExportLines {
  const { statement, line } = wholeListings(query);
  if (isOperator) return { statement, line };
  const shown = (row: ExportRow): ExportRow => {
    return { ...row, agents: row.agents.map((agent, position) => ({ ...agent, position })), private: {} };
  };
  return { statement, line: (row) => line(shown(row)) };
}
