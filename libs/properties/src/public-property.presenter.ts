import { idOf } from '@app/documents';
import { publicForm } from '@app/schema';
import { PropertyItem, PropertyResponse } from './property.fields.js';

/** The columns read for a property of the public: those of the listing that it shows. */
export interface PublicPropertyRow {
  readonly propertyID: number;
  readonly bedrooms: number | null;
  readonly bathrooms: number | null;
  readonly carSpaces: number | null;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

/** A listing as the public sees it. */
interface Located {
  readonly address: object;
}

/** The list representation. */
export const publicPropertyItem = (row: PublicPropertyRow & { readonly website: string }, listing: Located): string =>
  JSON.stringify(
    publicForm(PropertyItem, { ...propertyOf(row, listing), listings: { websiteID: idOf(row.website), ...listing } }),
  );

/** The single representation; the first of the listings is the latest. */
export const publicProperty = (row: PublicPropertyRow, listings: readonly [Located, ...Located[]]): string =>
  JSON.stringify(publicForm(PropertyResponse, { ...propertyOf(row, listings[0]), listings }));

const propertyOf = (
  { propertyID, bedrooms, bathrooms, carSpaces, createdAt, updatedAt }: PublicPropertyRow,
  { address }: Located,
) => ({
  id: propertyID,
  address,
  features: {
    bedrooms: bedrooms ?? undefined,
    bathrooms: bathrooms ?? undefined,
    parkingSpaces: carSpaces ?? undefined,
  },
  createdAt: createdAt.toISOString(),
  updatedAt: updatedAt.toISOString(),
});
