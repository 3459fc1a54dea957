import { applyDefaults, mergeFields } from '@app/schema';
import { ListingLine } from '@app/listings';
import { givenModtime } from './merge-listing.js';

/** The line of a listing that a full feed does not name. A later entry of the same `modTime` may bring it back. */
export function withdrawnLine(before: ListingLine): ListingLine {
  const patch = { status: 'withdrawn', underOffer: false, modtime: givenModtime(before) ?? null, updatedAt: null };
  const line = mergeFields(ListingLine, before as never, patch);
  return applyDefaults(ListingLine, line) as unknown as ListingLine; // merging into a line gives a line
}
