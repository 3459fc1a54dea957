import { isShownBy, shownBy } from '@app/accounts';
import { allRepresentations } from '@app/documents';
import { OPERATOR, recipientName, type Recipient } from '@app/http';
import { distanceColumn, type Distant, type ListQuery, type Presented } from '@app/lists';
import { anyId } from '@app/schema';
import { batchedByIdFor, anyOfIds, sql, type Sql, SqlExecutor } from '@app/sql';
import { Injectable } from '@nestjs/common';
import type { ListView } from './dto/listing.kinds.js';
import { ListingFinder } from './finder/listing-finder.js';
import { ListingMasks } from './finder/listing-masks.js';
import { cardColumns, itemColumns, propertyJoin, singleColumns } from './finder/listing.reads.js';
import { FORMERLY_OFFERED, LISTINGS } from './finder/listing-tables.js';
import type { ListingsQuery } from './filters/listings.query.js';
import {
  presentItems,
  presentListing,
  presentListingCard,
  presentListingItem,
  type CardRow,
  type ListedRow,
  type WholeListingRow,
} from './documents/listing.presenter.js';

/** A row of a page, with the columns of its view. */
export type ItemRow = ListedRow & CardRow & Distant;

/** The columns and the representation of each view. */
const VIEWS = {
  full: { columnsOf: itemColumns, join: propertyJoin, present: presentListingItem },
  card: { columnsOf: cardColumns, join: sql``, present: presentListingCard },
} as const;

/** The rows of a page and their representations. */
export function listedItems(
  masks: ListingMasks,
  { audience }: Recipient,
  { view, near }: Pick<ListingsQuery, 'near'> & { readonly view: ListView },
): Pick<ListQuery<ItemRow>, 'key' | 'row' | 'present'> {
  const { columnsOf, join, present } = VIEWS[view];
  const { columns, joins } = columnsOf(masks, audience);
  return {
    key: sql`listing.id`,
    row: {
      from: masks.from(),
      columns: sql`${columns}${distanceColumn('listing', near)}`,
      joins: sql`${join} ${joins}`,
    },
    present: (rows): Presented => {
      // Versions also change with data that only the operator may see.
      const version = masks.isOperator && { versionKey: versionKeyOf(view, rows) };
      return { ...presentItems(rows, rows.map(present)), ...version };
    },
  };
}

/** The version key of a page; it contains the representation versions of this release. */
const versionKeyOf = (view: ListView, rows: readonly ItemRow[]): string =>
  [
    allRepresentations(),
    view,
    ...rows.map((row) => `${row.listingID} ${row.version} ${row.websiteID} ${row.accountVersion} ${row.agentVersions}`),
  ].join(';');

/** A listing and its account. */
interface ShownListing {
  readonly listingID: number;
  readonly websiteID: number;
  readonly timeZone: string;
}

/**
 * The order of listings with the same `uniqueID`: listings that the recipient's account shows first, then by latest
 * `modtime`. Any account may publish the `uniqueID` of another one.
 */
const ownFirst = (alias: Sql, { siteID }: Recipient): Sql =>
  sql`${siteID === undefined ? sql`` : sql`${isShownBy(alias, siteID)} DESC, `}${alias}.modtime DESC, ${alias}.id DESC`;

const SHOWN = sql`listing.id AS "listingID", listing.website_id AS "websiteID", listing.time_zone AS "timeZone"`;

/** Reads listings for a recipient. */
@Injectable()
export class ListingsRepository {
  private readonly byId = batchedByIdFor(recipientName, (ids, recipient: Recipient) => this.documents(ids, recipient));

  constructor(private readonly executor: SqlExecutor) {}

  /** @throws FORBIDDEN for parameters that the audience may not use */
  list(given: ListingsQuery, recipient: Recipient): ListQuery<ItemRow> {
    const finder = new ListingFinder(given, recipient);
    const { query, masks } = finder;
    const { search, inOrder, order } = finder.page(query);
    return {
      ...listedItems(masks, recipient, query),
      name: `listings for ${recipient.audience}`,
      query,
      search,
      inOrder,
      order,
      dependsOn: (page) => finder.dependencies(order, page),
    };
  }

  /** A listing by numeric id or object identifier. */
  async byIdentifier(id: number | string, recipient: Recipient): Promise<string | undefined> {
    return typeof id === 'number' ? this.byId(id, recipient) : this.read(sql`listing.uid = ${id}`, recipient);
  }

  /** A listing by `uniqueID`; if several accounts have it, the first one in the order of the recipient (D2). */
  async byUniqueId(uniqueID: string, recipient: Recipient): Promise<string | undefined> {
    const masks = new ListingMasks(recipient);
    const rows = masks.rows(sql`other`) ?? sql`TRUE`;
    const first = sql`SELECT other.id FROM ${masks.from('other')}
      WHERE other.unique_id = ${uniqueID} AND ${rows}
      ORDER BY ${ownFirst(sql`other`, recipient)} LIMIT 1`;
    return this.read(sql`listing.id = (${first})`, recipient);
  }

  /**
   * The listing with an identifier that a recipient sees, among the listings that an account shows; without an account,
   * among all. Identifiers have the same meaning as in single reads.
   */
  findShown(id: string, recipient: Recipient, websiteID: number | undefined): Promise<ShownListing | undefined> {
    return this.findFirst(id, recipient, SHOWN, websiteID === undefined ? LISTINGS : shownBy(websiteID));
  }

  /** A listing that was on offer here and is no longer. Everybody may know that. */
  findFormer(id: string): Promise<ShownListing | undefined> {
    return this.findFirst(id, OPERATOR, SHOWN, FORMERLY_OFFERED);
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
    const masks = new ListingMasks(recipient);
    for (const condition of id.includes('\0') ? [] : conditions) {
      const [found] = await this.executor.query<Row>(
        sql`
        SELECT ${columns} FROM ${from} WHERE ${masks.condition(condition)}
        ORDER BY ${ownFirst(sql`listing`, recipient)} LIMIT 1`,
        'lookup',
      );
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
    const masks = new ListingMasks(recipient);
    const { columns, joins } = singleColumns(masks, recipient.audience);
    const rows = await this.executor.query<WholeListingRow>(
      sql`SELECT ${columns} FROM ${masks.from()} ${propertyJoin} ${joins} WHERE ${masks.condition(condition)}`,
      'lookup',
    );
    return rows.map((row) => [row.listingID, presentListing(row)]);
  }
}
