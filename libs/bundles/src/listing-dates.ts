import type { ListingLine, NormalizedLine, StoredListing } from '@app/listings';

/** The dates of a listing, in UTC. */
export interface ListingDates {
  readonly firstdate: string;
  readonly modtime: string;
  readonly createdAt: string;
  readonly updatedAt: string;
}

const NAMES = ['firstdate', 'modtime', 'createdAt', 'updatedAt'] as const;

/** Whether a line says anything that the store doesn't have; a date that is not given says nothing. */
export function changes({ line, digest }: NormalizedLine, before: StoredListing): boolean {
  return digest !== before.digest || NAMES.some((name) => line[name] && line[name] !== before[name].toISOString());
}

/** The dates of a listing that is written now: as given, else as they were, else by each other. */
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
