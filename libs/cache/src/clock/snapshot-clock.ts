import { databaseOf, sql, SqlExecutor, type PrimaryPosition, type Sql } from '@app/sql';
import { RequestValue } from '@app/http';
import { Injectable, createParamDecorator, type ExecutionContext, type PipeTransform } from '@nestjs/common';
import type { Request } from 'express';
import { ChangeTracker, type Base, type LogPosition, type ClockReading } from './change-tracker.js';
import { SingleFlight } from './single-flight.js';
import type { SafeHorizon } from './safe-horizon.js';

/**
 * SQL: identifies the server incarnation, by the start times of the server and of its statistics. After the crash of a
 * backend, the server recovers without a restart and may reuse ids of lost transactions; its statistics start again
 * (ADR 7).
 */
export const serverIncarnation = sql`extract(epoch FROM pg_postmaster_start_time())
  || ' ' || extract(epoch FROM pg_stat_get_bgwriter_stat_reset_time())`;

/**
 * SQL column: the visible transactions. PostgreSQL numbers each writing transaction, and a snapshot identifies the
 * committed ones. Equal texts mean equal data on every replica, without a counter that writers must lock.
 */
export const snapshotColumn = sql`pg_current_snapshot()::text || ' ' || ${serverIncarnation} AS snapshot`;

/** More changes than this are not tested; a new epoch begins instead. */
const MOST_CHANGES = 2_000;

/** SQL: the history of the primary. The first eight characters in the name of a WAL file are the timeline. */
const HISTORY = sql`SELECT jsonb_build_object('system', system_identifier::text, 'database', current_database(),
  'segmentBytes', pg_size_bytes(current_setting('wal_segment_size')),
  'timeline', ('x' || left(pg_walfile_name(pg_current_wal_insert_lsn()), 8))::bit(32)::int) FROM pg_control_system()`;

/**
 * SQL columns: the end of the write-ahead log, after every commit that the snapshot sees; and the history, if it is
 * unknown or another server may have taken over.
 */
const walColumns = (last: Base | undefined, needsHistory: boolean): Sql => sql`
  CASE WHEN NOT pg_is_in_recovery() THEN (pg_current_wal_insert_lsn() - '0/0'::pg_lsn)::float8 END AS wal,
  CASE WHEN NOT pg_is_in_recovery() AND (${needsHistory}::bool OR ${serverIncarnation} IS DISTINCT FROM ${last?.serverIncarnation ?? null}::text)
    THEN (${HISTORY}) END AS history,`;

/**
 * SQL columns: the snapshot, and the changes since the last snapshot of this server incarnation, or else the end of the
 * log.
 */
const columnsSince = (last: Base | undefined): Sql => sql`
  pg_current_snapshot()::text AS snapshot, ${serverIncarnation} AS "serverIncarnation",
  CASE WHEN (pg_current_snapshot()::text, ${serverIncarnation}) IS DISTINCT FROM (${last?.snapshot.text ?? null}::text, ${last?.serverIncarnation ?? null}::text)
    THEN read_changes(CASE WHEN ${serverIncarnation} = ${last?.serverIncarnation ?? null}::text THEN ${last?.snapshot.text ?? null}::text::pg_snapshot END,
      ${MOST_CHANGES}) END AS changes`;

/** Reads snapshots and changes, and keeps the latest changes (ADR 7). */
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
   * Reads one row together with the position.
   * @param statement builds a statement that selects the given columns as well
   */
  async read<Row extends object>(statement: (columns: Sql) => Sql): Promise<{ row: Row; at: LogPosition }> {
    const { base } = this.tracker;
    const { replicas } = databaseOf(this.executor.manager.dataSource);
    const { areGiven, needsHistory } = replicas;
    const columns = areGiven ? sql`${walColumns(base, needsHistory)} ${columnsSince(base)}` : columnsSince(base);
    const [row] = await this.executor.query<Row & ClockReading & PrimaryPosition>(statement(columns), 'reserved');
    if (!row) throw new Error('A clock statement must return a row');
    if (areGiven) replicas.reached(row);
    return { row, at: this.tracker.apply(base, row) };
  }
}

@Injectable()
class SnapshotPipe implements PipeTransform<Request, Promise<string>> {
  constructor(private readonly clock: SnapshotClock) {}

  async transform(request: Request): Promise<string> {
    return (await this.clock.of(request)).snapshot;
  }
}

@Injectable()
class SafeHorizonPipe implements PipeTransform<Request, Promise<SafeHorizon>> {
  constructor(private readonly clock: SnapshotClock) {}

  async transform(request: Request): Promise<SafeHorizon> {
    return (await this.clock.of(request)).end;
  }
}

const CurrentRequest = createParamDecorator((_: unknown, context: ExecutionContext) =>
  context.switchToHttp().getRequest<Request>(),
);

/** Handler parameter: the text of a snapshot that is not older than the request. */
export const Snapshot = (): ParameterDecorator => CurrentRequest(SnapshotPipe);

/** Handler parameter: the safe horizon of the log, not older than the request. */
export const CurrentSafeHorizon = (): ParameterDecorator => CurrentRequest(SafeHorizonPipe);
