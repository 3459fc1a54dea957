import { isEnabled, PAST_STATUSES } from '@app/accounts';
import { everyRow, givenOf, hasAnyOf, isAnyOf, meetsAll, meetsAny, PageReader, type ListQuery } from '@app/lists';
import { OPERATOR, type Recipient } from '@app/http';
import type { MatchesRow } from '@app/cache';
import { parseStored } from '@app/schema';
import { anyOfIds, sql, SqlExecutor } from '@app/sql';
import { isWithin } from '@app/suburbs';
import { Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import type { ListingCard } from '../dto/listing-card.fields.js';

import type { ListingsQuery } from '../filters/listings.query.js';
import { ListingFinder } from '../finder/listing-finder.js';
import { ListingMasks } from '../finder/listing-masks.js';
import { matchesListing, matchesLogged } from '../finder/matching-conditions.js';
import { publicWords } from '../words/listing-words.conditions.js';
import { ListingsRepository, type ItemRow } from '../listings.repository.js';
import { isCurrentOnly } from '../dto/listing-statuses.js';

/** The statuses of listings that the visitors of a website see. */
export const VISITED_STATUSES: readonly string[] = ['current', ...PAST_STATUSES];

const visitorsOf = (siteID: number): Recipient => ({ audience: 'public', siteID });

/** The parameters with names of places. */
const PLACE_NAMES = {
  suburb: undefined,
  fullSuburb: undefined,
  postcode: undefined,
  region: undefined,
  areaname: undefined,
};

/**
 * Tests whether the visitors of a website find a logged row with a query (ADR 19), apart from its words and the status
 * of its account.
 * @param placed replaces the test of place names, which cannot recognize surrounding suburbs
 */
export function rowForSite(given: ListingsQuery, siteID: number, placed?: MatchesRow): MatchesRow {
  const finder = new ListingFinder(given, visitorsOf(siteID));
  const { query } = finder;
  const isOfSite = isCurrentOnly(given.status)
    ? undefined
    : meetsAny([isAnyOf('status', ['current']), hasAnyOf('shown_by', [siteID])]);
  const own = Object.assign(Object.create(Object.getPrototypeOf(query) as object) as ListingsQuery, query, {
    s: undefined,
    ...(placed && PLACE_NAMES),
  });
  return meetsAll([isOfSite, placed, ...shownFor(finder, siteID), matchesLogged(own)]) ?? everyRow;
}

/** Cached tests of hidden data, by the parameters of queries, because building the condition takes some time. */
const shown = new LRUCache<string, MatchesRow[]>({ max: 500 });

function shownFor({ query, masks }: ListingFinder<ListingsQuery>, siteID: number): MatchesRow[] {
  const names = givenOf(query).map(({ parameter: { name } }) => name);
  const key = [query.baseDate, ...names].join(' ');
  const tests = shown.get(key) ?? masks.showsIn(matchesListing(query, visitorsOf(siteID)));
  shown.set(key, tests);
  return tests;
}

/** A listing, and the words that it must contain, as built by `wordConditions`. */
export interface WordPair {
  readonly listingID: number;
  readonly words: string;
}

/** Finds out which listings the visitors of a website find with a query. */
@Injectable()
export class MatchingListings {
  constructor(
    private readonly listings: ListingsRepository,
    private readonly pages: PageReader,
    private readonly executor: SqlExecutor,
  ) {}

  /** The list, always from the primary, because it is not cached. */
  list(query: ListingsQuery, siteID: number): ListQuery<ItemRow> {
    const { dependsOn: _, ...list } = this.listings.list(query, visitorsOf(siteID));
    return list;
  }

  /** The ids that are currently in the list. */
  async among(ids: readonly number[], query: ListingsQuery, siteID: number): Promise<Set<number>> {
    if (ids.length === 0) return new Set();
    const { search } = this.list(query, siteID);
    const rows = await this.executor.query<{ id: number }>(
      sql`SELECT listing.id FROM ${search.from} WHERE ${search.where} AND listing.id = ANY(${ids}::int[])`,
    );
    return new Set(rows.map(({ id }) => id));
  }

  /** The conditions of `s` on the words of a listing, for the public. They depend on names of places. */
  async wordConditions(texts: readonly string[]): Promise<string[]> {
    const parts = texts.map((text) => publicWords(text));
    const rows = await this.executor.query<{ words: string }>(sql`
      SELECT (words_asked(asked::jsonb) || every::tsquery)::text AS words
      FROM unnest(${parts.map(({ asked }) => JSON.stringify(asked))}::text[], ${parts.map(({ every }) => every)}::text[])
        WITH ORDINALITY AS part(asked, every, nth) ORDER BY nth`);
    return rows.map(({ words }) => words);
  }

  /** The positions of the pairs whose listing has the words. */
  async havingWords(pairs: readonly WordPair[]): Promise<Set<number>> {
    const rows = await this.executor.query<{ position: number }>(sql`
      SELECT nth::int - 1 AS position
      FROM unnest(${pairs.map(({ listingID }) => listingID)}::int[], ${pairs.map(({ words }) => words)}::text[])
        WITH ORDINALITY AS pair(id, condition, nth)
      JOIN listing_words found ON found.listing_id = pair.id
      WHERE (found.words || found.context) @@ pair.condition::tsquery`);
    return new Set(rows.map(({ position }) => position));
  }

  /** The ids of the suburbs in a query and of their surrounding suburbs. */
  async suburbsAround(query: ListingsQuery): Promise<number[]> {
    const { condition } = isWithin(sql`suburbs.id`, query, true);
    const rows = await this.executor.query<{ id: number }>(
      sql`SELECT id FROM suburbs WHERE ${condition ?? sql`false`}`,
    );
    return rows.map(({ id }) => id);
  }

  /** The listings among `ids` that were current before a time; `before` is aligned with `ids`. */
  async wereCurrent(ids: readonly number[], before: readonly Date[]): Promise<Set<number>> {
    if (ids.length === 0) return new Set();
    const rows = await this.executor.query<{ id: number }>(sql`
      SELECT id FROM unnest(${ids}::int[], ${before}::timestamptz[]) AS listing(id, moment)
      WHERE EXISTS (SELECT FROM listing_history WHERE listing_id = id AND at < moment AND kind = 'status'
        AND before ->> 'status' = 'current')`);
    return new Set(rows.map(({ id }) => id));
  }

  /** The ids of existing listings with an enabled account. */
  async enabled(ids: readonly number[]): Promise<Set<number>> {
    const rows = await this.executor.query<{ id: number }>(
      sql`SELECT listing.id FROM ${new ListingMasks(OPERATOR).from()}
        WHERE listing.id = ${anyOfIds(ids)} AND ${isEnabled(sql`listing.website_id`)}`,
      'lookup',
    );
    return new Set(rows.map(({ id }) => id));
  }

  /** The cards of listings that are currently in the list, by id. */
  async cards(ids: readonly number[], query: ListingsQuery, siteID: number): Promise<Map<number, ListingCard>> {
    if (ids.length === 0) return new Map();
    const given = Object.assign(query, { view: 'card', page: 1, limit: ids.length, cursor: undefined });
    const { search, inOrder: _, ...list } = this.list(given, siteID);
    const where = sql`${search.where} AND listing.id = ANY(${ids}::int[])`;
    const { items } = await this.pages.read({ ...list, search: { ...search, where } });
    return new Map(items.map((text) => parseStored<ListingCard>(text)).map((card) => [card.id, card]));
  }
}
