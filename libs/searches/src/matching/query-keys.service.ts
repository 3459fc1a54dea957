import { isCurrentOnly, MatchingListings } from '@app/listings';
import { Injectable } from '@nestjs/common';
import { readSavedQuery } from '../filters/saved-query.js';
import { boundsOf, isPlaced, keysOfQuery, type PriceBounds, type SearchKeys } from './search-keys.js';

/** The data by which changes find a search. */
export interface FoundBy {
  readonly found: SearchKeys;
  /** The account whose list it is; undefined: all accounts have the same list. */
  readonly siteID: number | undefined;
  readonly bounds: PriceBounds;
}

/** Builds the keys of queries. */
@Injectable()
export class QueryKeys {
  constructor(private readonly listings: MatchingListings) {}

  /** @param text a saved query @param websiteID the account of the search @throws INVALID_BODY */
  async of(text: string, websiteID: number): Promise<FoundBy> {
    const query = readSavedQuery(text);
    const isWidened = query.surroundingsuburb === true && isPlaced(query);
    const around = isWidened ? await this.listings.suburbsAround(query) : undefined;
    const siteID = isCurrentOnly(query.status) ? undefined : websiteID;
    return { found: keysOfQuery(query, around), siteID, bounds: boundsOf(query) };
  }
}
