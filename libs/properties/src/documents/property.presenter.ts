import type { LocationAccuracy, ListingCard } from '@app/listings';
import { CARD_PARTS, PropertyItem, PropertyResponse } from '../dto/property.fields.js';
import { parseStored, publicForm } from '@app/schema';

/** The columns read for the card of a property. */
export type PropertyCardRow = Pick<PropertyRow, 'propertyID' | 'bedrooms' | 'bathrooms' | 'carSpaces'>;

/** The card of a property, made of that of the listing that it shows. */
export function propertyCard({ propertyID, bedrooms, bathrooms, carSpaces }: PropertyCardRow, listing: string): string {
  const card = parseStored<ListingCard>(listing);
  const counts = {
    bedrooms: bedrooms ?? undefined,
    bathrooms: bathrooms ?? undefined,
    parkingSpaces: carSpaces ?? undefined,
  };
  const place = pick({ ...card, ...counts }, CARD_PARTS.property);
  return JSON.stringify({ id: propertyID, ...place, listings: pick(card, CARD_PARTS.listing) });
}

const pick = <K extends keyof ListingCard>(card: ListingCard, names: readonly K[]): Partial<Pick<ListingCard, K>> =>
  Object.fromEntries(names.map((name) => [name, card[name]])) as Partial<Pick<ListingCard, K>>; // the names are given

/** A listing as the public sees it. */
interface Located {
  readonly address: object;
  readonly locationAccuracy?: LocationAccuracy;
}

/** The list representation. */
export const publicPropertyItem = (row: PropertyRow & { readonly websiteID: number }, listing: Located): string =>
  JSON.stringify(
    publicForm(PropertyItem, { ...propertyOf(row, listing), listings: { websiteID: row.websiteID, ...listing } }),
  );

/** The single representation; the first of the listings is the latest. */
export const publicProperty = (row: PropertyRow, listings: readonly Located[]): string =>
  JSON.stringify(publicForm(PropertyResponse, { ...propertyOf(row, listings[0]), listings }));

const propertyOf = (
  { propertyID, bedrooms, bathrooms, carSpaces, createdAt, updatedAt }: PropertyRow,
  { address, locationAccuracy }: Partial<Located> = {},
) => ({
  id: propertyID,
  address,
  locationAccuracy,
  features: {
    bedrooms: bedrooms ?? undefined,
    bathrooms: bathrooms ?? undefined,
    parkingSpaces: carSpaces ?? undefined,
  },
  createdAt: createdAt.toISOString(),
  updatedAt: updatedAt.toISOString(),
});

/** The columns read for a property; the address is JSON text. */
export interface PropertyRow {
  readonly propertyID: number;
  readonly propertyAddress: string;
  /** What its coordinates are; null without any. */
  readonly locationAccuracy: LocationAccuracy | null;
  readonly bedrooms: number | null;
  readonly bathrooms: number | null;
  readonly carSpaces: number | null;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

/** The list representation, with one listing: its list item, and its `websiteID` (D33). */
export function presentPropertyItem(row: PropertyRow & { readonly websiteID: number }, listing: string): string {
  return `${open(row)},"listings":{"websiteID":${row.websiteID},${listing.slice(1)}}`;
}

/** The single representation, with every listing as JSON text. */
export function presentProperty(row: PropertyRow, listings: readonly string[]): string {
  return `${open(row)},"listings":[${listings.join(',')}]}`;
}

/** The text of the object without its closing brace. */
function open({
  propertyID,
  propertyAddress,
  locationAccuracy,
  bedrooms,
  bathrooms,
  carSpaces,
  createdAt,
  updatedAt,
}: PropertyRow): string {
  const features = JSON.stringify({
    bedrooms: bedrooms ?? undefined,
    bathrooms: bathrooms ?? undefined,
    parkingSpaces: carSpaces ?? undefined,
  });
  const dates = `"createdAt":"${createdAt.toISOString()}","updatedAt":"${updatedAt.toISOString()}"`;
  const accuracy = locationAccuracy ? `"locationAccuracy":"${locationAccuracy}",` : '';
  return `{"id":${propertyID},"address":${propertyAddress},${accuracy}"features":${features},${dates}`;
}
