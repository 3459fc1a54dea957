import type { LogOffset } from '@app/cache';
import { ALL } from '@app/cache';
import { sql, SqlExecutor, withSessionLock, type Sql } from '@app/sql';
import { Injectable } from '@nestjs/common';
import { DAY_MS, type EndpointState } from './endpoint-state.js';

/** An endpoint as the worker knows it, with its state. */
export interface StoredEndpoint {
  readonly id: number;
  readonly websiteID: number;
  /** The main account of its account, whose listings it may show. */
  readonly mainWebsiteID: number | null;
  readonly url: string;
  readonly triggers: readonly string[];
  readonly generation: number;
  readonly rotatedAt: Date | null;
  readonly sinceXid: number;
  readonly endpointState: EndpointState;
  /** Whether its last attempt was a success. */
  readonly hasAnswered: boolean;
  /** Null: it has all that was handled. */
  readonly cursor: Omit<LogOffset, 'log'> | null;
  readonly revision: number;
  /** How many of its deliveries are to be tried again. */
  readonly retries: number;
}

/** A delivery that is tried again. */
export interface Retry {
  readonly hookId: number;
  readonly id: string;
  readonly type: string;
  readonly body: string;
  /** Attempts so far. */
  readonly attempts: number;
}

/** A state to be stored. */
export interface StateToStore extends EndpointState {
  readonly hookId: number;
  readonly cursor: Omit<LogOffset, 'log'> | null;
  readonly revision: number;
}

/** An attempt to be stored. */
export interface AttemptToStore {
  readonly hookId: number;
  readonly id: string;
  readonly type: string;
  readonly at: Date;
  readonly attempt: number;
  readonly status: number | null;
  readonly durationMs: number;
  readonly reply: string;
  readonly nextAt: Date | null;
}

/** The retries of an endpoint that do not wait any longer. */
export interface RetriesToBringForward {
  readonly hookId: number;
  /** Messages that keep their times. */
  readonly but: readonly string[];
}

/** What is stored at once. */
export interface Page {
  readonly place: LogOffset;
  readonly states: readonly StateToStore[];
  readonly attempts: readonly AttemptToStore[];
  readonly retries: readonly (Retry & { readonly nextAt: Date })[];
  /** Those that need no further attempt. */
  readonly ended: readonly { readonly hookId: number; readonly id: string }[];
  readonly recovered: readonly RetriesToBringForward[];
  readonly now: Date;
}

/** Another worker has begun. */
export class LeadershipLost extends Error {}

const KEPT_MS = 30 * DAY_MS;
const PRUNED_AT_ONCE = 10_000;
/** In two rounds of the worker an endpoint has fewer attempts, test messages among them. */
const MOST_RECENT = 20;

/** SQL: rows of an array of objects. */
const rowsOf = (rows: readonly object[], columns: Sql): Sql =>
  sql`jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) AS row(${columns})`;

/** Stores deliveries: what was sent, and what is still to be. */
@Injectable()
export class DeliveryStoreRepository {
  constructor(private readonly executor: SqlExecutor) {}

  /** Runs `work` while no other process calls the hooks; it waits for that until the signal. */
  async alone(signal: AbortSignal, work: (ensureHeld: () => Promise<void>) => Promise<void>): Promise<void> {
    const { dataSource } = this.executor.manager;
    await withSessionLock(dataSource, 'hooks', { signal, onWait: () => undefined }, work);
  }

  /** Begins a leadership: from now on no earlier leader stores anything. */
  async begin(): Promise<{ number: number; place: LogOffset }> {
    const [row] = await this.executor.execute<{ number: number; log: string; xid: number; id: number }>(
      sql`UPDATE hook_progress SET term = term + 1 RETURNING term::float8 AS number, log, xid::float8, id::float8`,
    );
    if (!row) throw new Error('hook_progress has one row');
    const { number, log, xid, id } = row;
    return { number, place: { log, xid, id, listing: ALL } };
  }

