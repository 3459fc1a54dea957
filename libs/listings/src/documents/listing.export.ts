import { OPERATOR, type Recipient } from '@app/http';
import { parseStored, applyDefaults } from '@app/schema';
import { sql, type SqlExecutor } from '@app/sql';
import { filtersOf, type ExportLines } from '@app/lists';
import { ListingFinder } from '../finder/listing-finder.js';
import { ListingMasks } from '../finder/listing-masks.js';
import { lineColumns, propertyJoin } from '../finder/listing.reads.js';
import { keyedListings, listingKey, type ListingKey } from '../listing-keys.repository.js';
import { type FeedState, SoldDetails, type ListingLine } from './listing.line.js';
import { addressOf, type WholeListingRow } from './listing.presenter.js';
import { withoutSale } from './listing-closing.js';
import { ListingsQuery } from '../filters/listings.query.js';

/** The columns read for a listing's line. */
export interface ListingLineRow extends Omit<
  WholeListingRow,
  'agents' | 'slugValues' | 'link' | 'slugTemplate' | 'website' | 'uid'
> {
  readonly websiteID: number;
  readonly agents: { readonly id: number; readonly profileVisibility: boolean; readonly position: number }[];
  readonly private: { readonly soldDetails?: SoldDetails; readonly feed?: FeedState };
}

/**
 * Listings as lines of `listings.ndjson` for the recipient of the masks: columns, joins, and the function that builds
 * the line of a row. The operator gets all details of sales and the state of feeds; others get the data that reads
 * return.
 */
export function listingLinesFor(masks: ListingMasks) {
  const { columns, joins } = lineColumns(masks);
  const shown = ({ agents, ...row }: ListingLineRow): ListingLineRow => ({
    ...row,
    agents: agents.map((agent, position) => ({ ...agent, position })),
    private: {},
  });
  const line = (row: ListingLineRow) => lineOf(masks.isOperator ? row : shown(row));
  return { columns, joins: sql`${propertyJoin} ${joins}`, line };
}

/** Lines with all data. */
export const listingLines = listingLinesFor(new ListingMasks(OPERATOR));

function lineOf(row: ListingLineRow): string {
  const { document, propertyUid, propertyID, listingUid, listingID, websiteID, agents, timeZone } = row;
  const { soldDetails, feed } = row.private;
  const members = {
    _id: listingUid,
    id: listingID,
    propertyID: propertyID ?? undefined,
    websiteID,
    timeZone,
    agents: agents.map(lineAgent),
    locationAccuracy: row.locationAccuracy ?? undefined,
    feed,
    soldDetails: soldDetails && applyDefaults(SoldDetails, soldDetails),
  };
  const address = addressOf(row);
  const named = propertyUid === null ? address : `{"_id":"${propertyUid}",${address.slice(1)}`;
  const content = soldDetails ? withoutSale(document, soldDetails) : document;
  return `${JSON.stringify(members).slice(0, -1)},${content},"address":${named}}`;
}

const lineAgent = ({ position, ...agent }: ListingLineRow['agents'][number], at: number) =>
  position === at ? agent : { ...agent, order: position + 1 };

/** The lines of stored listings, by `listingKey`. */
export async function findListingLines(
  executor: SqlExecutor,
  keys: readonly ListingKey[],
): Promise<Map<string, ListingLine>> {
  const { columns, joins } = listingLines;
  const rows = await executor.query<ListingLineRow>(sql`SELECT ${columns} FROM ${keyedListings(keys)} ${joins}`);
  const lines = rows.map((row) => parseStored<ListingLine>(lineOf(row)));
  return new Map(lines.map((line) => [listingKey(line), line]));
}

/** The parameters of an export of listings; the default is all statuses. */
export class ListingsExportQuery extends filtersOf(ListingsQuery, { status: ['all'] }) {}

/** Listings as lines of an export, and as documents of the change feed. */
export function listingExport(query: ListingsExportQuery, recipient: Recipient): ExportLines<ListingLineRow> {
  const finder = new ListingFinder(query, recipient);
  const { from, where } = finder.whole();
  const { columns, joins, line } = listingLinesFor(finder.masks);
  return { statement: sql`SELECT ${columns} FROM ${from} ${joins} WHERE ${where} ORDER BY listing.id`, line };
}
