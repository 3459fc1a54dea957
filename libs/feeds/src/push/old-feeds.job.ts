import { SETTINGS, type Settings } from '@app/config';
import { sql, SqlExecutor } from '@app/sql';
import { oldest, PruningJob } from '@app/writes';
import { Inject, Injectable } from '@nestjs/common';

const later = sql`SELECT FROM feed_runs later WHERE later.file = pruned.file AND later.id > pruned.id`;

/** A run that is not the last one of its file: that one tells whether the file was imported. An index finds NULL apart. */
const IS_REPEATED = sql`ended_at IS NOT NULL AND CASE WHEN website_id IS NULL
  THEN EXISTS (${later} AND later.website_id IS NULL) ELSE EXISTS (${later} AND later.website_id = pruned.website_id) END`;

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
