import { sql, type Sql } from '../tag.js';

/** A position in the write-ahead log, in bytes from its beginning. */
export type WalPosition = number;

/** The history of the data of a server: servers of one cluster on one timeline have the same, in the same database. */
export interface ServerHistory {
  readonly system: string;
  readonly timeline: number;
  readonly database: string;
}

/** The history of a primary. */
export interface PrimaryHistory extends ServerHistory {
  /** The length of a file of the write-ahead log. */
  readonly segmentBytes: number;
}

/** What a replica must have before it answers. */
export interface Wanted extends PrimaryHistory {
  /** The end of the last record. */
  readonly wal: WalPosition;
}

/** What a server says of itself. */
export interface ReplicaState extends ServerHistory {
  readonly isStandby: boolean;
  readonly wal: WalPosition;
}

/** The pages of the write-ahead log, and what each begins with: the first page of a file with more. */
const PAGE = 8_192;
const PAGE_HEADER = 24;
const FIRST_PAGE_HEADER = 40;

/**
 * SQL: the state of a standby. A standby that has followed a primary to another timeline tells so by its control file,
 * after its next restart point; to a role with `pg_read_all_stats` at once.
 */
export const REPLICA_STATE = sql`SELECT pg_is_in_recovery() AS "isStandby", system_identifier::text AS system, current_database() AS database,
    greatest(checkpoint.timeline_id, min_recovery_end_timeline, (SELECT received_tli FROM pg_stat_wal_receiver)) AS timeline,
    coalesce(pg_last_wal_replay_lsn() - '0/0'::pg_lsn, 0)::float8 AS wal
  FROM pg_control_system(), pg_control_checkpoint() checkpoint, pg_control_recovery()`;

/** SQL: whether a server is a standby that has replayed what was written up to a position. */
export const hasReplayed = (wal: WalPosition): Sql =>
  sql`SELECT pg_is_in_recovery() AND pg_last_wal_replay_lsn() - '0/0'::pg_lsn >= ${wal}::numeric AS "hasReplayed"`;

/** Why a server must not answer for the primary: its data may be other data. */
export function faultOf(state: ReplicaState, wanted: ServerHistory): string | undefined {
  if (!state.isStandby) return 'is no standby, or was promoted';
  if (state.system !== wanted.system) return 'belongs to another cluster';
  if (state.database !== wanted.database)
    return `is the database ${state.database}, and the primary ${wanted.database}`;
  if (state.timeline === wanted.timeline) return undefined;
  return `is on timeline ${state.timeline}, and the primary on ${wanted.timeline}`;
}

/** A replica that is behind for longer is reported: replay that waits for a statement of the standby ends before (`max_standby_streaming_delay`). */
const REPORTED_LAG_SECONDS = 30;

/** Why a replica that could answer is not read. @param lagSeconds since when it has not had all that the primary had */
export const delayOf = (lagSeconds: number): string | undefined =>
  lagSeconds > REPORTED_LAG_SECONDS ? `has been behind for more than ${REPORTED_LAG_SECONDS} s` : undefined;

/** The primary names the place of its next record. On a new page that is behind the header, but the last record ends before it. */
export function endOfRecord(wal: WalPosition, { segmentBytes }: Pick<PrimaryHistory, 'segmentBytes'>): WalPosition {
  const header = wal % segmentBytes < PAGE ? FIRST_PAGE_HEADER : PAGE_HEADER;
  return wal % PAGE === header ? wal - header : wal;
}
