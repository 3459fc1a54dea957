import type { LogOffset, MatchesRow } from '@app/cache';
import { rowForSite, type ListingsQuery } from '@app/listings';
import { placeKeysNeeded } from '@app/suburbs';
import type { SearchItem } from '../dto/search.fields.js';
import { readSavedQuery } from '../filters/saved-query.js';

/** A search in memory, and where in the log its matches begin. */
export interface KnownSearch extends Pick<SearchItem, 'id' | 'websiteID' | 'reference' | 'notify'> {
  readonly begins: LogOffset | undefined;
}

/** The key of searches that may match a row of any place. */
export const ANYWHERE = '';
/** The key of searches of an account's listings. */
export const siteKey = (websiteID: number): string => `site ${websiteID}`;

/** The searches with one query, which are tested together. Most queries of an index are never tested: no test is made for them. */
export class SearchGroup {
  readonly searches = new Map<number, KnownSearch>();
  /** A row that matches has one of these keys. */
  readonly keys: readonly string[];
  private made: MatchesRow | undefined;

  /** @param websiteID an account of these searches: the lists of all of them are equal */
  constructor(
    private readonly text: string,
    readonly websiteID: number,
    query: ListingsQuery,
  ) {
    const ofSite = query.websiteID === undefined ? [ANYWHERE] : [siteKey(query.websiteID)];
    this.keys = placeKeysNeeded(query, query.surroundingsuburb) ?? ofSite;
  }

  get query(): ListingsQuery {
    return readSavedQuery(this.text);
  }

  get test(): MatchesRow {
    this.made ??= rowForSite(this.query, this.websiteID);
    return this.made;
  }
}
