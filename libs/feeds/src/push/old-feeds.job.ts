import { SETTINGS, type Settings } from '@app/config';
import { SqlExecutor } from '@app/sql';
import { PruningJob } from '@app/writes';
import { Inject, Injectable } from '@nestjs/common';
import { isRepeated } from '../intake/feed-runs.repository.js';

/** Deletes expired runs of feeds with their problems, and records of deleted listings. */
@Injectable()
export class OldFeedsJob extends PruningJob {
  constructor(executor: SqlExecutor, @Inject(SETTINGS) { feedsRetention: days }: Pick<Settings, 'feedsRetention'>) {
    super(executor, {
      job: 'feeds',
      lock: 'oldFeeds',
      rows: {
        'feed runs': { table: 'feed_runs', at: 'started_at', days, condition: isRepeated },
        'records of deleted listings': { table: 'deleted_listings', at: 'modtime', days },
      },
    });
  }
}
