import { isShownBy } from '@app/accounts';
import type { Recipient } from '@app/http';
import { queryList, type CountsValue } from '@app/lists';
import { always } from '@app/cache';
import { sql, SqlExecutor, type Sql } from '@app/sql';
import { Injectable } from '@nestjs/common';
import type { ListingColumn } from '../finder/listing-columns.js';
import { ListingFinder } from '../finder/listing-finder.js';
import type { ListingGroupStatistics, ListingStatistics } from './statistics.fields.js';
import type { ListingStatisticsQuery } from './statistics.query.js';
import type { StatisticsGroup } from './statistics.kinds.js';
import { statisticsStatement } from './statistics.reads.js';

const COLUMN_OF: Readonly<Record<StatisticsGroup, ListingColumn>> = {
  suburb: 'suburb_id',
  listingType: 'listing_type',
  bedrooms: 'bedrooms',
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
        return by === 'suburb' ? { ...dependencies, suburb: always } : dependencies;
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
  return sql`${by ? finder.column(COLUMN_OF[by]) : sql`NULL::int`} AS key, ${isShown} AS shown_here,
    ${finder.column('price')} AS price, ${finder.column('shown_sold_price')} AS sold_price`;
}
