import type { MatchesRow } from '@app/cache';
import { rowForSite, type ListingsQuery } from '@app/listings';
import { onColumns } from '@app/lists';
import { placeKeysOf } from '@app/suburbs';
import { readSavedQuery } from '../filters/saved-query.js';
import { isAtKeys, type PriceBounds } from './search-keys.js';

/** Stored searches that match the same listings. */
export interface StoredGroup extends PriceBounds {
  readonly groupKey: string;
  readonly query: string;
  /** An account that has one of these searches. */
  readonly websiteID: number;
  readonly keys: readonly string[];
  readonly isWidened: boolean;
}

/** The searches with the same query, which are compared with a change once. */
export class SearchGroup {
  readonly query: ListingsQuery;
  readonly test: MatchesRow;
  /** The condition on the words of a listing, once it has been built. */
  words: string | undefined;

  /** @throws INVALID_BODY for a query saved by a release with other parameters */
  constructor(readonly stored: StoredGroup) {
    this.query = readSavedQuery(stored.query);
    this.test = rowForSite(this.query, stored.websiteID, stored.isWidened ? isAt(stored.keys) : undefined);
  }
}

/** The place of a row is among the places that were found when the search was saved. */
function isAt(keys: readonly string[]): MatchesRow {
  const wanted = new Set(keys);
  return onColumns(['place', 'suburb_id'], (row) => isAtKeys(row, placeKeysOf(row), wanted));
}
