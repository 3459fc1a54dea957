import { sql, SqlExecutor, type Sql } from '@app/sql';
import { Injectable } from '@nestjs/common';
import type { ClaimedEndpoint, EndpointRun, Recovery, Retry } from './endpoint-run.js';
import { DAY_MS, FAILED, MOST_PATIENT_MS } from './endpoint-state.js';

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

/** The outcomes of attempts since the last round. */
export interface Outcomes {
  readonly attempts: readonly AttemptToStore[];
  readonly retries: readonly (Retry & { readonly nextAt: Date })[];
  /** Deliveries that need no further attempt. */
  readonly ended: readonly { readonly hookId: number; readonly id: string }[];
}

/** Which endpoints a worker claims. */
export interface ClaimRequest {
  /** The name of the log. */
  readonly log: string;
  /** Endpoints of any account whose cursor is before this transaction. */
  readonly allUpTo: number;
  /** Endpoints of these accounts and their sub-accounts whose cursor is before the account's transaction. */
  readonly accounts: ReadonlyMap<number, number>;
  /** Endpoints that it has already. */
  readonly held: readonly number[];
  /** Main accounts with the maximum of endpoints. */
  readonly fullOwners: readonly number[];
  /** Hosts, with their ports, with the maximum of endpoints. */
  readonly fullHosts: readonly string[];
  /** Maximum for one main account, and for one host. */
  readonly ofOwner: number;
  readonly ofHost: number;
  /** Maximum of endpoints whose last attempt succeeded, and of others. */
  readonly answering: number;
  readonly unproven: number;
  readonly now: Date;
}

/** How long other workers wait for a lost worker; a live worker renews its lease earlier. */
const LEASE = sql`now() + interval '30 s'`;
const KEPT_MS = 30 * DAY_MS;
const PRUNED_AT_ONCE = 10_000;

/** SQL: rows of an array of objects. */
const rowsOf = (rows: readonly object[], columns: Sql): Sql =>
  sql`jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) AS row(${columns})`;

/** SQL: logs a change of an account, caused by its hooks. */
export const stageAccount = (websiteID: Sql): Sql => sql`stage('account', ${websiteID}, 'hooks', NULL)`;

/** Stores deliveries: attempts, retries, and the worker of each endpoint. */
@Injectable()
export class DeliveryStoreRepository {
  constructor(private readonly executor: SqlExecutor) {}

  /**
   * Claims endpoints that have something to send and no worker.
   * @returns the claimed endpoints, and the number of candidates
   */
  async claim(wanted: ClaimRequest): Promise<{ taken: ClaimedEndpoint[]; found: number }> {
    const { log, allUpTo, accounts, held, fullOwners, fullHosts, ofOwner, ofHost, answering, unproven, now } = wanted;
    const behind = sql`UNION SELECT hook_id FROM hook_states WHERE cursor_log <> ${log} OR cursor_xid < ${allUpTo}::bigint`;
    const [row] = await this.executor.execute<{ taken: ClaimedEndpoint[]; found: number }>(sql`
      WITH candidate AS (
        SELECT hook_id, has_answered, coalesce(main_website_id, account.id) AS owner, split_part(url, '/', 3) AS host
        FROM hook_states state JOIN hook_endpoints endpoint ON endpoint.id = hook_id
        JOIN accounts account ON account.id = website_id
        WHERE hook_id IN (
            SELECT hook_id FROM unnest(${[...accounts.keys()]}::int[], ${[...accounts.values()]}::bigint[]) AS changed(website_id, xid)
            JOIN accounts account ON changed.website_id IN (account.id, account.main_website_id)
            JOIN hook_endpoints endpoint ON endpoint.website_id = account.id
            JOIN hook_states ON hook_id = endpoint.id AND cursor_xid < changed.xid
            UNION SELECT hook_id FROM hook_retries WHERE next_at <= ${now}
            UNION SELECT hook_id FROM hook_states WHERE leased_until IS NOT NULL OR rests_until IS NOT NULL
            ${allUpTo > 0 ? behind : sql``})
          AND state.state <> 'disabled' AND coalesce(rests_until <= ${now}, true) AND coalesce(leased_until <= now(), true)
          AND hook_id <> ALL(${held}::int[])
      ), ranked AS (
        SELECT *, row_number() OVER (PARTITION BY owner, has_answered ORDER BY random()) AS of_owner,
          row_number() OVER (PARTITION BY host, has_answered ORDER BY random()) AS of_host
        FROM candidate WHERE owner <> ALL(${fullOwners}::int[]) AND host <> ALL(${fullHosts}::text[])
      ), chosen AS (
        SELECT *, row_number() OVER (PARTITION BY has_answered ORDER BY of_owner, random()) AS turn FROM ranked
        WHERE of_owner <= ${ofOwner}::int AND of_host <= ${ofHost}::int
      ), taken AS (
        UPDATE hook_states SET lease = lease + 1, leased_until = ${LEASE}
        WHERE hook_id IN (
          SELECT hook_id FROM hook_states
          WHERE hook_id IN (SELECT hook_id FROM chosen
              WHERE turn <= CASE WHEN has_answered THEN ${answering}::int ELSE ${unproven}::int END)
            AND coalesce(leased_until <= now(), true) FOR UPDATE SKIP LOCKED)
        RETURNING *
      )
      SELECT (SELECT count(*)::int FROM candidate) AS found, coalesce(json_agg(json_build_object(
        'id', endpoint.id, 'websiteID', website_id, 'mainWebsiteID', main_website_id, 'url', url, 'triggers', triggers,
        'generation', generation, 'rotatedAt', rotated_at, 'revision', revision, 'lease', lease, 'hasAnswered', has_answered,
        'endpointState', json_build_object('state', taken.state, 'reason', reason, 'failures', failures,
          'failingSince', failing_since, 'backoffUntil', rests_until),
        'cursor', json_build_object('log', cursor_log, 'xid', cursor_xid, 'id', cursor_id, 'listing', cursor_listing),
        'retries', (SELECT count(*) FROM hook_retries retry WHERE retry.hook_id = taken.hook_id))), '[]') AS taken
      FROM taken JOIN hook_endpoints endpoint ON endpoint.id = taken.hook_id
      JOIN accounts account ON account.id = website_id`);
    return { found: row?.found ?? 0, taken: (row?.taken ?? []).map(withTimes) };
  }

