import { allRepresentations, representationOf } from '@app/documents';
import { recipientName, type Audience, type Recipient } from '@app/http';
import { type Coordinates, type ListQuery, distanceColumn, type Distant } from '@app/lists';
import { anyId } from '@app/schema';
import { batchedByIdFor, anyOfIds, sql, type Sql, SqlExecutor } from '@app/sql';
import { Injectable } from '@nestjs/common';
import { searchListings, listDependencies } from './filters/listings-matching.filters.js';
import { narrowColumnsOf } from './entities/listing-search.entity.js';
import { ListingCard } from './dto/listing-card.fields.js';
import { ListingItem, ListingResponse } from './dto/listing.fields.js';
import type { ListingsQuery } from './filters/listing.filters.js';
import type { ListView } from './dto/listing.kinds.js';
import { isShownBy, shownBy } from './filters/listing-conditions.filters.js';
import {
  listingItem,
  presentItems,
  presentListing,
  type ListedRow,
  type WholeListingRow,
  type SuburbCoordinates,
} from './documents/listing.presenter.js';
import { accountJoin, agentsJoin, itemColumns, listingJoins, singleColumns } from './documents/listing.reads.js';
import {
  queryForSite,
  listingVisibilityFor,
  visibilityInList,
  type ListingVisibility,
} from './documents/listing-visibility.reads.js';

const LISTINGS = sql`listings listing`;

export type ItemRow = ListedRow & Partial<SuburbCoordinates> & Distant;

/** Increase `revision` if code builds another card from the same fields. */
const CARD = { types: [ListingCard], revision: 2 };

/** The version key of a page; it contains the representation versions of this release. */
const versionKeyOf = (view: ListView, rows: readonly ListedRow[]): string =>
  [
    allRepresentations(),
    representationOf(CARD),
    view,
    ...rows.map((row) => `${row.listingID} ${row.version} ${row.websiteID} ${row.accountVersion} ${row.agentVersions}`),
  ].join(';');

/**
 * The order of listings with one `uniqueID`: what the recipient's account shows, then the latest `modtime`. Anybody may
 * publish the `uniqueID` of another account.
 */
const ownFirst = (alias: Sql, { siteID }: Recipient): Sql =>
  sql`${siteID === undefined ? sql`` : sql`${isShownBy(alias, siteID)} DESC, `}${alias}.modtime DESC, ${alias}.id DESC`;

/** The rows of a page, and their representations. */
export const listedItems = (
  visible: ListingVisibility,
  audience: Audience,
  view: ListView,
  near?: Coordinates,
): Pick<ListQuery<ItemRow>, 'key' | 'row' | 'present'> => ({
  key: sql`listing.id`,
  row: {
    from: LISTINGS,
    columns: sql`${itemColumns}${visible.columns}${distanceColumn('listing', near)}`,
    joins: sql`${accountJoin} ${listingJoins} ${agentsJoin(audience)} ${visible.joins}`,
  },
  present: (rows) => {
    // A card contains no hidden data.
    const shown = rows.map((row) =>
      view === 'card' ? listingItem(view, row) : visible.present(ListingItem, listingItem(view, row), row),
    );
    // Versions also change with data that the public does not see.
    const version = audience === 'clients' && { versionKey: versionKeyOf(view, rows) };
    return { ...presentItems(view, rows, shown), ...version };
  },
});

/** A listing, and its account. */
interface ShownListing {
  readonly listingID: number;
  readonly websiteID: number;
}

/** Reads listings for a recipient. */
@Injectable()
export class ListingsRepository {
  /** The columns of the narrow rows of current listings. */
  private readonly narrowColumns: ReadonlySet<string>;
  private readonly byId = batchedByIdFor(recipientName, (ids, recipient: Recipient) => this.documents(ids, recipient));

  constructor(private readonly executor: SqlExecutor) {
    this.narrowColumns = narrowColumnsOf(executor);
  }

