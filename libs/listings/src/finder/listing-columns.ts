import { Column } from '@app/sql';
import type { Hideable } from '@app/schema';
import type { NarrowRow } from '@app/cache';
import type { CurrentListingEntity } from '../entities/listing-search.entity.js';
import type { ListingEntity } from '../entities/listing.entity.js';

type Snake<Name extends string> = Name extends `${infer First}${infer Rest}`
  ? `${First extends Uppercase<First> ? `_${Lowercase<First>}` : First}${Snake<Rest>}`
  : '';

type Property = Exclude<keyof ListingEntity, 'website' | 'property' | 'suburb'> | keyof CurrentListingEntity;

/** The columns of listings and of their narrow rows, as declared by the entities. */
export type ListingColumn = Snake<Property>;

/** A column of `listing`, the alias of listings in every statement. */
export const col = (name: ListingColumn): Column => new Column('listing', name);

/** The replacement of a column for a recipient from whom its data is hidden. */
export interface Mask {
  readonly with: Hideable;
  /** The shown value, as SQL. */
  readonly shown: string;
  /** The shown value of a logged row. */
  readonly value: (stored: unknown, row: NarrowRow) => unknown;
}

const missing = (hidden: Hideable): Mask => ({ with: hidden, shown: 'NULL', value: () => null });
const blank: Mask = { with: 'address', shown: `''`, value: () => '' };
/** The sort key of an address with at most a suburb, followed by three separators. */
const suburbOnly: Mask = {
  with: 'address',
  shown: `CASE WHEN listing.hides_suburb THEN '' ELSE split_part(listing.address_order, E'\\u0001', 1) END || E'\\u0001\\u0001\\u0001'`,
  value: (stored, row) =>
    typeof stored === 'string'
      ? `${row['hides_suburb'] === false ? stored.split('\u0001', 1)[0] : ''}\u0001\u0001\u0001`
      : undefined,
};
const shown = undefined;

/** The masks of all columns; a new column needs an entry. */
const MASKS: Readonly<Record<ListingColumn, Mask | undefined>> = {
  id: shown,
  uid: shown,
  website_id: shown,
  property_id: missing('address'),
  suburb_id: missing('suburb'),
  region_id: missing('suburb'),
  time_zone: shown,
  firstdate: shown,
  modtime: shown,
  created_at: shown,
  updated_at: shown,
  available_at: shown,
  auction_at: shown,
  inspections_until: shown,
  available_day: shown,
  auction_day: shown,
  sold_at: shown,
  sold_day: shown,
  outcome_day: shown,
  auction_outcome: shown,
  land_area: shown,
  floor_area: shown,
  status: shown,
  listing_type: shown,
  bedrooms: shown,
  bathrooms: shown,
  car_spaces: shown,
  garages: shown,
  carports: shown,
  open_spaces: shown,
  ensuite: shown,
  toilets: shown,
  living_areas: shown,
  is_off_market: shown,
  is_hidden: shown,
  hides_address: shown,
  hides_price: shown,
  hides_suburb: shown,
  price: missing('price'),
  price_to: missing('price'),
  latitude: missing('address'),
  longitude: missing('address'),
  is_centre: missing('address'),
  value: missing('price'),
  sold_price: missing('price'),
  shown_sold_price: missing('price'),
  rent: missing('price'),
  agent_id: shown,
  unique_id: shown,
  category: shown,
  land_category: shown,
  rural_category: shown,
  commercial_listing_type: shown,
  business_categories: shown,
  commercial_categories: shown,
  flags: shown,
  street: blank,
  full_address: blank,
  address_order: suburbOnly,
  version: shown,
};

const COLUMNS: ReadonlyMap<string, Mask | undefined> = new Map(Object.entries(MASKS));

/** The mask of a column; undefined if every recipient sees the column. @throws Error for a column without an entry */
export function maskOf(name: string): Mask | undefined {
  if (!COLUMNS.has(name)) throw new Error(`No mask is declared for listings.${name}`);
  return COLUMNS.get(name);
}

/** The masks by column, for logged rows, which have further members. */
export const loggedMaskOf = (name: string): Mask | undefined => COLUMNS.get(name);

/** The columns that state whether data is hidden. */
export const HIDES = {
  address: 'hides_address',
  price: 'hides_price',
  suburb: 'hides_suburb',
} as const satisfies Record<Hideable, ListingColumn>;

/** The data that an expression reads from `listing` and that may be hidden. */
export function hideableIn(columns: readonly string[]): Set<Hideable> {
  const found = new Set<Hideable>();
  for (const path of columns) {
    const mask = path.startsWith('listing.') ? maskOf(path.slice('listing.'.length)) : undefined;
    if (mask) found.add(mask.with);
  }
  return found;
}
