import { isShownBy } from '@app/accounts';
import type { Recipient } from '@app/http';
import { queryList, type CountsValue } from '@app/lists';
import { always, type Resource } from '@app/cache';
import { sql, SqlExecutor, type Sql } from '@app/sql';
import { Injectable } from '@nestjs/common';
import type { ListingColumn } from '../finder/listing-columns.js';
import { ListingFinder } from '../finder/listing-finder.js';
import type { ListingGroupStatistics, ListingStatistics } from './statistics.fields.js';
import type { ListingStatisticsQuery } from './statistics.query.js';
import type { StatisticsGroup } from './statistics.kinds.js';
import { statisticsStatement } from './statistics.reads.js';

/** The columns of groups; agents and accounts are joined. */
const COLUMN_OF: Readonly<Partial<Record<StatisticsGroup, ListingColumn>>> = {
  suburb: 'suburb_id',
  listingType: 'listing_type',
  category: 'category',
  bedrooms: 'bedrooms',
};

/** The resource whose names the groups show. */
const NAMED: Readonly<Partial<Record<StatisticsGroup, Resource>>> = {
  suburb: 'suburb',
  agent: 'agent',
  websiteID: 'account',
};

/** The columns that statistics read; the history of a listing changes with its status. */
const COLUMNS = [
  'status',
  'listing_type',
  'flags',
  'firstdate',
  'modtime',
  'sold_day',
  'price',
  'shown_sold_price',
  'hides_price',
  'hides_suburb',
  'suburb_id',
  'bedrooms',
  'category',
  'agents',
  'shown_by',
];

/** Computes statistics of listings (B60). */
@Injectable()
export class ListingStatisticsRepository {
  constructor(private readonly executor: SqlExecutor) {}

  /** @throws FORBIDDEN for parameters that the public may not use */
  async read(given: ListingStatisticsQuery, recipient: Recipient): Promise<CountsValue<ListingStatistics>> {
    const finder = new ListingFinder(given, recipient);
    const { query } = finder;
    const { by } = query;
    const search = { ...finder.whole(), audience: recipient.audience, columns: listingColumns(finder, recipient, by) };
    const { rows } = await queryList<{ numbers: ListingGroupStatistics }>(
      this.executor,
      query,
      statisticsStatement(search, query, by),
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

/** The columns of `listing` as the recipient sees them. */
function listingColumns(
  finder: ListingFinder<ListingStatisticsQuery>,
  { siteID }: Recipient,
  by: StatisticsGroup | undefined,
): Sql {
  const isShown = siteID === undefined ? sql`FALSE` : isShownBy(sql`listing`, siteID);
  const column = by && COLUMN_OF[by];
  return sql`${column ? finder.column(column) : sql`NULL::int`} AS key, ${isShown} AS shown_here,
    ${finder.column('price')} AS price, ${finder.column('shown_sold_price')} AS sold_price`;
}
