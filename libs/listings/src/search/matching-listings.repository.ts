import { isEnabled } from '@app/accounts';
import { everyRow, givenOf, hasAnyOf, meetsAll, PageReader, publicQuery, type ListQuery } from '@app/lists';
import type { Recipient } from '@app/http';
import type { MatchesRow } from '@app/cache';
import { parseStored } from '@app/schema';
import { anyOfIds, sql, SqlExecutor } from '@app/sql';
import { Injectable } from '@nestjs/common';
import type { ListingCard } from '../dto/listing-card.fields.js';
import { PAST_STATUSES } from '../dto/listing.kinds.js';
import type { ListingsQuery } from '../filters/listing.filters.js';
import { queryForSite } from '../documents/listing-visibility.reads.js';
import { showsDataOf } from '../filters/listing-public.filters.js';
import { matchesListing, matchesLogged } from '../filters/listings-matching.filters.js';
import { ListingsRepository, type ItemRow } from '../listings.repository.js';

/** The statuses of listings that the visitors of a site see. */
export const VISITED_STATUSES: readonly string[] = ['current', ...PAST_STATUSES];

const visitorsOf = (siteID: number): Recipient => ({ audience: 'public', siteID });

/** Tests whether the visitors of a site find a logged row by a query, apart from whether its account is enabled (ADR 29). */
export function rowForSite(given: ListingsQuery, siteID: number): MatchesRow {
  const query = queryForSite(publicQuery(given), visitorsOf(siteID));
  const isOfSite = given.status === 'current' ? undefined : hasAnyOf('shown_by', [siteID]);
  return meetsAll([isOfSite, matchesLogged(query), ...shownFor(query)]) ?? everyRow;
}

/** The tests of what queries hide, by the parameters that they have: the condition that tells them takes a while to make. */
const shown = new Map<string, MatchesRow[]>();

function shownFor(query: ListingsQuery): MatchesRow[] {
  const names = givenOf(query).map(({ parameter: { name } }) => name);
  const key = [query.baseDate, ...names].join(' ');
  const tests = shown.get(key) ?? showsDataOf(matchesListing(query));
  shown.set(key, tests);
  return tests;
}

/** Reads which of some listings the visitors of a site find by a query. */
@Injectable()
export class MatchingListings {
  constructor(
    private readonly listings: ListingsRepository,
    private readonly pages: PageReader,
    private readonly executor: SqlExecutor,
  ) {}

  /** The list, always from the primary: it is not cached. */
  list(query: ListingsQuery, siteID: number): ListQuery<ItemRow> {
    const { dependsOn: _, ...list } = this.listings.list(query, visitorsOf(siteID));
    return list;
  }

  /** The ids that the list has now. */
  async among(ids: readonly number[], query: ListingsQuery, siteID: number): Promise<Set<number>> {
    if (ids.length === 0) return new Set();
    const { search } = this.list(query, siteID);
    const rows = await this.executor.queryRows<{ id: number }>(
      sql`SELECT listing.id FROM ${search.from} WHERE ${search.where} AND listing.id = ANY(${ids}::int[])`,
    );
    return new Set(rows.map(({ id }) => id));
  }

  /** The ids of listings that exist and whose account is enabled. */
  async enabled(ids: readonly number[]): Promise<Set<number>> {
    const rows = await this.executor.queryPrepared<{ id: number }>(
      sql`SELECT id FROM listings WHERE id = ${anyOfIds(ids)} AND ${isEnabled(sql`listings.website_id`)}`,
    );
    return new Set(rows.map(({ id }) => id));
  }

  /** The cards of listings that the list has now, by id. */
  async cards(ids: readonly number[], query: ListingsQuery, siteID: number): Promise<Map<number, ListingCard>> {
    if (ids.length === 0) return new Map();
    const given = Object.assign(query, { view: 'card', page: 1, limit: ids.length, cursor: undefined });
    const { search, inOrder: _, ...list } = this.list(given, siteID);
    const where = sql`${search.where} AND listing.id = ANY(${ids}::int[])`;
    const { items } = await this.pages.read({ ...list, search: { ...search, where } });
    return new Map(items.map((text) => parseStored<ListingCard>(text)).map((card) => [card.id, card]));
  }
}
