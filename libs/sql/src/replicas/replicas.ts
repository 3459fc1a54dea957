import type { QueryConfig, QueryResult } from 'pg';
import { Replica } from './replica.js';
import { endOfRecord, type PrimaryHistory, type WalPosition, type Wanted } from './replica-state.js';

/** How far a process has read the primary. */
export interface PrimaryPosition {
  /** The end of the write-ahead log; null for a server that is itself a standby. */
  readonly wal: WalPosition | null;
  readonly serverIncarnation: string;
  /** Where it may have changed. */
  readonly history: PrimaryHistory | null;
}

/** What a replica has answered. */
export interface ReplicaAnswer<Row extends object> {
  readonly rows: Row[];
  /** The incarnation of the primary (ADR 9). */
  readonly serverIncarnation: string;
}

/** Makes the query of a connection: prepared, where that is possible. */
type Prepare = (server: { readonly canPrepare: boolean }) => QueryConfig;

interface ReplicasSettings {
  readonly urls: readonly string[];
  /** To each replica. */
  readonly connections: number;
  readonly statementTimeoutMs: number;
  /** Until it is back, the delay of a replica is not known. */
  readonly isPrimaryAway: () => boolean;
}

/**
 * The standbys that answer lists (ADR 45). What a process has read of the primary by its clock is the position that they
 * must have replayed: so no answer is older than its request, whichever server has it.
 */
export class Replicas {
  private readonly replicas: readonly Replica[];
  private wanted: Wanted | undefined;
  private serverIncarnation = '';
  private turn = 0;

  constructor({ urls, isPrimaryAway, ...limits }: ReplicasSettings) {
    const wanted = () => (isPrimaryAway() ? undefined : this.wanted);
    this.replicas = urls.map((url) => new Replica(nameOf(url), url, limits, wanted));
  }

  get areGiven(): boolean {
    return this.replicas.length > 0;
  }

  /** Whether the clock has to tell the history of the primary. */
  get needsHistory(): boolean {
    return !this.wanted;
  }

  /** Takes in how far the primary was read. */
  reached({ wal, serverIncarnation, history }: PrimaryPosition): void {
    if (serverIncarnation !== this.serverIncarnation || wal === null) this.forget(serverIncarnation);
    const { wanted = history } = this;
    if (wal === null || !wanted) return;
    const end = endOfRecord(wal, wanted);
    const isFirst = !this.wanted;
    this.wanted = { ...wanted, wal: Math.max(this.wanted?.wal ?? 0, end) };
    if (isFirst) for (const replica of this.replicas) replica.start();
  }

  /**
   * What a replica answers to a reading statement; undefined when the primary has to.
   *
   * @throws the error of a statement that took too long
   */
  async query<Row extends object>(prepare: Prepare): Promise<ReplicaAnswer<Row> | undefined> {
    const { wanted, serverIncarnation } = this;
    const replica = wanted && this.next(wanted);
    if (!replica) return undefined;
    const answer: QueryResult<Row> | undefined = await replica.query<Row>(prepare(replica), wanted.wal);
    return answer && { rows: answer.rows, serverIncarnation };
  }

  async end(): Promise<void> {
    await Promise.all(this.replicas.map((replica) => replica.end()));
  }

  /** The replicas take turns. */
  private next(wanted: Wanted): Replica | undefined {
    const { length } = this.replicas;
    this.turn += 1;
    for (let at = 0; at < length; at += 1) {
      const replica = this.replicas[(this.turn + at) % length];
      if (replica?.mayAnswer(wanted)) return replica;
    }
    return undefined;
  }

  private forget(serverIncarnation: string): void {
    this.serverIncarnation = serverIncarnation;
    this.wanted = undefined;
    for (const replica of this.replicas) replica.forget();
  }
}

/** Its host and port; without a password. */
function nameOf(url: string): string {
  const { host, searchParams } = new URL(url);
  return host || (searchParams.get('host') ?? '');
}
