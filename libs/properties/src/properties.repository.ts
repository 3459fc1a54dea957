import { recipientName, type Identifier, type Recipient } from '@app/http';
import {
  accountJoin,
  agentsJoin,
  itemColumns,
  listingItem,
  listingJoins,
  presentItems,
  presentPropertyListing,
  singleColumns,
  textJoins,
  type ListedRow,
  type SuburbCoordinates,
  type WholeListingRow,
} from '@app/listings';
import { ofList, type ListQuery, distanceColumn, isOnMap, type Distant } from '@app/lists';
import { dependsOn, ofIds } from '@app/cache';
import { batchedByIdFor, anyOfIds, sql, SqlExecutor, type Sql } from '@app/sql';
import { isPlaced, ofPlaces } from '@app/suburbs';
import { Injectable } from '@nestjs/common';
import { ofListingsAt } from './filters/property.dependencies.js';
import { matchesProperty, type PropertiesQuery } from './filters/property.filters.js';
import { type PropertyRow, propertyCard } from './documents/property.presenter.js';
import { propertyOrder } from './filters/property.sorts.js';
import { propertyVisibilityFor, type ShownListing } from './documents/property-visibility.reads.js';

/** The listings of each property in their order, by its id. */
function listingsByProperty<Row extends PropertyRow>(
  shown: readonly ShownListing<Row>[],
): Map<number, [ShownListing<Row>, ...ShownListing<Row>[]]> {
  const groups = new Map<number, [ShownListing<Row>, ...ShownListing<Row>[]]>();
  for (const one of shown) {
    const group = groups.get(one.row.propertyID);
    if (group) group.push(one);
    else groups.set(one.row.propertyID, [one]);
  }
  return groups;
}

/** The listing that a property shows. */
const shownListing = sql`JOIN listings listing ON listing.id = property.shown_listing_id`;

type ShownRow = PropertyRow & Partial<SuburbCoordinates>;

/** Reads properties, as a recipient sees them. */
@Injectable()
export class PropertiesRepository {
  private readonly byId = batchedByIdFor(recipientName, (ids, recipient: Recipient) => this.documents(ids, recipient));

  constructor(private readonly executor: SqlExecutor) {}

  /** @throws FORBIDDEN for parameters that are not for the audience */
  list(given: PropertiesQuery, recipient: Recipient): ListQuery<ShownRow & ListedRow & Distant> {
    const { audience } = recipient;
    const visible = propertyVisibilityFor(recipient);
    const query = visible.query(given);
    const { view } = query;
    const order = propertyOrder(query);
    const show = view === 'card' ? propertyCard : visible.presentItem;
    return {
      name: `properties for ${audience}`,
      query,
      search: { from: visible.properties, where: matchesProperty(query) },
      key: sql`property.id`,
      order,
      row: {
        from: visible.properties,
        columns: sql`${visible.columns(view)}, ${itemColumns}${distanceColumn('property', query.near)}`,
        joins: sql`${shownListing} ${visible.joins(view)} ${accountJoin} ${textJoins} ${agentsJoin(audience)}`,
      },
      present: (rows) => {
        const shown = rows.map((row) => show(row, listingItem(view, row)));
        return presentItems(view, rows, shown);
      },
      dependsOn: (page) =>
        visible.listDependencies(
          dependsOn({
            property: ofList('property', { query, order }, page, isPlaced(query), isOnMap(query)),
            listing: ofListingsAt(page.keys),
            account: ofIds(page.others.account),
            agent: ofIds(page.others.agent),
            suburb: ofPlaces(query),
          }),
        ),
    };
  }

  async read(id: Identifier, recipient: Recipient): Promise<string | undefined> {
    return (await this.readOwn(id, recipient)) ?? this.readAlias(id, recipient);
  }

  private async readOwn(id: Identifier, recipient: Recipient): Promise<string | undefined> {
    if (typeof id === 'number') return this.byId(id, recipient);
    const found = await this.readAll(sql`property.uid = ${id}`, recipient);
    return [...found.values()][0];
  }

  /** The property that has become one with the one of this identity. */
  private async readAlias(id: Identifier, recipient: Recipient): Promise<string | undefined> {
    const named = typeof id === 'number' ? sql`id = ${id}::bigint` : sql`uid = ${id}`;
    const [alias] = await this.executor.queryRows<{ id: number }>(
      sql`SELECT property_id AS id FROM property_aliases WHERE ${named}`,
    );
    return alias && this.byId(alias.id, recipient);
  }

  /** The single reads of properties, by numeric id. */
  private documents(ids: readonly number[], recipient: Recipient): Promise<Map<number, string>> {
    return this.readAll(sql`property.id = ${anyOfIds(ids)}`, recipient);
  }

  private async readAll(condition: Sql, recipient: Recipient): Promise<Map<number, string>> {
    const visible = propertyVisibilityFor(recipient);
    const rows = await this.executor.queryPrepared<ShownRow & WholeListingRow>(
      sql`SELECT ${visible.columns()}, ${singleColumns(recipient.audience)}
        FROM listings listing ${accountJoin} ${listingJoins} ${visible.joins()}
        WHERE ${visible.condition(condition)} ORDER BY listing.modtime DESC, listing.id DESC`,
    );
    const shown = rows.map((row) => ({ row, listing: presentPropertyListing(row) }));
    return new Map([...listingsByProperty(shown)].map(([id, listings]) => [id, visible.present(listings)]));
  }
}
