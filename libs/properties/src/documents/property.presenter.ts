import type { LocationAccuracy } from '@app/listings';

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
