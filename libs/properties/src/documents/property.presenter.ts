import type { LocationAccuracy, ListingCard } from '@app/listings';
import { CARD_PARTS } from '../dto/property.fields.js';
import { parseStored } from '@app/schema';

/** The columns read for the card of a property. */
export interface PropertyCardRow {
  readonly placeID: number;
  readonly bedrooms: number | null;
  readonly bathrooms: number | null;
  readonly carSpaces: number | null;
}

/** The columns read for a property; the address is JSON text. */
export interface PropertyRow extends PropertyCardRow {
  readonly placeAddress: string;
  /** The accuracy of its coordinates; null without any. */
  readonly placeAccuracy: LocationAccuracy | null;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

/** The card of a property, made from the card of its shown listing. */
export function propertyCard(row: PropertyCardRow, listing: string): string {
  const card = parseStored<ListingCard>(listing);
  const place = pick({ ...card, ...featuresOf(row) }, CARD_PARTS.property);
  return JSON.stringify({ id: row.placeID, ...place, listings: pick(card, CARD_PARTS.listing) });
}

const pick = <K extends keyof ListingCard>(card: ListingCard, names: readonly K[]): Partial<Pick<ListingCard, K>> =>
  Object.fromEntries(names.map((name) => [name, card[name]])) as Partial<Pick<ListingCard, K>>; // the names are given

/** The list representation, with one listing: its list item, and its `websiteID` (D33). */
export const presentPropertyItem = (row: PropertyRow & { readonly websiteID: number }, listing: string): string =>
  `${open(row)},"listings":{"websiteID":${row.websiteID},${listing.slice(1)}}`;

/** The single representation, with every listing as JSON text. */
export const presentProperty = (row: PropertyRow, listings: readonly string[]): string =>
  `${open(row)},"listings":[${listings.join(',')}]}`;

/** The text of the object without its closing brace. */
function open(row: PropertyRow): string {
  const { placeID, placeAddress, placeAccuracy, createdAt, updatedAt } = row;
  const features = JSON.stringify(featuresOf(row));
  const dates = `"createdAt":"${createdAt.toISOString()}","updatedAt":"${updatedAt.toISOString()}"`;
  const accuracy = placeAccuracy ? `"locationAccuracy":"${placeAccuracy}",` : '';
  return `{"id":${placeID},"address":${placeAddress},${accuracy}"features":${features},${dates}`;
}

const featuresOf = ({ bedrooms, bathrooms, carSpaces }: PropertyCardRow) => ({
  bedrooms: bedrooms ?? undefined,
  bathrooms: bathrooms ?? undefined,
  parkingSpaces: carSpaces ?? undefined,
});
