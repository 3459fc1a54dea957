import { sql, SqlExecutor, type Sql } from '@app/sql';
import { RequestValue } from '@app/http';
import { Injectable } from '@nestjs/common';
import type { Request } from 'express';
import { ChangeTracker, type Base, type LogPosition, type Reading } from './change-tracker.js';
import { SingleFlight } from './single-flight.js';

/**
 * What tells one life of the server from another: its start, and the start of its statistics. After a crash of a backend
 * the server recovers without a restart and may reuse numbers of lost transactions; its statistics start again then
 * (ADR 15).
 */
export const life = sql`extract(epoch FROM pg_postmaster_start_time())
  || ' ' || extract(epoch FROM pg_stat_get_bgwriter_stat_reset_time())`;

/**
 * SQL column: the transactions visible now. PostgreSQL numbers each writing transaction, and a snapshot names the
 * committed ones. So equal texts mean equal data, on every replica of the service, without a counter that writers would
 * have to lock.
 */
export const snapshotColumn = sql`pg_current_snapshot()::text || ' ' || ${life} AS snapshot`;

/** More changes than these are not worth judging: everything is forgotten. */
const MOST_CHANGES = 2_000;

/** SQL columns: the snapshot, and the changes that it sees and another one of the same life did not, or the end of the log. */
const columnsSince = (last: Base | undefined): Sql => sql`
  pg_current_snapshot()::text AS snapshot, ${life} AS life,
  CASE WHEN (pg_current_snapshot()::text, ${life}) IS DISTINCT FROM (${last?.snapshot.text ?? null}::text, ${last?.life ?? null}::text)
    THEN read_changes(CASE WHEN ${life} = ${last?.life ?? null}::text THEN ${last?.snapshot.text ?? null}::text::pg_snapshot END,
      ${MOST_CHANGES}) END AS changes`;

/** Reads what was committed, and keeps what is known of the log of changes (ADR 9). */
@Injectable()
export class SnapshotClock {
  private readonly tracker = new ChangeTracker();
  private readonly known = new RequestValue<Promise<LogPosition>>('log position');
  private readonly questions = new SingleFlight(async () => (await this.read((columns) => sql`SELECT ${columns}`)).at);

  constructor(private readonly executor: SqlExecutor) {}

  /** The latest changes. */
  get ring() {
    return this.tracker.ring;
  }

  /** The latest position that a request has read; undefined before the first one. */
  get latest(): LogPosition | undefined {
    return this.tracker.latest;
  }

  /** A position that is not older than this call. */
  now(): Promise<LogPosition> {
    return this.questions.answer('position');
  }

  /** A position that is not older than the request; read once per request. */
  of(request: Request): Promise<LogPosition> {
    let at = this.known.get(request);
    if (!at) {
      at = this.now();
      this.known.set(request, at);
    }
    return at;
  }

  /** Stores a position that another statement of the request has read. */
  note(request: Request, at: LogPosition): void {
    this.known.set(request, Promise.resolve(at));
  }

  /**
   * Reads one row, together with the position.
   *
   * @param statement the statement with these columns beside its own
   */
  async read<Row extends object>(statement: (columns: Sql) => Sql): Promise<{ row: Row; at: LogPosition }> {
    const { rows, at } = await this.readAll<Row>(statement);
    return { row: rows[0], at };
  }

  /**
   * Reads rows, together with the position; at least one.
   *
   * @param statement the statement with these columns beside its own, the same in each row
   */
  async readAll<Row extends object>(
    statement: (columns: Sql) => Sql,
  ): Promise<{ rows: readonly [Row, ...Row[]]; at: LogPosition }> {
    const { base } = this.tracker;
    const [row, ...rows] = await this.executor.queryReserved<Row & Reading>(statement(columnsSince(base)));
    if (!row) throw new Error('A statement of the clock gives a row');
    return { rows: [row, ...rows], at: this.tracker.apply(base, row) };
  }
}
