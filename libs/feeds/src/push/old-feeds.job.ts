import { SETTINGS, type Settings } from '@app/config';
import { sql, SqlExecutor } from '@app/sql';
import { oldest, PruningJob } from '@app/writes';
import { Inject, Injectable } from '@nestjs/common';

/** A run that is not the last one of its file, whose report tells whether the file was imported. */
const IS_REPEATED = sql`ended_at IS NOT NULL AND EXISTS (
  SELECT FROM feed_runs later WHERE later.website_id IS NOT DISTINCT FROM pruned.website_id AND later.file = pruned.file
    AND later.id > pruned.id)`;

/** Deletes expired runs of feeds with their problems, and records of deleted listings. */
@Injectable()
export class OldFeedsJob extends PruningJob {
  constructor(executor: SqlExecutor, @Inject(SETTINGS) settings: Settings) {
    const age = sql`${settings.feedsRetention}::int * interval '1 day'`;
    super(executor, {
      job: 'feeds',
      lock: 'oldFeeds',
      table: 'feed_runs',
      statements: {
        'feed runs': oldest(sql`feed_runs`, sql`started_at`, age, IS_REPEATED),
        'records of deleted listings': oldest(sql`deleted_listings`, sql`modtime`, age),
      },
    });
  }
}