  /** @param websiteIDs only those of some accounts */
  endpoints(websiteIDs?: readonly number[]): Promise<StoredEndpoint[]> {
    const some = websiteIDs ? sql`WHERE website_id = ANY(${websiteIDs}::int[])` : sql``;
    return this.executor.queryPrepared<StoredEndpoint>(sql`
      SELECT endpoint.id, website_id AS "websiteID", main_website_id AS "mainWebsiteID", url, triggers, generation, rotated_at AS "rotatedAt",
        since_xid::float8 AS "sinceXid", coalesce(revision, 0) AS revision,
        json_build_object('state', coalesce(hook.state, 'active'), 'reason', reason, 'failures', coalesce(failures, 0),
          'failingSince', failing_since, 'backoffUntil', rests_until) AS "endpointState",
        CASE WHEN cursor_xid IS NOT NULL
          THEN json_build_object('xid', cursor_xid, 'id', cursor_id, 'listing', cursor_listing) END AS cursor,
        (SELECT count(*)::int FROM hook_retries WHERE hook_id = endpoint.id) AS retries,
        coalesce((SELECT status BETWEEN 200 AND 299 FROM hook_deliveries WHERE hook_id = endpoint.id
          ORDER BY id DESC LIMIT 1), false) AS "hasAnswered"
      FROM hook_endpoints endpoint JOIN accounts ON accounts.id = website_id
      LEFT JOIN hook_states hook ON hook_id = endpoint.id ${some}`);
  }

  /** Deliveries that are due, the earliest first. @param busy of these endpoints none are wanted */
  due(now: Date, busy: readonly number[], limit: number): Promise<Retry[]> {
    return this.executor.queryPrepared<Retry>(sql`
      SELECT retry.hook_id AS "hookId", message_id AS id, type, body, attempts
      FROM hook_retries retry JOIN hook_endpoints endpoint ON endpoint.id = hook_id LEFT JOIN hook_states state USING (hook_id)
      WHERE next_at <= ${now} AND retry.hook_id <> ALL(${busy}::int[])
        AND state.state IS DISTINCT FROM 'disabled' AND coalesce(rests_until <= ${now}, true)
      ORDER BY next_at LIMIT ${limit}`);
  }

  /** Finds the failing endpoints that a test message has reached since they fail. */
  async reached(failing: readonly { readonly hookId: number; readonly since: Date }[]): Promise<number[]> {
    const rows = await this.executor.queryRows<{ hookId: number }>(sql`
      SELECT "hookId" FROM ${rowsOf(failing, sql`"hookId" int, since timestamptz`)}
      WHERE EXISTS (SELECT FROM (
          SELECT * FROM hook_deliveries WHERE hook_id = "hookId" ORDER BY id DESC LIMIT ${MOST_RECENT}) recent
        WHERE type = 'ping' AND status BETWEEN 200 AND 299
          AND at + duration_ms * interval '1 ms' >= since)`);
    return rows.map(({ hookId }) => hookId);
  }

  /**
   * Stores a round of the worker, in one transaction.
   * @returns the retries that were brought forward
   * @throws LeadershipLost
   */
  async write(leadership: number, page: Page): Promise<{ hookId: number; id: string }[]> {
    const { place, states, attempts, retries, ended, recovered, now } = page;
    return await this.executor.transaction(async (executor) => {
      const own =
        await executor.execute(sql`UPDATE hook_progress SET log = ${place.log}, xid = ${place.xid}, id = ${place.id}
        WHERE term = ${leadership} AND ${place.log} IN ('', changes_log()) RETURNING term`);
      if (own.length === 0)
        throw new LeadershipLost('Another process calls the hooks, or another server has taken over');
      await this.log(executor, attempts);
      if (ended.length > 0) {
        await executor.execute(sql`DELETE FROM hook_retries retry USING ${rowsOf(ended, sql`"hookId" int, id text`)}
          WHERE retry.hook_id = row."hookId" AND retry.message_id = row.id`);
      }
      if (retries.length > 0) await executor.execute(retriesWritten(retries));
      if (states.length > 0) await executor.execute(statesWritten(states));
      return recovered.length > 0 ? await executor.execute(broughtForward(recovered, now)) : [];
    });
  }

