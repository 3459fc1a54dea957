import { stateForms } from '@app/address';
import type { Recipient } from '@app/http';
import type { Change, NarrowRow } from '@app/cache';
import type { ListingCounts } from './listing-counts.js';
import { matchRanges, PLACE_TYPES, type PlaceIndex } from './search/index.js';
import type { SuggestQuery } from './suggest.query.js';
import type { Suggestion } from './suggestion.fields.js';

/** The changes after a position, by resource. */
export type ChangesByResource = Readonly<Record<'suburb' | 'account' | 'listing', readonly Change[]>>;

/** All places with the number of their current listings, in one snapshot. */
export class CountedPlaces {
  constructor(
    private readonly index: PlaceIndex,
    private readonly counts: ListingCounts,
  ) {}

  suggest({ q, types, state, limit }: SuggestQuery, recipient: Recipient): Suggestion[] {
    const listingsOf = (entry: number): number => this.counts.listingsOf(entry, recipient);
    const found = this.index.find({
      typed: q,
      types: new Set(PLACE_TYPES.filter((type) => types?.includes(type) ?? true)),
      states: state === undefined ? undefined : stateForms(state),
      limit,
      listingsOf,
    });
    return found.map(({ entry: { place }, listings, matches }) => ({
      ...place,
      listings,
      match: matchRanges(place.text, matches),
    }));
  }

  /**
   * Advances to a later snapshot by applying all changes in between, or none if one cannot be applied.
   * @returns whether they were applied
   */
  carryOn({ suburb, account, listing }: ChangesByResource): boolean {
    if (!suburb.every(({ old, new: now }) => old === null && isOutside(now))) return false;
    if (![...account, ...listing].every((change) => this.counts.canApply(change))) return false;
    for (const { new: now } of suburb) if (isOutside(now)) this.index.catalog.addOutside(now);
    for (const change of listing) this.counts.apply(change);
    return true;
  }
}

/** The logged columns of a place outside the reference that are needed here. */
interface OutsideRow {
  readonly id: number;
  readonly state: string;
  readonly postcode: string;
}

const isOutside = (row: NarrowRow | null): row is NarrowRow & OutsideRow =>
  row?.['gazetted'] === false &&
  typeof row['id'] === 'number' &&
  typeof row['state'] === 'string' &&
  typeof row['postcode'] === 'string';
