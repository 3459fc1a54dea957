import { SETTINGS, type Settings } from '@app/config';
import { sql, SqlExecutor } from '@app/sql';
import { oldest, PRUNED_AT_ONCE, PruningJob } from '@app/writes';
import { Inject, Injectable } from '@nestjs/common';

/** Deletes expired enquiries and counts. */
@Injectable()
export class OldEnquiriesJob extends PruningJob {
  constructor(executor: SqlExecutor, @Inject(SETTINGS) settings: Settings) {
    super(executor, {
      job: 'enquiries',
      lock: 'oldEnquiries',
      table: 'enquiries',
      statements: {
        // A count that is being restarted is skipped, because its transaction may wait for another one.
        counts: sql`DELETE FROM enquiry_counts WHERE subject = ANY(ARRAY(
          SELECT subject FROM enquiry_counts WHERE until <= now() LIMIT ${PRUNED_AT_ONCE} FOR UPDATE SKIP LOCKED
        )) RETURNING 1`,
        enquiries: oldest(sql`enquiries`, sql`created_at`, sql`${settings.enquiriesRetention}::int * interval '1 day'`),
      },
    });
  }
}
