import { selectReserved, sql } from '@app/sql';
import { RequestValue } from '@app/http';
import { Injectable } from '@nestjs/common';
import { InjectEntityManager } from '@nestjs/typeorm';
import type { Request } from 'express';
import { EntityManager } from 'typeorm';
import { SingleFlight } from './single-flight.js';

/**
 * The transactions that are visible now, and which life of the server numbered them. PostgreSQL gives each writing
 * transaction a number and a snapshot names those that count, so equal texts mean equal data, on every replica of the
 * service, without a counter that writers would queue for.
 *
 * When a backend dies, the server recovers from a crash without a new start, and may give numbers again that were given
 * to what was lost. Its statistics begin anew then, which tells one life from the next (ADR 15).
 */
export const snapshotColumn = sql`
  pg_current_snapshot()::text || ' ' || extract(epoch FROM pg_postmaster_start_time())
    || ' ' || extract(epoch FROM pg_stat_get_bgwriter_stat_reset_time()) AS snapshot`;

/** What is committed, as one text: a snapshot. */
@Injectable()
export class SnapshotClock {
  private readonly known = new RequestValue<Promise<string>>('snapshot');
  private readonly questions = new SingleFlight(() => this.ask());

  constructor(@InjectEntityManager() private readonly store: EntityManager) {}

  /** A snapshot that is not older than the request; asked for once a request. */
  of(request: Request): Promise<string> {
    let snapshot = this.known.get(request);
    if (!snapshot) {
      snapshot = this.questions.answer('snapshot');
      this.known.set(request, snapshot);
    }
    return snapshot;
  }

  /** Notes a snapshot that another statement of the request has told. */
  note(request: Request, snapshot: string): void {
    this.known.set(request, Promise.resolve(snapshot));
  }

  private async ask(): Promise<string> {
    const [now] = await selectReserved<{ snapshot: string }>(this.store, sql`SELECT ${snapshotColumn}`);
    return now?.snapshot ?? '';
  }
}
