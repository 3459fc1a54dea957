import type { StoredListing } from '../listing-rows.writer.js';
import type { ListingDates } from './listing.columns.js';
import type { ListingLine } from './listing.line.js';
import type { NormalizedLine } from './listing.normalized.js';

const NAMES = ['firstdate', 'modtime', 'createdAt', 'updatedAt'] as const;

/** A stored listing or another line, with which a line is compared. */
type Compared = Pick<NormalizedLine, 'digest'> & {
  readonly [name in (typeof NAMES)[number] | 'locationAccuracy']?: StoredListing[name] | ListingLine[name];
};

/** Whether a line changes a listing; absent dates and an absent accuracy are not compared. */
export function changes({ line, digest }: NormalizedLine, before: Compared): boolean {
  const { locationAccuracy } = line;
  if (locationAccuracy && before.locationAccuracy && locationAccuracy !== before.locationAccuracy) return true;
  return digest !== before.digest || NAMES.some((name) => line[name] && line[name] !== textOf(before[name]));
}

const textOf = (date: Date | string | undefined) => (date instanceof Date ? date.toISOString() : date);

/** The dates to write: as given, else as stored, else derived from each other. */
export function datesOf(line: ListingLine, before: StoredListing | undefined, now: string): ListingDates {
  const createdAt = line.createdAt ?? before?.createdAt.toISOString() ?? now;
  const updatedAt = line.updatedAt ?? now;
  return {
    firstdate: line.firstdate ?? before?.firstdate.toISOString() ?? createdAt,
    modtime: line.modtime ?? updatedAt,
    createdAt,
    updatedAt,
  };
}
