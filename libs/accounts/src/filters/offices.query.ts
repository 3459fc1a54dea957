import { haveSame, mayMatch, never, type Invalidates, type MatchesRow, type NarrowRow } from '@app/cache';
import {
  anyRow,
  byDistance,
  distanceColumn,
  hasMap,
  InBox,
  InPolygon,
  isOnMap,
  ListParameter,
  Near,
  onColumns,
  onMap,
  Parameter,
  Radius,
  selectivityOf,
  type Box,
  type Combination,
  type Coordinates,
  type Filters,
  type Order,
  type Polygon,
  type ShownPage,
} from '@app/lists';
import type { Recipient } from '@app/http';
import { flag, text } from '@app/schema';
import { splitPlaces } from '@app/address';
import { isInSuburbsNamed, isPlaced, isWithin, LocationQuery, suburbsNamed } from '@app/suburbs';
import { sql, type Sql } from '@app/sql';
import {
  byCount,
  countJoins,
  countsOfEach,
  isCountSort,
  ownsListings,
  type CountedListings,
  type ListingOwner,
} from '../listings/listing-counts.reads.js';

/** The parameters of lists of accounts and agents: where their office is, and where they have listings (B76). */
export class OfficesQuery extends LocationQuery {
  @Parameter(
    flag,
    'True: also finds offices and listings in the suburbs that surround the ones found by `suburb`, `fullSuburb`, `postcode`, `region`, `areaname` or `listsIn`; `state` still limits the result. Has no effect without one of these.',
    { group: 'Place', example: true },
  )
  surroundingsuburb?: boolean;

  @Near() near?: Coordinates;
  @Radius() radius: number;
  @InBox() bbox?: Box;
  @InPolygon() polygon?: Polygon[];

  @ListParameter(
    text(200),
    'A suburb, alone or with its state or postcode, or a postcode; where no suburb has the name, a region or an area: finds those who have a current listing there, or a sale or lease in the last 12 months. `listingCounts` and the orders by numbers then count only the listings there. Listings that hide their suburb are in no place.',
    { group: 'Place', example: 'Hurstville', selectivity: 'high', splitItems: splitPlaces },
  )
  listsIn?: string[];
}

type Query = Filters<OfficesQuery>;
type Ordered = Query & { readonly sort: string };

const LOCATION = ['suburb', 'fullSuburb', 'state', 'postcode', 'region', 'areaname', 'listsIn'] as const;

/** Whether the items of a list have numbers: it is about a place, or in the order of numbers. */
const showsCounts = (query: Ordered): boolean =>
  hasMap(query) || LOCATION.some((name) => query[name] !== undefined) || isCountSort(query.sort);

/** The listings that the numbers of a list count. */
const countedListings = ({ listsIn, surroundingsuburb = false }: Query, recipient: Recipient): CountedListings => ({
  recipient,
  suburbs: listsIn && suburbsNamed(listsIn, surroundingsuburb),
});

/** The conditions on the office, with its `accounts account`, and on the listings. */
export const inPlaces = (query: Query, owner: ListingOwner, recipient: Recipient): Combination[] => [
  isWithin(sql`account.suburb_id`, query, query.surroundingsuburb),
  onMap('account', query),
  { of: ['listsIn'], condition: query.listsIn && ownsListings(owner, countedListings(query, recipient)) },
];

/** The tests of `inPlaces` on logged rows of accounts; listings decide `listsIn`. */
export const areInPlaces = (query: Query) => [
  isPlaced(query, query.surroundingsuburb),
  isOnMap(query),
  query.listsIn && anyRow,
];

/**
 * The accounts that the public sees: enabled ones that are displayed, and of its own account the main account and the
 * sub-accounts.
 */
export const isSeenByPublic = ({ siteID }: Recipient): Sql =>
  siteID === undefined
    ? sql`account.status AND account.is_displayed`
    : sql`account.status AND (account.is_displayed OR account.id = ${siteID} OR account.main_website_id = ${siteID}
        OR account.id = (SELECT main_website_id FROM accounts WHERE id = ${siteID}))`;

