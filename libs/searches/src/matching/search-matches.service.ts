import { ChangesService, wholeGroups } from '@app/changes';
import { cursorOf, type LogOffset, type SafeHorizon } from '@app/cache';
import { MatchingListings } from '@app/listings';
import { Injectable } from '@nestjs/common';
import type { SearchMatchItem, SearchMatchPage } from '../dto/match.fields.js';
import type { MatchReason } from '../dto/search.kinds.js';
import type { SearchMatchesQuery } from '../filters/search.filters.js';
import { ListingChanges } from './listing-changes.repository.js';
import { MatchJudge } from './match-judge.service.js';
import { reasonFor, type ListingChange, type Match } from './match-reasons.js';
import { SearchGroup, type StoredGroup } from './search-group.js';

/** Maximum number of listing changes read per page. */
const MOST_READ = 5_000;
export const OF_LISTINGS = { resources: ['listing'], asRecorded: true } as const;

/** A match, and the reason reported for the search. */
interface ToldMatch {
  readonly match: Match;
  readonly told: MatchReason;
  readonly change: ListingChange;
}

/** A search whose matches are read. */
export interface ReadSearch extends StoredGroup {
  readonly notify: readonly string[];
}

/** Reads the matches of a search from the change log (ADR 40). */
@Injectable()
export class SearchMatches {
  constructor(
    private readonly feed: ChangesService,
    private readonly changes: ListingChanges,
    private readonly listings: MatchingListings,
    private readonly judge: MatchJudge,
  ) {}

  /** The matches after a cursor, with the current listings. @throws INVALID_CURSOR, CURSOR_EXPIRED */
  async read(search: ReadSearch, { since, limit }: SearchMatchesQuery, end: SafeHorizon): Promise<SearchMatchPage> {
    const begin = await this.feed.begin(since, 'since', end);
    const batch = await this.feed.batch(begin, OF_LISTINGS, MOST_READ, end);
    const { groups, place } = wholeGroups(batch);
    const { websiteID, notify } = search;
    const group = new SearchGroup(search);
    const ids = [...new Set(groups.map(([{ resourceId }]) => resourceId))];
    const listed = await this.listings.among(ids, group.query, websiteID);
    const leaves = (kinds: readonly { kind: string }[]) => kinds.some(({ kind }) => kind === 'status');
    const changes = await this.changes.of(groups.filter((one) => listed.has(one[0].resourceId) || leaves(one)));
    const found = (await this.judge.judge(changes, () => [group])).flatMap(({ change, matches }) =>
      matches.flatMap((match): ToldMatch[] => {
        const told = reasonFor(notify, match);
        const isShown = match.sites ? match.sites.includes(websiteID) : listed.has(change.listingID);
        return told && isShown ? [{ match, told, change }] : [];
      }),
    );
    const shown = found.slice(0, limit);
    const behind = found.length > shown.length ? behindOf(place, shown) : place;
    const data = await this.items(shown, group);
    return { data, cursor: cursorOf(behind), hasNext: found.length > shown.length || batch.hasNext };
  }

  private async items(matches: readonly ToldMatch[], group: SearchGroup): Promise<SearchMatchItem[]> {
    const ids = [...new Set(matches.map(({ change }) => change.listingID))];
    const cards = await this.listings.cards(ids, group.query, group.stored.websiteID);
    return matches.flatMap(({ match: { entry, was, relisted }, told, change }): SearchMatchItem[] => {
      const { xid, id, at } = entry;
      const listing = cards.get(change.listingID) ?? null;
      // The listing has left the list since; only its change of status is reported.
      if (!listing && told !== 'status') return [];
      return [
        {
          id: `${xid}-${id}-${told}`,
          at: at.toISOString(),
          reason: told,
          listingID: change.listingID,
          status: statusOf(change),
          was: was ?? null,
          relisted: relisted ?? false,
          listing,
        },
      ];
    });
  }
}

const statusOf = ({ new: now }: ListingChange): string => (typeof now?.['status'] === 'string' ? now['status'] : '');

function behindOf(place: LogOffset, matches: readonly ToldMatch[]): LogOffset {
  const { xid, id, listing } = matches.at(-1)?.match.last ?? place;
  return { ...place, xid, id, listing };
}
