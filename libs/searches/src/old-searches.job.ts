import { SETTINGS, type Settings } from '@app/config';
import { SqlExecutor } from '@app/sql';
import { PruningJob } from '@app/writes';
import { Inject, Injectable } from '@nestjs/common';

/** Deletes searches that have not been used for a long time. */
@Injectable()
export class OldSearchesJob extends PruningJob {
  constructor(
    executor: SqlExecutor,
    @Inject(SETTINGS) { searchesRetention: days }: Pick<Settings, 'searchesRetention'>,
  ) {
    super(executor, {
      job: 'searches',
      lock: 'oldSearches',
      rows: {
        'saved searches': { table: 'searches', at: 'used_at', days },
      },
    });
  }
}
