import { SETTINGS, type Settings } from '@app/config';
import { SqlExecutor } from '@app/sql';
import { PruningJob } from '@app/writes';
import { Inject, Injectable } from '@nestjs/common';

/** Prunes the audit log and the stored responses of idempotency keys. */
@Injectable()
export class WriteTracesJob extends PruningJob {
  constructor(executor: SqlExecutor, @Inject(SETTINGS) { auditRetention: days }: Pick<Settings, 'auditRetention'>) {
    super(executor, {
      job: 'audit',
      lock: 'writeTraces',
      rows: {
        'audit entries': { table: 'audit_log', at: 'at', days },
        'stored responses': { table: 'idempotent_answers', at: 'at', days: 1 },
      },
    });
  }
}