/** Whether a logged account meets `isSeenByPublic`. */
export const isSeenRow = ({ audience, siteID }: Recipient): MatchesRow | undefined =>
  audience === 'public'
    ? onColumns(['id', 'status', 'is_displayed', 'main_website_id'], (row) => {
        const { id, status, is_displayed: isDisplayed, main_website_id: mainID } = row;
        if (status === false) return false;
        const isSeen = isDisplayed === true || (siteID !== undefined && (id === siteID || mainID === siteID));
        // The account may be the main account of the site.
        return status === true && isSeen ? true : undefined;
      })
    : undefined;

/** Items of agents have the address in the summary of their account. */
const ADDRESS = sql`, account.detail::json ->> 'address' AS address`;

/** The columns of `OfficeRow` besides the id. */
export function officeColumns(query: Ordered, owner: ListingOwner, recipient: Recipient): Sql {
  const counts = showsCounts(query)
    ? sql`, ${countsOfEach(owner, countedListings(query, recipient))} AS counts${owner === 'account' ? ADDRESS : sql``}`
    : sql``;
  return sql`account.latitude, account.longitude, account.is_centre AS "isCentre"${counts}${distanceColumn('account', query.near)}`;
}

/** An order, with the tables in which rows are found, and the tables from which the rows of a page are read. */
interface OrderedOffices {
  readonly order: Order;
  readonly searched: Sql;
  readonly shown: Sql;
}

/** @param tables `accounts account`, and for agents `agents agent` @param sorts the orders by columns of these */
export function officesInOrder(
  query: Ordered,
  owner: ListingOwner,
  recipient: Recipient,
  { tables, sorts }: { readonly tables: Sql; readonly sorts: Readonly<Partial<Record<string, Order>>> },
): OrderedOffices {
  const { sort, listsIn } = query;
  const order = sort === 'distance' ? byDistance('account', query.near, owner) : sorts[sort];
  if (order) return { order, searched: tables, shown: tables };
  if (!isCountSort(sort)) throw new Error(`There is no order ${sort}`);
  const { ofEach, ofAll } = countJoins(owner, sort, countedListings(query, recipient));
  const shown = sql`${tables} ${ofEach}`;
  const isOfMany = listsIn !== undefined || selectivityOf(query) === 'low';
  return { order: byCount(owner), searched: isOfMany ? sql`${tables} ${ofAll}` : shown, shown };
}

/** The logged columns of listings that numbers depend on. */
const COUNTED = ['status', 'website_id', 'agent_id', 'agents', 'suburb_id', 'flags', 'hides_suburb', 'is_hidden'];
/** The day of a sale or lease may be that of `modtime`. */
const COUNTED_IF_CLOSED = [...COUNTED, 'sold_day', 'shown_sold_price', 'hides_price', 'modtime'];

/**
 * The changes of listings that move the numbers or the order of a list.
 * @param owners the logged column with the ids of the owners of a listing @param shown the ids on the page
 */
export function ofCounts(query: Ordered, owners: 'agents' | 'shown_by', shown: ShownPage['keys']): Invalidates {
  if (!showsCounts(query)) return never;
  const { listsIn, surroundingsuburb = false } = query;
  const isHere = listsIn && isInSuburbsNamed(listsIn, surroundingsuburb);
  const isOfPage = (row: NarrowRow) => {
    const ids = row[owners];
    return Array.isArray(ids) ? ids.some((id) => shown.includes(id as number)) : undefined;
  };
  const test = isHere ?? (isCountSort(query.sort) ? anyRow : isOfPage);
  return (change) => {
    const { old, new: now } = change;
    const isOnOffer = old?.['status'] === 'current' && now?.['status'] === 'current';
    if (old && now && haveSame([...(isOnOffer ? COUNTED : COUNTED_IF_CLOSED), owners], old, now)) return false;
    return mayMatch(change, test);
  };
}
