import type { Recipient } from '@app/http';
import { selectivityOf, type CountsValue } from '@app/lists';
import { always } from '@app/cache';
import { sql, SqlExecutor, type Sql } from '@app/sql';
import { Injectable } from '@nestjs/common';
import { queryForSite, visibilityInList, type ListingVisibility } from '../documents/listing-visibility.reads.js';
import { isShownBy } from '../filters/listing-conditions.filters.js';
import { listDependencies, listingsToSearch, matchesListing } from '../filters/listings-matching.filters.js';
import type { ListingGroupStatistics, ListingStatistics } from './statistics.fields.js';
import type { ListingStatisticsQuery } from './statistics.filters.js';
import type { StatisticsGroup } from './statistics.kinds.js';
import { statisticsStatement } from './statistics.reads.js';

const COLUMN_OF: Readonly<Record<StatisticsGroup, string>> = {
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

  /** @throws FORBIDDEN for parameters that are not for the public */
  async read(given: ListingStatisticsQuery, recipient: Recipient): Promise<CountsValue<ListingStatistics>> {
    const visible = visibilityInList(recipient, undefined);
    const query = queryForSite(visible.query(given), recipient);
    const { by } = query;
    const statement = statisticsStatement(
      {
        from: listingsToSearch(query),
        where: visible.condition(matchesListing(query)),
        audience: recipient.audience,
        columns: listingColumns(visible, recipient, by),
      },
      query,
      by,
    );
    const { rows } = await this.executor.queryList<{ numbers: ListingGroupStatistics }>(
      statement,
      selectivityOf(query) === 'high',
    );
    const [whole, ...groups] = rows.map(({ numbers }) => numbers);
    if (!whole) throw new Error('No listings have statistics as well');
    return {
      counts: by ? { ...whole, groups } : whole,
      dependsOn: () => {
        const dependencies = listDependencies(query, { columns: COLUMNS }, { keys: [], others: {} });
        return visible.dependencies(by === 'suburb' ? { ...dependencies, suburb: always } : dependencies);
      },
    };
  }
}

/** The columns of `listing` as the recipient sees them. */
function listingColumns({ column }: ListingVisibility, { siteID }: Recipient, by: StatisticsGroup | undefined): Sql {
  const isShown = siteID === undefined ? sql`FALSE` : isShownBy(sql`listing`, siteID);
  return sql`${by ? column(COLUMN_OF[by]) : sql`NULL::int`} AS key, ${isShown} AS shown_here,
    ${column('price')} AS price, ${column('shown_sold_price')} AS sold_price`;
}
