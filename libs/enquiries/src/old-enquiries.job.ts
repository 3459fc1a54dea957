import { SETTINGS, type Settings } from '@app/config';
import { SqlExecutor } from '@app/sql';
import { PruningJob } from '@app/writes';
import { Inject, Injectable } from '@nestjs/common';

/** Deletes expired enquiries and counts. */
@Injectable()
export class OldEnquiriesJob extends PruningJob {
  constructor(
    executor: SqlExecutor,
    @Inject(SETTINGS) { enquiriesRetention: days }: Pick<Settings, 'enquiriesRetention'>,
  ) {
    super(executor, {
      job: 'enquiries',
      lock: 'oldEnquiries',
      rows: {
        counts: { table: 'enquiry_counts', at: 'until', days: 0 },
        enquiries: { table: 'enquiries', at: 'created_at', days },
      },
    });
  }
}
