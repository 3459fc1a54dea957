import { currentDay, isShownById } from '@app/accounts';
import type { Recipient } from '@app/http';
import { queryList, type CountsValue } from '@app/lists';
import { always, type Resource } from '@app/cache';
import { sql, SqlExecutor, type Sql } from '@app/sql';
import { Injectable } from '@nestjs/common';
import { col, type ListingColumn } from '../finder/listing-columns.js';
import { ListingFinder } from '../finder/listing-finder.js';
import type { ListingGroupStatistics, ListingStatistics } from './statistics.fields.js';
import type { ListingStatisticsQuery } from './statistics.query.js';
import type { StatisticsGroup } from './statistics.kinds.js';
import { statisticsStatement, type StatisticsSearch } from './statistics.reads.js';

/** The columns of groups, or those that their joins need; agents are joined by id. */
const COLUMN_OF: Readonly<Partial<Record<StatisticsGroup, ListingColumn>>> = {
  suburb: 'suburb_id',
  postcode: 'suburb_id',
  listingType: 'listing_type',
  category: 'category',
  bedrooms: 'bedrooms',
  websiteID: 'website_id',
};

/** The resource whose names the groups show. */
const NAMED: Readonly<Partial<Record<StatisticsGroup, Resource>>> = {
  suburb: 'suburb',
  postcode: 'suburb',
  agent: 'agent',
  websiteID: 'account',
};

/** The columns that statistics and events are made of; the history of a listing changes with its status. */
const COLUMNS = [
  'status',
  'listing_type',
  'flags',
  'firstdate',
  'created_at',
  'modtime',
  'sold_day',
  'outcome_day',
  'auction_outcome',
  'time_zone',
  'price',
  'shown_sold_price',
  'hides_price',
  'hides_suburb',
  'is_hidden',
  'suburb_id',
  'bedrooms',
  'category',
  'agents',
  'shown_by',
];

/** Computes statistics of listings (B60, B78). */
@Injectable()
export class ListingStatisticsRepository {
  constructor(private readonly executor: SqlExecutor) {}

  /** @throws FORBIDDEN for parameters that the public may not use */
  async read(given: ListingStatisticsQuery, recipient: Recipient): Promise<CountsValue<ListingStatistics>> {
    const finder = new ListingFinder(given, recipient);
    const { query } = finder;
    const { by } = query;
    const { rows } = await queryList<{ numbers: ListingGroupStatistics }>(
      this.executor,
      query,
      statisticsStatement(searchesOf(finder, recipient), query, by, currentDay()),
    );
    const [whole, ...groups] = rows.map(({ numbers }) => numbers);
    if (!whole) throw new Error('The statistics of all listings are missing');
    return {
      counts: by ? { ...whole, groups } : whole,
      dependsOn: () => {
        const dependencies = finder.dependencies({ columns: COLUMNS });
        const named = by && NAMED[by];
        return named ? { ...dependencies, [named]: always } : dependencies;
      },
    };
  }
}

/** The rows of statistics, with the columns that the recipient sees. */
function searchesOf(finder: ListingFinder<ListingStatisticsQuery>, recipient: Recipient): StatisticsSearch {
  const { query } = finder;
  const current = new ListingFinder(withStatus(query, ['current']), recipient).search();
  const { from, where } = finder.events();
  const seen = eventsSeenBy(recipient);
  const column = query.by && COLUMN_OF[query.by];
  return {
    every: finder.every(),
    current: { ...current, where: sql`${current.where} AND ${col('status')} = 'current'` },
    events: { from, where: seen ? sql`${where} AND ${seen}` : where },
    ownKey: column ? finder.column(column) : sql`NULL::int`,
    price: finder.column('price'),
    amount: sql`CASE WHEN ${finder.masks.shows('price')} THEN event.amount END`,
  };
}

/** The copy keeps the prototype, whose class declares the parameters. */
const withStatus = (query: ListingStatisticsQuery, status: string[]): ListingStatisticsQuery =>
  Object.assign(Object.create(Object.getPrototypeOf(query) as object) as ListingStatisticsQuery, query, { status });

/**
 * The public sees that a listing was sold or leased if its website shows the listing, and no withdrawal. The events of
 * other statuses are those of listings that it sees.
 */
function eventsSeenBy({ audience, siteID }: Recipient): Sql | undefined {
  if (audience !== 'public') return undefined;
  const isShown = siteID === undefined ? sql`FALSE` : isShownById(sql`listing`, siteID);
  return sql`event.what <> 'withdrawn' AND (event.what NOT IN ('sold', 'leased') OR ${isShown})`;
}
