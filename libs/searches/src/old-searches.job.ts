import { SETTINGS, type Settings } from '@app/config';
import { sql, SqlExecutor } from '@app/sql';
import { oldest, PruningJob } from '@app/writes';
import { Inject, Injectable } from '@nestjs/common';

/** Deletes searches that have not been used for a long time. */
@Injectable()
export class OldSearchesJob extends PruningJob {
  constructor(executor: SqlExecutor, @Inject(SETTINGS) settings: Settings) {
    super(executor, {
      job: 'searches',
      lock: 'oldSearches',
      table: 'searches',
      statements: {
        'saved searches': oldest(
          sql`searches`,
          sql`used_at`,
          sql`${settings.searchesRetention}::int * interval '1 day'`,
        ),
      },
    });
  }
}
