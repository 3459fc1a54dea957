import { withDistances, type Distant, type MapFeature } from '@app/lists';

/** The columns of the office of an account or agent. */
export interface OfficeRow extends Distant {
  readonly id: number;
  readonly latitude: number | null;
  readonly longitude: number | null;
  readonly isCentre: boolean;
  /** `ListingCounts` as JSON text; absent if the list has no numbers. */
  readonly counts?: string;
  /** The address of an account as JSON text, in lists with numbers. */
  readonly address?: string;
}

/** The items of a page with what the list has asked of their offices, and their points. */
export const presentOffices = (items: readonly string[], rows: readonly OfficeRow[]) => ({
  items: withDistances(
    items.map((item, at) => withCounts(item, rows[at])),
    rows,
  ),
  features: () => rows.map(featureOf),
});

function withCounts(item: string, row: OfficeRow | undefined): string {
  if (row?.counts === undefined) return item;
  const address = row.address === undefined ? '' : `,"address":${row.address}`;
  const accuracy = row.latitude === null ? '' : `,"locationAccuracy":"${row.isCentre ? 'suburb' : 'exact'}"`;
  return `${withListingCounts(item, row.counts).slice(0, -1)}${address}${accuracy}}`;
}

/** Adds numbers to a representation. @param counts `ListingCounts` as JSON text */
export const withListingCounts = (item: string, counts: string): string =>
  `${item.slice(0, -1)},"listingCounts":${counts}}`;

const featureOf = ({ id, latitude, longitude }: OfficeRow): MapFeature => ({
  id,
  coordinates: latitude === null || longitude === null ? null : [longitude, latitude],
});
