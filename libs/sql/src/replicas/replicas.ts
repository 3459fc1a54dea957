import type { QueryConfig, QueryResult } from 'pg';
import type { UrlSource } from '../pool/url-source.js';
import { Replica } from './replica.js';
import { endOfRecord, type PrimaryHistory, type WalPosition, type RequiredState } from './replica-state.js';

/** The position of the primary that a process has read. */
export interface PrimaryPosition {
  /** The end of the write-ahead log, in bytes; null for a server that is itself a standby. */
  readonly wal: WalPosition | null;
  readonly serverIncarnation: string;
  /** Null: unchanged. */
  readonly history: PrimaryHistory | null;
}

/** The rows that a replica returned. */
export interface ReplicaAnswer<Row extends object> {
  readonly rows: Row[];
  /** The incarnation of the primary (ADR 7). */
  readonly serverIncarnation: string;
}

/** Builds the query for a server, prepared if possible. */
type Prepare = (server: { readonly canPrepare: boolean }) => QueryConfig;

interface ReplicasSettings {
  readonly urls: readonly string[];
  /** The number of connections per replica. */
  readonly connections: number;
  readonly statementTimeoutMs: number;
  /** While the primary is away, the lag of replicas is unknown. */
  readonly isPrimaryAway: () => boolean;
}

/**
 * The standbys that serve lists (ADR 32). A standby must have replayed the position that this process has read from the
 * primary, so no response is older than its request.
 */
export class Replicas {
  private readonly replicas: readonly Replica[];
  private wanted: RequiredState | undefined;
  private serverIncarnation = '';
  private turn = 0;

  constructor({ urls, isPrimaryAway, ...limits }: ReplicasSettings) {
    const wanted = () => (isPrimaryAway() ? undefined : this.wanted);
    this.replicas = urls.map((url) => new Replica(nameOf(url), url, limits, wanted));
  }

  /** The replicas' sources with their next URLs, which are given in the same order. */
  sourcesFor(urls: readonly string[]): [UrlSource, string][] {
    return this.replicas.flatMap(({ source }, at) => {
      const url = urls[at];
      return url === undefined ? [] : [[source, url] as [UrlSource, string]];
    });
  }

  /** Replaces connections of former URLs. */
  renew(): void {
    for (const replica of this.replicas) replica.renew();
  }

  get areGiven(): boolean {
    return this.replicas.length > 0;
  }

  /** Whether the clock must read the history of the primary. */
  get needsHistory(): boolean {
    return !this.wanted;
  }

  /** Records the position of the primary. */
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
   * The rows from a replica; undefined: the primary must answer.
   * @throws the error of a statement that timed out
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

  /** Selects replicas round-robin. */
  private next(wanted: RequiredState): Replica | undefined {
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

/** Host and port, without the password. */
function nameOf(url: string): string {
  const { host, searchParams } = new URL(url);
  return host || (searchParams.get('host') ?? '');
}
