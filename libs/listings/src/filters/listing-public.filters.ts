import { isEnabled } from '@app/accounts';
import { equals, type Order, type OrderTerm } from '@app/lists';
import type { Hideable } from '@app/schema';
import type { Change, Invalidates, MatchesRow, NarrowRow } from '@app/cache';
import { allOf, raw, sql, type Sql } from '@app/sql';
import type { CurrentListingEntity } from '../entities/listing-search.entity.js';
import type { ListingEntity } from '../entities/listing.entity.js';
import { isShownBy } from './listing-conditions.filters.js';
import { PAST_STATUSES } from '../dto/listing.kinds.js';

/** The replacement of a column, for the public, if the address, the suburb or the price is hidden. */
interface Mask {
  readonly with: Hideable;
  /** SQL. */
  readonly shown: string;
  /** The replacement in a logged row. */
  readonly value: (stored: unknown, row: NarrowRow) => unknown;
}

const missing = (hidden: Hideable): Mask => ({ with: hidden, shown: 'NULL', value: () => null });
const blank: Mask = { with: 'address', shown: `''`, value: () => '' };
/** The key of an address with only a suburb, or not even that: three separators follow it. */
const suburbOnly: Mask = {
  with: 'address',
  shown: `CASE WHEN listing.hides_suburb THEN '' ELSE split_part(listing.address_order, E'\\u0001', 1) END || E'\\u0001\\u0001\\u0001'`,
  value: (stored, row) =>
    typeof stored === 'string'
      ? `${row['hides_suburb'] === false ? stored.split('\u0001', 1)[0] : ''}\u0001\u0001\u0001`
      : undefined,
};
const shown = undefined;

/** The names of the columns of listings and of their narrow rows, as the entities have them. */
type Column = Exclude<keyof ListingEntity, 'website' | 'property' | 'suburb'> | keyof CurrentListingEntity;

/** The masks of all columns. A new column needs an entry. */
const MASKS: Readonly<Record<Column, Mask | undefined>> = {
  id: shown,
  uid: shown,
  websiteId: shown,
  propertyId: missing('address'),
  suburbId: missing('suburb'),
  regionId: missing('suburb'),
  firstdate: shown,
  modtime: shown,
  createdAt: shown,
  updatedAt: shown,
  availableAt: shown,
  auctionAt: shown,
  inspectionsUntil: shown,
  availableDay: shown,
  auctionDay: shown,
  soldAt: shown,
  soldDay: shown,
  landArea: shown,
  floorArea: shown,
  status: shown,
  listingType: shown,
  bedrooms: shown,
  bathrooms: shown,
  carSpaces: shown,
  garages: shown,
  carports: shown,
  openSpaces: shown,
  ensuite: shown,
  toilets: shown,
  livingAreas: shown,
  isOffMarket: shown,
  hidesAddress: shown,
  hidesPrice: shown,
  hidesSuburb: shown,
  price: missing('price'),
  priceTo: missing('price'),
  latitude: missing('address'),
  longitude: missing('address'),
  isCentre: missing('address'),
  value: missing('price'),
  soldPrice: missing('price'),
  shownSoldPrice: missing('price'),
  rent: missing('price'),
  agentId: shown,
  uniqueId: shown,
  category: shown,
  landCategory: shown,
  ruralCategory: shown,
  commercialListingType: shown,
  businessCategories: shown,
  commercialCategories: shown,
  flags: shown,
  street: blank,
  fullAddress: blank,
  addressOrder: suburbOnly,
  version: shown,
};

const snake = (name: string): string => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

/** The masks by the names of the table's columns. */
const COLUMNS: ReadonlyMap<string, Mask | undefined> = new Map(
  Object.entries(MASKS).map(([name, mask]) => [snake(name), mask]),
);

const HIDES = { address: 'hides_address', price: 'hides_price', suburb: 'hides_suburb' } as const satisfies Record<
  Hideable,
  string
>;

const isHidden = (what: Hideable): Sql => sql`listing.${raw(HIDES[what])}`;

/** The hideable data of the columns of an expression. @throws Error for a column without an entry */
function hiddenWith({ text }: Sql): Set<Hideable> {
  const found = new Set<Hideable>();
  for (const [, name = ''] of text.matchAll(/\blisting\.(\w+)/g)) {
    if (!COLUMNS.has(name)) throw new Error(`Nothing says whether the public sees listings.${name}`);
    const mask = COLUMNS.get(name);
    if (mask) found.add(mask.with);
  }
  return found;
}