  /** Due retries of some endpoints, the earliest first. */
  due(now: Date, hookIds: readonly number[], limit: number): Promise<Retry[]> {
    return this.executor.queryPrepared<Retry>(sql`
      SELECT hook_id AS "hookId", message_id AS id, type, body, attempts FROM hook_retries
      WHERE next_at <= ${now} AND hook_id = ANY(${hookIds}::int[]) ORDER BY next_at LIMIT ${limit}`);
  }

  /**
   * Stores the outcomes of attempts and the states of endpoints, in one transaction. It stores a state if the worker still
   * has the endpoint and its account has not changed it meanwhile.
   *
   * @param log the name of the log: another server may be behind the state in memory
   * @returns the endpoints that the worker has lost
   */
  async write(log: string, outcomes: Outcomes, runs: readonly EndpointRun[], now: Date): Promise<EndpointRun[]> {
    const { attempts, ended, retries } = outcomes;
    const written = await this.executor.transaction(async (executor) => {
      const leases = runs.map(({ id, endpoint }) => ({ hookId: id, lease: endpoint.lease }));
      const held = await executor.execute<{ hookId: number; revision: number; recoveredAt: Date | null }>(sql`
        SELECT state.hook_id AS "hookId", revision, recovered_at AS "recoveredAt"
        FROM hook_states state JOIN ${rowsOf(leases, sql`"hookId" int, lease int`)}
          ON row."hookId" = hook_id AND row.lease = state.lease
        WHERE hook_id IN (SELECT id FROM hook_endpoints) AND changes_log() = ${log} ORDER BY hook_id FOR UPDATE OF state`);
      const known = new Map(held.map((one) => [one.hookId, one]));
      const own = runs.filter((run) => known.get(run.id)?.revision === run.endpoint.revision);
      for (const run of own) run.recoverBy(known.get(run.id)?.recoveredAt ?? null);
      const recoveries = new Map(own.map((run) => [run, run.recovered]));
      await this.log(executor, attempts);
      if (ended.length > 0) {
        await executor.execute(sql`DELETE FROM hook_retries retry USING ${rowsOf(ended, sql`"hookId" int, id text`)}
          WHERE retry.hook_id = row."hookId" AND retry.message_id = row.id`);
      }
      if (retries.length > 0) await executor.execute(retriesWritten(retries));
      const recovered = [...recoveries.values()].flatMap((recovery) => recovery ?? []);
      if (recovered.length > 0) await executor.execute(broughtForward(recovered, now));
      const states = own.map((run) => run.stateToStore);
      if (states.length > 0) await executor.execute(statesWritten(states, now));
      const stale = runs.filter((run) => known.has(run.id) && !own.includes(run));
      // An endpoint gets one message at a time: the request under way ends first.
      for (const run of stale) run.isStale = true;
      const left = stale.filter(({ isBusy }) => !isBusy);
      if (left.length > 0)
        await executor.execute(sql`UPDATE hook_states SET leased_until = NULL, rests_until = coalesce(rests_until, ${now})
          WHERE hook_id = ANY(${left.map(({ id }) => id)}::int[])`);
      return { recoveries, lost: [...runs.filter(({ id }) => !known.has(id)), ...left] };
    });
    for (const [run, recovery] of written.recoveries) run.stored(recovery);
    return written.lost;
  }

