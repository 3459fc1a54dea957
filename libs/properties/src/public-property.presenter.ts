import type { LocationAccuracy } from '@app/listings';
import { publicForm } from '@app/schema';
import { PropertyItem, PropertyResponse } from './property.fields.js';
import type { PropertyRow } from './property.presenter.js';

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
