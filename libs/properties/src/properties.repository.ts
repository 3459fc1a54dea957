import { recipientName, type Identifier, type Recipient } from '@app/http';
import {
  cardColumns,
  itemColumns,
  presentItems,
  presentListingCard,
  presentListingItem,
  presentPropertyListing,
  propertyJoin,
  singleColumns,
  type CardRow,
  type ListedRow,
  type WholeListingRow,
} from '@app/listings';
import { ofConditions, ofList, type ListQuery, distanceColumn, isOnMap, type Distant } from '@app/lists';
import { dependsOn, either, ofIds } from '@app/cache';
import { batchedByIdFor, anyOfIds, sql, SqlExecutor, type Sql } from '@app/sql';
import { isPlaced, ofPlaces } from '@app/suburbs';
import { Injectable } from '@nestjs/common';
import { ofListingsAt } from './filters/property.dependencies.js';
import { matchesProperty, type PropertiesQuery } from './filters/property.filters.js';
import { PropertyMasks } from './documents/property-masks.reads.js';
import {
  presentProperty,
  presentPropertyItem,
  propertyCard,
  type PropertyRow,
} from './documents/property.presenter.js';
import { propertyOrder } from './filters/property.sorts.js';

type ShownRow = PropertyRow & ListedRow & CardRow & Distant;

/** The columns of the shown listing, and the representation, of each view. */
const VIEWS = {
  full: {
    columnsOf: itemColumns,
    present: (row: ShownRow) => presentPropertyItem(row, presentListingItem(row)),
  },
  card: { columnsOf: cardColumns, present: (row: ShownRow) => propertyCard(row, presentListingCard(row)) },
} as const;

type SingleRow = PropertyRow & WholeListingRow & { readonly isCurrent: boolean };

/** The listings of each property in their order, by its id. */
function listingsByProperty(rows: readonly SingleRow[]): Map<number, [SingleRow, ...SingleRow[]]> {
  const groups = new Map<number, [SingleRow, ...SingleRow[]]>();
  for (const row of rows) {
    const group = groups.get(row.placeID);
    if (group) group.push(row);
    else groups.set(row.placeID, [row]);
  }
  return groups;
}

/** Reads the properties that a recipient may see. */
@Injectable()
export class PropertiesRepository {
  private readonly byId = batchedByIdFor(recipientName, (ids, recipient: Recipient) => this.documents(ids, recipient));

  constructor(private readonly executor: SqlExecutor) {}

  /** @throws FORBIDDEN for parameters that are not for the audience */
  list(query: PropertiesQuery, recipient: Recipient): ListQuery<ShownRow> {
    const masks = new PropertyMasks(recipient);
    const { view } = query;
    const order = propertyOrder(query);
    const { columnsOf, present } = VIEWS[view];
    const { columns, joins } = columnsOf(masks.listings, recipient.audience);
    return {
      name: `properties for ${recipient.audience}`,
      query,
      search: { from: masks.properties, where: matchesProperty(query, recipient) },
      key: sql`property.id`,
      order,
      row: {
        from: masks.properties,
        columns: sql`${masks.columns(view)}, ${columns}${distanceColumn('property', query.near)}`,
        joins: sql`${masks.joins(view)} ${joins}`,
      },
      present: (rows) => presentItems(rows, rows.map(present)),
      dependsOn: (page) =>
        masks.listDependencies(
          dependsOn({
            property: ofList('property', { query, order }, page, isPlaced(query), isOnMap(query)),
            listing: either(ofListingsAt(page.keys), ofConditions(query, 'listing')),
            account: either(ofIds(page.others.account), ofConditions(query, 'account')),
            agent: either(ofIds(page.others.agent), ofConditions(query, 'agent')),
            suburb: either(ofPlaces(query), ofConditions(query, 'suburb')),
          }),
        ),
    };
  }

  async read(id: Identifier, recipient: Recipient): Promise<string | undefined> {
    if (typeof id === 'number') return this.byId(id, recipient);
    const found = await this.readAll(sql`property.uid = ${id}`, recipient);
    return [...found.values()][0];
  }

  /** The single reads of properties, by numeric id. */
  private documents(ids: readonly number[], recipient: Recipient): Promise<Map<number, string>> {
    return this.readAll(sql`property.id = ${anyOfIds(ids)}`, recipient);
  }

  private async readAll(condition: Sql, recipient: Recipient): Promise<Map<number, string>> {
    const masks = new PropertyMasks(recipient);
    const { columns, joins } = singleColumns(masks.listings, recipient.audience);
    const { single } = masks;
    const rows = await this.executor.query<SingleRow>(
      sql`SELECT ${single.columns}, ${columns} FROM ${masks.listings.from()} ${propertyJoin} ${joins} ${single.joins}
        WHERE ${masks.condition(condition)} ORDER BY listing.modtime DESC, listing.id DESC`,
      'lookup',
    );
    return new Map([...listingsByProperty(rows)].map(([id, listings]) => [id, presentSingle(listings, recipient)]));
  }
}

/**
 * A property with its listings, latest first. Counts come from the latest listing, everything else from the listing
 * shown in lists: the current one, else the latest (D30). The public sees the latest listing.
 */
function presentSingle(listings: readonly [SingleRow, ...SingleRow[]], { audience }: Recipient): string {
  const [latest] = listings;
  const shown = (audience === 'public' ? undefined : listings.find(({ isCurrent }) => isCurrent)) ?? latest;
  const { bedrooms, bathrooms, carSpaces } = latest;
  return presentProperty({ ...shown, bedrooms, bathrooms, carSpaces }, listings.map(presentPropertyListing));
}