  /** @throws FORBIDDEN for parameters that are not for the audience */
  list(given: ListingsQuery, recipient: Recipient): ListQuery<ItemRow> {
    const { audience } = recipient;
    const visible = visibilityInList(recipient, given.status);
    const query = queryForSite(visible.query(given), recipient);
    const { view } = query;
    const order = visible.order(query);
    const { search, inOrder = search } = searchListings(query, order, this.narrowColumns);
    return {
      ...listedItems(visible, audience, view, query.near),
      name: `listings for ${audience}`,
      query,
      search: { ...search, where: visible.condition(search.where) },
      inOrder: { ...inOrder, where: visible.condition(inOrder.where) },
      order,
      dependsOn: (page) => visible.dependencies(listDependencies(query, order, page)),
    };
  }

  /** A listing by numeric id or object identifier. */
  async byIdentifier(id: number | string, recipient: Recipient): Promise<string | undefined> {
    return typeof id === 'number' ? this.byId(id, recipient) : this.read(sql`listing.uid = ${id}`, recipient);
  }

  /** A listing by `uniqueID`; if several accounts have it, the first one in the order of the recipient (D2). */
  async byUniqueId(uniqueID: string, recipient: Recipient): Promise<string | undefined> {
    const first = sql`SELECT other.id FROM listings other
      WHERE other.unique_id = ${uniqueID} AND ${listingVisibilityFor(recipient).rows(sql`other`)}
      ORDER BY ${ownFirst(sql`other`, recipient)} LIMIT 1`;
    return this.read(sql`listing.id = (${first})`, recipient);
  }

  /**
   * The listing with an identifier that a recipient sees, among those that an account shows; without an account, among
   * all. Identifiers mean the same as in single reads.
   */
  findShown(id: string, recipient: Recipient, websiteID: number | undefined): Promise<ShownListing | undefined> {
    const columns = sql`listing.id AS "listingID", listing.website_id AS "websiteID"`;
    return this.findFirst(id, recipient, columns, websiteID === undefined ? LISTINGS : shownBy(websiteID));
  }

  /** Columns of the listing with an identifier that a recipient sees. */
  async findFirst<Row extends object>(
    id: string,
    recipient: Recipient,
    columns: Sql,
    from = LISTINGS,
  ): Promise<Row | undefined> {
    const known = anyId.parse(id);
    const isKnown = typeof known === 'number' ? sql`listing.id = ${known}` : sql`listing.uid = ${known}`;
    const conditions = [...(known === undefined ? [] : [isKnown]), sql`listing.unique_id = ${id}`];
    for (const condition of id.includes('\0') ? [] : conditions) {
      const [found] = await this.executor.queryPrepared<Row>(sql`
        SELECT ${columns} FROM ${from} WHERE ${listingVisibilityFor(recipient).condition(condition)}
        ORDER BY ${ownFirst(sql`listing`, recipient)} LIMIT 1`);
      if (found) return found;
    }
    return undefined;
  }

  /** The single reads of listings, by numeric id. */
  private async documents(ids: readonly number[], recipient: Recipient): Promise<Map<number, string>> {
    return new Map(await this.readAll(sql`listing.id = ${anyOfIds(ids)}`, recipient));
  }

  private async read(condition: Sql, recipient: Recipient): Promise<string | undefined> {
    const [found] = await this.readAll(condition, recipient);
    return found?.[1];
  }

  private async readAll(condition: Sql, recipient: Recipient): Promise<[id: number, text: string][]> {
    const visible = listingVisibilityFor(recipient);
    const rows = await this.executor.queryPrepared<
      WholeListingRow & Partial<SuburbCoordinates> & { readonly listingID: number }
    >(sql`SELECT listing.id AS "listingID", ${singleColumns(recipient.audience)}${visible.columns}
      FROM listings listing ${accountJoin} ${listingJoins} ${visible.joins} WHERE ${visible.condition(condition)}`);
    return rows.map((row) => [row.listingID, visible.present(ListingResponse, presentListing(row), row)]);
  }
}
