import { ChangesService, wholeGroups } from '@app/changes';
import { cursorOf, type LogOffset, type SafeHorizon } from '@app/cache';
import { MatchingListings, rowForSite } from '@app/listings';
import { Injectable } from '@nestjs/common';
import type { SearchMatchPage } from '../dto/match.fields.js';
import type { SearchItem } from '../dto/search.fields.js';
import type { SearchMatchesQuery } from '../filters/search.filters.js';
import { readSavedQuery } from '../filters/saved-query.js';
import { ListingChanges } from './listing-changes.repository.js';
import { matchesOf, type Match } from './match-reasons.js';

/** A page reads at most so many changes of listings. */
const MOST_READ = 5_000;
export const OF_LISTINGS = { resources: ['listing'], asRecorded: true } as const;

/** A match, of the listing that it is about. */
interface ListingMatch extends Match {
  readonly listingID: number;
}

/** Reads the matches of a search from the log of changes (ADR 54). */
@Injectable()
export class SearchMatches {
  constructor(
    private readonly feed: ChangesService,
    private readonly changes: ListingChanges,
    private readonly listings: MatchingListings,
  ) {}

  /** The matches after a cursor whose listing still matches. @throws INVALID_CURSOR, CURSOR_EXPIRED */
  async read(search: SearchItem, { since, limit }: SearchMatchesQuery, end: SafeHorizon): Promise<SearchMatchPage> {
    const begin = await this.feed.begin(since, 'since', end);
    const batch = await this.feed.batch(begin, OF_LISTINGS, MOST_READ, end);
    const { groups, place } = wholeGroups(batch);
    const { query, websiteID, notify } = search;
    const ids = [...new Set(groups.map(([{ resourceId }]) => resourceId))];
    const listed = await this.listings.among(ids, readSavedQuery(query), websiteID);
    const changes = await this.changes.of(groups.filter(([{ resourceId }]) => listed.has(resourceId)));
    const test = rowForSite(readSavedQuery(query), websiteID);
    const found = changes.flatMap((change): ListingMatch[] =>
      matchesOf(test, change)
        .matches.filter(({ reason }) => notify.includes(reason))
        .map((match) => ({ ...match, listingID: change.listingID })),
    );
    const shown = found.slice(0, limit);
    const behind = found.length > shown.length ? behindOf(place, shown) : place;
    const data = await this.items(shown, search);
    return { data, cursor: cursorOf(behind), hasNext: found.length > shown.length || batch.hasNext };
  }

  private async items(matches: readonly ListingMatch[], { query, websiteID }: SearchItem) {
    const ids = [...new Set(matches.map(({ listingID }) => listingID))];
    const cards = await this.listings.cards(ids, readSavedQuery(query), websiteID);
    return matches.flatMap(({ reason, entry: { xid, id, at }, listingID }) => {
      const listing = cards.get(listingID);
      return listing ? [{ id: `${xid}-${id}-${reason}`, at: at.toISOString(), reason, listing }] : [];
    });
  }
}

function behindOf(place: LogOffset, matches: readonly Match[]): LogOffset {
  const { xid, id, listing } = matches.at(-1)?.last ?? place;
  return { ...place, xid, id, listing };
}
