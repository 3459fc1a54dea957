import { TimeSlice } from '@app/fairness';
import { MatchingListings, type WordPair } from '@app/listings';
import { Injectable } from '@nestjs/common';
import { matchesOf, type ListingChange, type Match } from './match-reasons.js';
import type { SearchGroup } from './search-group.js';

/** A change that a group of searches matches. */
export interface GroupMatches {
  readonly group: SearchGroup;
  readonly change: ListingChange;
  readonly matches: readonly Match[];
}

interface Found extends GroupMatches {
  readonly isCertain: boolean;
}

/** The number of comparisons between two checks of the time. */
const LOOKS = 16;
/** The number of word conditions that a statement builds, and of pairs that a statement compares. */
const [AT_ONCE, PAIRS_AT_ONCE] = [50, 2_000];

/** Compares changes with searches: by the logged rows, by words, and by the current list if neither decides. */
@Injectable()
export class MatchJudge {
  constructor(private readonly listings: MatchingListings) {}

  /** @param candidates returns the groups that a change may match @param slice gives requests their turns */
  async judge(
    changes: readonly ListingChange[],
    candidates: (change: ListingChange) => Iterable<SearchGroup>,
    slice = new TimeSlice(),
  ): Promise<GroupMatches[]> {
    const found: Found[] = [];
    let compared = 0;
    for (const change of changes) {
      for (const group of candidates(change)) {
        const { matches, isCertain } = matchesOf(group.test, change);
        if (matches.length > 0) found.push({ group, change, matches, isCertain });
        compared += 1;
        if (compared % LOOKS === 0 && slice.isOver) await slice.giveWay();
      }
    }
    const listed = await this.confirm(await this.withWords(found));
    return await this.withRelisted(listed);
  }

  private async withWords(found: readonly Found[]): Promise<Found[]> {
    const asking = found.filter(({ group }) => group.query.s !== undefined);
    const unknown = [...new Set(asking.map(({ group }) => group))].filter(({ words }) => words === undefined);
    for (let at = 0; at < unknown.length; at += AT_ONCE) {
      const some = unknown.slice(at, at + AT_ONCE);
      const made = await this.listings.wordConditions(some.map(({ query }) => query.s ?? ''));
      for (const [nth, group] of some.entries()) group.words = made[nth];
    }
    const without = new Set<Found>();
    for (let at = 0; at < asking.length; at += PAIRS_AT_ONCE) {
      const some = asking.slice(at, at + PAIRS_AT_ONCE);
      const pairs = some.map(({ group, change }): WordPair => ({
        listingID: change.listingID,
        words: group.words ?? '',
      }));
      const having = await this.listings.havingWords(pairs);
      for (const [nth, one] of some.entries()) if (!having.has(nth)) without.add(one);
    }
    return found.filter((one) => !without.has(one));
  }

  /** Uses the current list where the log does not decide, in one statement for all searches with the same query. */
  private async confirm(found: readonly Found[]): Promise<Found[]> {
    const unsure = found.filter(({ isCertain }) => !isCertain);
    const refuted = new Set<Found>();
    for (const group of new Set(unsure.map((one) => one.group))) {
      const own = unsure.filter((one) => one.group === group);
      const ids = own.map(({ change }) => change.listingID);
      const listed = await this.listings.among(ids, group.query, group.stored.websiteID);
      for (const one of own) if (!listed.has(one.change.listingID)) refuted.add(one);
    }
    return found.filter((one) => !refuted.has(one));
  }

  /** Distinguishes listings that are on the market again from new ones. */
  private async withRelisted(found: readonly Found[]): Promise<GroupMatches[]> {
    const again = [...new Set(found.filter(isAgain).map(({ change }) => change))];
    const moments = again.map(({ group: [{ at }] }) => at);
    const were = await this.listings.wereCurrent(
      again.map(({ listingID }) => listingID),
      moments,
    );
    return found.map((one): GroupMatches => {
      if (!isAgain(one) || !were.has(one.change.listingID)) return one;
      return { ...one, matches: one.matches.map((match) => ({ ...match, relisted: true })) };
    });
  }
}

/** Whether an existing listing became current, and the searches had not matched it. */
const isAgain = ({ change, matches }: Found): boolean =>
  matches[0]?.reason === 'new' &&
  change.group[0].kind !== 'created' &&
  change.statusBefore !== null &&
  change.statusBefore !== 'current' &&
  change.new?.['status'] === 'current';
