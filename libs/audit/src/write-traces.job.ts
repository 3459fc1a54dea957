import { SETTINGS, type Settings } from '@app/config';
import { sql, SqlExecutor } from '@app/sql';
import { oldest, PruningJob } from '@app/writes';
import { Inject, Injectable } from '@nestjs/common';

/** Prunes the audit log and the stored responses of idempotency keys. */
@Injectable()
export class WriteTracesJob extends PruningJob {
  constructor(executor: SqlExecutor, @Inject(SETTINGS) settings: Pick<Settings, 'auditRetention'>) {
    super(executor, {
      job: 'audit',
      lock: 'writeTraces',
      table: 'idempotent_answers',
      statements: {
        'audit entries': oldest(sql`audit_log`, sql`at`, sql`${settings.auditRetention}::int * interval '1 day'`),
        'stored responses': oldest(sql`idempotent_answers`, sql`at`, sql`interval '24 hours'`),
      },
    });
  }
}
