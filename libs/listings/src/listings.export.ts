import { isStale } from '@app/documents';
import { filtersOf, type ExportLines } from '@app/lists';
import { sql } from '@app/sql';
import { listingDocuments, renewedListing } from './listing.documents.js';
import { listingLines, type ListingLineRow } from './listing.export.js';
import { ListingsQuery } from './listing.filters.js';
import { listingsToSearch, matchesListing } from './listings-matching.filters.js';

/** The parameters of an export of listings: of every status, unless one is given. */
export class ListingsExportQuery extends filtersOf(ListingsQuery, { status: 'all' }) {}

interface ExportRow extends ListingLineRow {
  readonly stale: boolean;
}

/** Listings as lines of `listings.ndjson`, with the details of sales, which reads never show. */
export const wholeListingExport = (query: ListingsExportQuery): ExportLines<ExportRow> => ({
  statement: sql`SELECT ${listingLines.columns}, ${isStale(listingDocuments, 'document')} AS stale
    FROM ${listingsToSearch(query)} ${listingLines.joins} WHERE ${matchesListing(query)} ORDER BY listing.id`,
  line: (row) => listingLines.line(row.stale ? { ...row, ...renewedListing(row) } : row),
});

/** Listings as lines of `listings.ndjson`, with what reads show. */
export function listingExport(query: ListingsExportQuery): ExportLines<ExportRow> {
  const { statement, line } = wholeListingExport(query);
  return { statement, line: (row) => line({ ...row, private: {} }) };
}