  /** Adds attempts to the log of deliveries. */
  async log(executor: SqlExecutor, attempts: readonly AttemptToStore[]): Promise<void> {
    if (attempts.length > 0) await executor.execute(attemptsWritten(attempts));
  }

  /** Removes what is older than 30 days, or without an endpoint. */
  async prune(now: Date): Promise<void> {
    const before = new Date(now.getTime() - KEPT_MS);
    for (let removed = PRUNED_AT_ONCE; removed === PRUNED_AT_ONCE;) {
      const rows = await this.executor.execute(sql`
        DELETE FROM hook_deliveries WHERE at < ${before}
          AND id IN (SELECT id FROM hook_deliveries ORDER BY id LIMIT ${PRUNED_AT_ONCE}) RETURNING id`);
      removed = rows.length;
    }
    for (const table of [sql`hook_retries`, sql`hook_states`]) {
      await this.executor.execute(sql`DELETE FROM ${table} kept
        WHERE NOT EXISTS (SELECT FROM hook_endpoints WHERE id = kept.hook_id)`);
    }
    await this.executor.execute(sql`DELETE FROM hook_retries WHERE next_at < ${before}`);
  }
}

const attemptsWritten = (attempts: Page['attempts']): Sql => sql`
  INSERT INTO hook_deliveries (hook_id, message_id, type, at, attempt, status, duration_ms, reply, next_at)
  SELECT row.* FROM ${rowsOf(
    attempts,
    sql`"hookId" int, id text, type text, at timestamptz, attempt int, status int, "durationMs" int, reply text,
      "nextAt" timestamptz`,
  )}`;

/** Not of endpoints that are gone. */
const retriesWritten = (retries: Page['retries']): Sql => sql`
  INSERT INTO hook_retries (hook_id, message_id, type, body, attempts, next_at)
  SELECT row.* FROM ${rowsOf(
    retries,
    sql`"hookId" int, id text, type text, body text, attempts int, "nextAt" timestamptz`,
  )} WHERE "hookId" IN (SELECT id FROM hook_endpoints)
  ON CONFLICT (hook_id, message_id) DO UPDATE SET attempts = excluded.attempts, next_at = excluded.next_at`;

const broughtForward = (recovered: Page['recovered'], now: Date): Sql => sql`
  UPDATE hook_retries retry SET next_at = ${now}
  FROM ${rowsOf(recovered, sql`"hookId" int, but text[]`)}
  WHERE retry.hook_id = row."hookId" AND retry.message_id <> ALL(row.but) AND next_at > ${now}
  RETURNING retry.hook_id AS "hookId", message_id AS id`;

/** Not over what an account has told meanwhile. */
const statesWritten = (states: Page['states']): Sql => sql`
  INSERT INTO hook_states AS known (hook_id, state, reason, failures, failing_since, rests_until, cursor_xid, cursor_id,
    cursor_listing, revision)
  SELECT "hookId", state, reason, failures, "failingSince", "backoffUntil", (cursor ->> 'xid')::bigint,
    (cursor ->> 'id')::bigint, (cursor ->> 'listing')::bigint, revision
  FROM ${rowsOf(
    states,
    sql`"hookId" int, state text, reason text, failures int, "failingSince" timestamptz, "backoffUntil" timestamptz,
      cursor jsonb, revision int`,
  )} WHERE "hookId" IN (SELECT id FROM hook_endpoints)
  ON CONFLICT (hook_id) DO UPDATE SET state = excluded.state, reason = excluded.reason, failures = excluded.failures,
    failing_since = excluded.failing_since, rests_until = excluded.rests_until, cursor_xid = excluded.cursor_xid,
    cursor_id = excluded.cursor_id, cursor_listing = excluded.cursor_listing
  WHERE known.revision = excluded.revision`;