  /** Adds attempts to the log of deliveries. */
  async log(executor: SqlExecutor, attempts: readonly AttemptToStore[]): Promise<void> {
    if (attempts.length > 0) await executor.execute(attemptsWritten(attempts));
  }

  /** Disables endpoints that have failed for five days. Deletes rows older than 30 days, or without an endpoint. */
  async prune(now: Date): Promise<void> {
    const [before, patient] = [new Date(now.getTime() - KEPT_MS), new Date(now.getTime() - MOST_PATIENT_MS)];
    await this.executor.execute(sql`
      WITH ended AS (
        UPDATE hook_states SET state = 'disabled', reason = ${FAILED}, rests_until = NULL
        WHERE state = 'failing' AND failing_since <= ${patient} AND leased_until IS NULL RETURNING hook_id
      ) SELECT ${stageAccount(sql`website_id`)} FROM ended JOIN hook_endpoints ON id = hook_id`);
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

/** Converts times, which are texts in JSON. */
function withTimes({ rotatedAt, endpointState, ...endpoint }: ClaimedEndpoint): ClaimedEndpoint {
  const { failingSince, backoffUntil } = endpointState;
  const at = (time: Date | null) => time && new Date(time);
  return {
    ...endpoint,
    rotatedAt: at(rotatedAt),
    endpointState: { ...endpointState, failingSince: at(failingSince), backoffUntil: at(backoffUntil) },
  };
}

const attemptsWritten = (attempts: Outcomes['attempts']): Sql => sql`
  INSERT INTO hook_deliveries (hook_id, message_id, type, at, attempt, status, duration_ms, reply, next_at)
  SELECT row.* FROM ${rowsOf(
    attempts,
    sql`"hookId" int, id text, type text, at timestamptz, attempt int, status int, "durationMs" int, reply text,
      "nextAt" timestamptz`,
  )}`;

/** Except retries of deleted endpoints. */
const retriesWritten = (retries: Outcomes['retries']): Sql => sql`
  INSERT INTO hook_retries (hook_id, message_id, type, body, attempts, next_at)
  SELECT row.* FROM ${rowsOf(
    retries,
    sql`"hookId" int, id text, type text, body text, attempts int, "nextAt" timestamptz`,
  )} WHERE "hookId" IN (SELECT id FROM hook_endpoints)
  ON CONFLICT (hook_id, message_id) DO UPDATE SET attempts = excluded.attempts, next_at = excluded.next_at`;

/** A delivery makes each retry due once; a test message does so every time. */
const broughtForward = (recovered: readonly Recovery[], now: Date): Sql => sql`
  UPDATE hook_retries retry SET next_at = ${now}, is_forward = true
  FROM ${rowsOf(recovered, sql`"hookId" int, "isTest" boolean`)}
  WHERE retry.hook_id = row."hookId" AND ("isTest" OR NOT is_forward) AND next_at > ${now}`;

/** Disabling an endpoint is logged as a change of its account. */
const statesWritten = (states: readonly EndpointRun['stateToStore'][], now: Date): Sql => sql`
  WITH written AS (
    UPDATE hook_states known SET state = row.state, reason = row.reason, failures = row.failures,
      failing_since = row."failingSince", has_answered = row."hasAnswered",
      rests_until = CASE WHEN NOT "isReleased" OR row."backoffUntil" > ${now} THEN row."backoffUntil" WHEN "isLeft" THEN ${now} END,
      cursor_log = cursor ->> 'log', cursor_xid = (cursor ->> 'xid')::bigint, cursor_id = (cursor ->> 'id')::bigint,
      cursor_listing = (cursor ->> 'listing')::bigint,
      leased_until = CASE WHEN NOT "isReleased" THEN ${LEASE} END
    FROM ${rowsOf(
      states,
      sql`"hookId" int, state text, reason text, failures int, "failingSince" timestamptz, "backoffUntil" timestamptz,
        "hasAnswered" boolean, cursor jsonb, "isReleased" boolean, "isLeft" boolean`,
    )} WHERE hook_id = "hookId" RETURNING hook_id, known.state
  ) SELECT ${stageAccount(sql`website_id`)} FROM written JOIN hook_endpoints ON id = hook_id WHERE state = 'disabled'`;