/** The row is a past listing that the website of an account shows. */
const isPastOf = (alias: Sql, siteID: number): Sql =>
  sql`${alias}.status IN (${raw(PAST_STATUSES.map((status) => `'${status}'`).join(', '))}) AND ${isShownBy(alias, siteID)}`;

const isCurrent = (alias: Sql): Sql => sql`${alias}.status = 'current'`;

const isOfEnabled = (alias: Sql): Sql => isEnabled(sql`${alias}.website_id`);

/** The public sees the row, and its account is enabled. @param siteID the account whose past listings are shown as well */
export const isPublic = (alias: Sql, siteID?: number): Sql =>
  siteID === undefined
    ? sql`${isCurrent(alias)} AND ${isOfEnabled(alias)}`
    : sql`(${isCurrent(alias)} OR ${isPastOf(alias, siteID)}) AND ${isOfEnabled(alias)}`;

/** The conditions of the parts of `isPublic`, each of which has its own indexes. No row meets two of them. */
export const publicParts = (alias: Sql, siteID?: number): Sql[] => [
  isPublic(alias),
  ...(siteID === undefined ? [] : [sql`${isPastOf(alias, siteID)} AND ${isOfEnabled(alias)}`]),
];

/** The public sees the suburb of the row. */
export const showsSuburb = (alias: Sql): Sql => sql`NOT ${alias}.hides_suburb`;

/** The public sees the address of the row. */
export const showsAddress = (alias: Sql): Sql => sql`NOT ${alias}.hides_address`;

/** The condition, which hidden data never meets. */
export const byShownData = (condition: Sql): Sql =>
  allOf([condition, ...[...hiddenWith(condition)].map((hidden) => sql`NOT ${isHidden(hidden)}`)]);

/** Whether a logged row meets what `byShownData` adds to a condition. */
export const showsDataOf = (condition: Sql): MatchesRow[] =>
  [...hiddenWith(condition)].map((hidden) => equals(HIDES[hidden], false));

/** The condition for the public: hidden data never matches. */
export const asPublic = (condition: Sql, siteID?: number): Sql =>
  allOf([byShownData(condition), isPublic(sql`listing`, siteID)]);

/** The sort order for the public, by visible data. */
export function publicOrder(order: Order): Order {
  const terms = order.terms.map(publicTerm);
  // Indexes do not contain the masked values.
  return terms.every((term, at) => term === order.terms[at]) ? order : { ...order, isOfRows: true, terms };
}

function publicTerm(term: OrderTerm): OrderTerm {
  const mask = COLUMNS.get(term.column ?? '');
  if (mask) return { ...term, by: masked(mask, term.by) };
  if (hiddenWith(term.by).size > 0) throw new Error(`Nothing says how the public sees ${term.by.text}`);
  return term;
}

const masked = (mask: Mask, by: Sql): Sql =>
  sql`(CASE WHEN ${isHidden(mask.with)} THEN ${raw(mask.shown)} ELSE ${by} END)`;

/** A column of `listing` as the public sees it. @throws Error for a column without a decision */
export function publicColumn(name: string): Sql {
  const column = raw(`listing.${name}`);
  hiddenWith(column);
  const mask = COLUMNS.get(name);
  return mask ? masked(mask, column) : column;
}

/** A logged row as the public sees it; null if it is not visible. */
function publicRow(row: NarrowRow | null, siteID: number | undefined): NarrowRow | null {
  if (row === null || !mayBePublic(row, siteID)) return null;
  const seen = Object.entries(row).map(([name, stored]) => {
    const mask = COLUMNS.get(name);
    return [name, mask && row[HIDES[mask.with]] !== false ? mask.value(stored, row) : stored] as const;
  });
  return Object.fromEntries(seen);
}

/** The condition of `isPublic` on a logged row, without the account. */
function mayBePublic({ status, shown_by: sites }: NarrowRow, siteID: number | undefined): boolean {
  if (status === undefined || status === 'current') return true;
  const isPast = siteID !== undefined && PAST_STATUSES.some((past) => past === status);
  return isPast && (!Array.isArray(sites) || sites.includes(siteID));
}

/** Tests masked rows: a change of hidden columns concerns no public list. */
export const seenByPublic =
  (concerns: Invalidates, siteID?: number): Invalidates =>
  (change: Change) => {
    if (change.old === null && change.new === null) return concerns(change);
    const [old, now] = [publicRow(change.old, siteID), publicRow(change.new, siteID)];
    return (old !== null || now !== null) && concerns({ ...change, old, new: now });
  };
