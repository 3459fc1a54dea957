import { setTimeout as sleep } from 'node:timers/promises';
import { increment, gauge, type LabelsOf } from '@app/metrics';
import { inTime } from '@app/process';
import { Logger } from '@nestjs/common';
import { Pool, type PoolClient, type QueryConfig, type QueryResult } from 'pg';
import { connectionConfig } from '../pool/connection-config.js';
import { UrlSource } from '../pool/url-source.js';
import { isConnectionLoss } from '../pool/connection-loss.js';
import { DatabaseAvailability, DatabaseAwayError, reasonOf } from '../pool/database-availability.js';
import { probe, type ServerLimits } from '../pool/limited-client.js';
import {
  delayOf,
  faultOf,
  hasReplayed,
  IS_PRIMARY,
  REPLICA_STATE,
  type ReplicaState,
  type ServerHistory,
  type WalPosition,
  type RequiredState,
} from './replica-state.js';

type ReadOutcome = LabelsOf<'replica_reads_total'>['outcome'];

/** Maximum time that a request waits for a replica. */
const WAIT_MS = 20;
/** The interval between two checks of the replayed position. */
const PAUSE_MS = 2;
/** The replica did not respond in time. */
const LATE = Symbol('late');
/** The interval between two checks of an available replica, and of an unavailable one. */
const EXAMINE_MS = 1_000;
const EXAMINE_AGAIN_MS = 100;
/** The fault until the first check. */
const NOT_EXAMINED = 'was not examined yet';
/** The code of a statement timeout: the primary would take as long. */
const TIMED_OUT = '57014';
/** The codes of recovery conflicts. */
const CANCELLED: ReadonlySet<unknown> = new Set(['40001', '40P01']);
/** The minimum interval between two log lines about failed statements. */
const FAILURE_LINE_MS = 60_000;
/** Maximum time that a shutdown waits for connections. */
const LAST_MS = 1_000;

/**
 * A standby that serves reads (ADR 32). Callers never wait long for it and never fail because of it, because the
 * primary answers instead.
 */
export class Replica {
  private readonly logger = new Logger(Replica.name);
  /** Its URL. */
  readonly source: UrlSource;
  private readonly pool: Pool;
  private readonly availability: DatabaseAvailability;
  private readonly limits: ServerLimits;
  /** Its history at the last check; undefined: the replica is not read. */
  private history: ServerHistory | undefined;
  private fault: string | undefined = NOT_EXAMINED;
  /** When it last had all changes of the primary, in milliseconds of `performance.now()`. */
  private levelAt = performance.now();
  private timer: NodeJS.Timeout | undefined;
  private isEnded = false;
  /** When a failed statement was last logged, in milliseconds of `performance.now()`. */
  private failureLoggedAt = -Infinity;

  /**
   * @param name the name in metrics and the log
   * @param url the URL of one server, not of a load balancer, because positions of servers differ
   * @param wanted the state that it must have now; undefined: the primary is away
   */
  constructor(
    readonly name: string,
    url: string,
    { connections, statementTimeoutMs }: { readonly connections: number; readonly statementTimeoutMs: number },
    private readonly wanted: () => RequiredState | undefined,
  ) {
    this.limits = { statementTimeoutMs, isPooled: false };
    this.source = new UrlSource(url);
    const config = connectionConfig(this.source, this.limits);
    this.availability = new DatabaseAvailability(() => probe(config));
    const options = { ...config, availability: this.availability, max: connections };
    this.pool = new Pool(options);
    this.pool.on('error', () => undefined); // the next statement gets another connection
  }

  /** Replaces connections of a former URL. */
  renew(): void {
    void this.source.renew(this.pool);
  }

  /** Whether a connection is free, and the history matched at the last check. */
  mayAnswer({ system, timeline }: ServerHistory): boolean {
    const { history, pool } = this;
    const isFree = pool.idleCount > 0 || pool.totalCount < pool.options.max;
    return isFree && !this.availability.isAway && history?.system === system && history.timeline === timeline;
  }

  get canPrepare(): boolean {
    return !this.limits.isPooled;
  }

  /**
   * The result of a read, from data at least as new as the given position; undefined: the primary must answer.
   * @throws the error of a statement that timed out
   */
  async query<Row extends object>(query: QueryConfig, wal: WalPosition): Promise<QueryResult<Row> | undefined> {
    const client = await this.clientInTime(wal);
    if (client === LATE) return this.count('behind');
    if (!client) return this.refuse('behind');
    try {
      const answer = await client.query<Row>(query);
      client.release();
      this.count('replica');
      return answer;
    } catch (error) {
      client.release(true);
      if (codeOf(error) === TIMED_OUT) throw error;
      if (CANCELLED.has(codeOf(error))) return this.refuse('cancelled');
      this.logFailure(error);
      return this.refuse('failed');
    }
  }

