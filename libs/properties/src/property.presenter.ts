import { presentPropertyItemListing, presentPropertyListing, type ListingRow } from '@app/listings';
import { renewedAddress } from './property.documents.js';

/** The columns read for a property; the address is JSON text. */
export interface PropertyRow {
  readonly propertyID: number;
  readonly propertyAddress: string;
  /** Whether the address has another representation version. */
  readonly staleAddress: boolean;
  readonly bedrooms: number | null;
  readonly bathrooms: number | null;
  readonly carSpaces: number | null;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

/** The list representation, with one listing. */
export function presentPropertyItem(row: PropertyRow & ListingRow): string {
  return `${open(row)},"listings":${presentPropertyItemListing(row)}}`;
}

/** The single representation, with every listing. */
export function presentProperty(row: PropertyRow, listings: readonly ListingRow[]): string {
  return `${open(row)},"listings":[${listings.map(presentPropertyListing).join(',')}]}`;
}

/** The text of the object without its closing brace. */
function open({
  propertyID,
  propertyAddress,
  staleAddress,
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
  const address = staleAddress ? renewedAddress(propertyAddress) : propertyAddress;
  return `{"id":${propertyID},"address":${address},"features":${features},${dates}`;
}
