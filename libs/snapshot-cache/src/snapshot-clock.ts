import { sql, SqlExecutor } from '@app/sql';
import { RequestValue } from '@app/http';
import { Injectable } from '@nestjs/common';
import type { Request } from 'express';
import { SingleFlight } from './single-flight.js';

/**
 * SQL column: the transactions visible now, and the statistics start time of the server. PostgreSQL numbers each
 * writing transaction, and a snapshot names the committed ones. So equal texts mean equal data, on every replica of the
 * service, without a counter that writers would have to lock. After a crash of a backend the server recovers without a
 * restart and may reuse numbers of lost transactions; its statistics start again then, which makes the text different
 * (ADR 15).
 */
export const snapshotColumn = sql`
  pg_current_snapshot()::text || ' ' || extract(epoch FROM pg_postmaster_start_time())
    || ' ' || extract(epoch FROM pg_stat_get_bgwriter_stat_reset_time()) AS snapshot`;

/** Reads the current snapshot: a text that identifies the committed data. */
@Injectable()
export class SnapshotClock {
  private readonly known = new RequestValue<Promise<string>>('snapshot');
  private readonly questions = new SingleFlight(() => this.ask());

  constructor(private readonly executor: SqlExecutor) {}

  /** A snapshot that is not older than the request; read once per request. */
  of(request: Request): Promise<string> {
    let snapshot = this.known.get(request);
    if (!snapshot) {
      snapshot = this.questions.answer('snapshot');
      this.known.set(request, snapshot);
    }
    return snapshot;
  }

  /** Stores a snapshot that another statement of the request has read. */
  note(request: Request, snapshot: string): void {
    this.known.set(request, Promise.resolve(snapshot));
  }

  private async ask(): Promise<string> {
    const [now] = await this.executor.queryReserved<{ snapshot: string }>(sql`SELECT ${snapshotColumn}`);
    return now?.snapshot ?? '';
  }
}