  /** Starts the periodic checks. */
  start(): void {
    if (this.timer === undefined) this.examineIn(0);
  }

  /** After a change of the primary, the replica is not read until the next check. */
  forget(): void {
    this.history = undefined;
  }

  async end(): Promise<void> {
    this.isEnded = true;
    clearTimeout(this.timer);
    this.availability.end();
    await inTime(LAST_MS, this.pool.end(), () => undefined);
  }

  /** A connection to a replica that has replayed the position; undefined: it has not, or the connection failed. */
  private async clientInTime(wal: WalPosition): Promise<PoolClient | typeof LATE | undefined> {
    const until = performance.now() + WAIT_MS;
    let isLate = false;
    const asked = this.clientUntil(wal, until).then((client) => {
      if (!isLate) return client;
      client?.release();
      return undefined;
    });
    const late = (): typeof LATE => {
      isLate = true;
      return LATE;
    };
    return inTime(WAIT_MS + PAUSE_MS, asked, late).catch(() => undefined);
  }

  private async clientUntil(wal: WalPosition, until: number): Promise<PoolClient | undefined> {
    const client = await this.pool.connect();
    try {
      do {
        if (await this.ask(client, wal)) return client;
        await sleep(PAUSE_MS);
      } while (performance.now() < until);
    } catch (error) {
      client.release(true);
      throw error;
    }
    client.release();
    return undefined;
  }

  private async ask(client: PoolClient, wal: WalPosition): Promise<boolean> {
    const { text, values } = hasReplayed(wal);
    const query = this.canPrepare ? { name: 'has replayed', text, values } : { text, values };
    const { rows } = await client.query<{ hasReplayed: boolean }>(query);
    return rows[0]?.hasReplayed === true;
  }

  private count(outcome: ReadOutcome): undefined {
    increment('replica_reads_total', { outcome });
  }

  /** Stops reading the replica until the next check. */
  private refuse(outcome: ReadOutcome): undefined {
    this.count(outcome);
    this.history = undefined;
    this.examineIn(EXAMINE_AGAIN_MS);
  }

  private examineIn(ms: number): void {
    clearTimeout(this.timer);
    if (!this.isEnded) this.timer = setTimeout(() => void this.examine(), ms).unref();
  }

  private async examine(): Promise<void> {
    const wanted = this.wanted();
    try {
      const { rows } = await this.pool.query<ReplicaState>(REPLICA_STATE.text);
      this.assess(rows[0], wanted);
    } catch (error) {
      this.history = undefined;
      // The start of the outage is omitted, because it differs between processes.
      const cause = error instanceof DatabaseAwayError ? error.cause : error;
      this.report(`does not answer: ${reasonOf(cause)}`);
    }
    // The lag of an unavailable replica grows; it is reset while the primary is away.
    const isLevel = this.history !== undefined || this.fault === IS_PRIMARY;
    if (isLevel || !wanted) this.levelAt = performance.now();
    gauge('replica_lag_seconds', { replica: this.name }, isLevel ? 0 : this.lagSeconds);
    this.examineIn(isLevel ? EXAMINE_MS : EXAMINE_AGAIN_MS);
  }

  private assess(state: ReplicaState | undefined, wanted: RequiredState | undefined): void {
    this.history = undefined;
    if (!state || !wanted) return;
    const fault = faultOf(state, wanted);
    const isLevel = state.wal >= wanted.wal;
    this.report(fault ?? (isLevel ? undefined : delayOf(this.lagSeconds)));
    if (!fault && isLevel) this.history = state;
  }

  /** Logs failed statements of an available server: a missing privilege, or a damaged file. */
  private logFailure(error: unknown): void {
    if (isConnectionLoss(error) || performance.now() - this.failureLoggedAt < FAILURE_LINE_MS) return;
    this.failureLoggedAt = performance.now();
    this.logger.warn(`Statements fail on the replica ${this.name}, and the primary answers them: ${reasonOf(error)}`);
  }

  private get lagSeconds(): number {
    return (performance.now() - this.levelAt) / 1_000;
  }

  /** Logs the beginning and the end of a fault once. The end is a warning too, for logs that contain only warnings. */
  private report(fault: string | undefined): void {
    const former = this.fault;
    if (fault === former) return;
    this.fault = fault;
    if (fault) this.logger.warn(`The replica ${this.name} is not read: it ${fault}`);
    else if (former === NOT_EXAMINED) this.logger.log(`The replica ${this.name} is read`);
    else this.logger.warn(`The replica ${this.name} is read again`);
  }
}

const codeOf = (error: unknown): unknown => (error instanceof Error && 'code' in error ? error.code : undefined);
