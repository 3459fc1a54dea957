import { sql, type Sql } from '../tag.js';

/** A position in the write-ahead log, in bytes from its start. */
export type WalPosition = number;

/** Identifies the data of a server. It is equal on all servers with the same cluster, timeline and database. */
export interface ServerHistory {
  readonly system: string;
  readonly timeline: number;
  readonly database: string;
}

/** The history of a primary. */
export interface PrimaryHistory extends ServerHistory {
  /** The size of a file of the write-ahead log. */
  readonly segmentBytes: number;
}

/** The state that a replica must have reached to answer. */
export interface RequiredState extends PrimaryHistory {
  /** The end of the last record. */
  readonly wal: WalPosition;
}

/** The state that a server reports. */
export interface ReplicaState extends ServerHistory {
  readonly isStandby: boolean;
  readonly wal: WalPosition;
}

/** Page size of the write-ahead log, and header sizes; the first page of a file has a longer header. */
const PAGE = 8_192;
const PAGE_HEADER = 24;
const FIRST_PAGE_HEADER = 40;

/**
 * SQL: the state of a standby. After a switch of timeline, the control file is only updated at the next restart point;
 * a role with `pg_read_all_stats` sees the switch immediately.
 */
export const REPLICA_STATE = sql`SELECT pg_is_in_recovery() AS "isStandby", system_identifier::text AS system, current_database() AS database,
    greatest(checkpoint.timeline_id, min_recovery_end_timeline, (SELECT received_tli FROM pg_stat_wal_receiver)) AS timeline,
    coalesce(pg_last_wal_replay_lsn() - '0/0'::pg_lsn, 0)::float8 AS wal
  FROM pg_control_system(), pg_control_checkpoint() checkpoint, pg_control_recovery()`;

/** SQL: whether a server is a standby that has replayed the log up to a position. */
export const hasReplayed = (wal: WalPosition): Sql =>
  sql`SELECT pg_is_in_recovery() AND pg_last_wal_replay_lsn() - '0/0'::pg_lsn >= ${wal}::numeric AS "hasReplayed"`;

/** The fault of a server that a switch-over promoted, and that stays among the replicas. */
export const IS_PRIMARY = 'is the primary';

/** Why a server must not answer for the primary, because its data may differ. */
export function faultOf(state: ReplicaState, wanted: ServerHistory): string | undefined {
  if (state.system !== wanted.system) return 'belongs to another cluster';
  if (state.database !== wanted.database)
    return `is the database ${state.database}, and the primary ${wanted.database}`;
  if (state.timeline !== wanted.timeline)
    return `is on timeline ${state.timeline}, and the primary on ${wanted.timeline}`;
  return state.isStandby ? undefined : IS_PRIMARY;
}

/**
 * A longer lag is logged. Replay that waits for a statement of the standby is shorter (`max_standby_streaming_delay`).
 */
const REPORTED_LAG_SECONDS = 30;

/** Why a matching replica is not read. @param lagSeconds how long it has been behind the primary */
export const delayOf = (lagSeconds: number): string | undefined =>
  lagSeconds > REPORTED_LAG_SECONDS ? `has been behind for more than ${REPORTED_LAG_SECONDS} s` : undefined;

/**
 * The end of the last WAL record. The primary reports the start of the next record, which on a new page follows the
 * page header.
 */
export function endOfRecord(wal: WalPosition, { segmentBytes }: Pick<PrimaryHistory, 'segmentBytes'>): WalPosition {
  const header = wal % segmentBytes < PAGE ? FIRST_PAGE_HEADER : PAGE_HEADER;
  return wal % PAGE === header ? wal - header : wal;
}
