import { Equals, logSort, type LogSort, NumericIds, PageQuery, Parameter } from '@app/lists';
import { id } from '@app/schema';

/** The parameters of the list of feeds. */
export class FeedsQuery extends PageQuery {
  @Equals('run.website_id', id, 'Numeric id of the account of the feed. An account finds only its own runs.', {
    example: 12,
  })
  websiteID?: number;

  @NumericIds('run', 'Runs', 7)
  ids?: number[];

  @Parameter(logSort, 'Order of the list: by numeric id, the oldest first (`id`) or the newest first.', {
    initial: 'newest',
    example: 'id',
  })
  sort: LogSort;
}
