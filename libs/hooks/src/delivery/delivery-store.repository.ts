import { ensureClock } from '@app/writes';
import { sql, SqlExecutor, type Sql } from '@app/sql';
import { Injectable } from '@nestjs/common';
import { DAY_MS, FAILED, MOST_PATIENT_MS, type EndpointState } from './endpoint-state.js';

/** A message to send. */
export interface StoredMessage {
  /** A new value when the message is to be sent again. */
  readonly row: number;
  /** `webhook-id`. */
  readonly id: string;
  readonly type: string;
  readonly body: string;
  /** The number of attempts so far. */
  readonly attempts: number;
}

/** An endpoint claimed by a worker, with its first due messages. */
export interface ClaimedEndpoint {
  readonly id: number;
  readonly websiteID: number;
  /** The main account, if the account is a sub-account. */
  readonly mainWebsiteID: number | null;
  readonly url: string;
  readonly generation: number;
  readonly rotatedAt: Date | null;
  readonly endpointState: EndpointState;
  /** Whether the last attempt succeeded. */
  readonly hasAnswered: boolean;
  readonly lease: number;
  readonly messages: readonly StoredMessage[];
}

/** The result of an attempt. */
export interface AttemptResult {
  readonly row: number;
  readonly hookId: number;
  readonly id: string;
  readonly type: string;
  readonly at: Date;
  readonly attempt: number;
  readonly status: number | null;
  readonly durationMs: number;
  readonly reply: string;
  /** Null: no further attempt. */
  readonly nextAt: Date | null;
}

/** The state of a claimed endpoint to store. */
export interface EndpointResult extends EndpointState {
  readonly hookId: number;
  readonly lease: number;
  readonly hasAnswered: boolean;
  /** Whether there was an attempt since the last write. */
  readonly isAttempted: boolean;
  /** The end of the last attempt, if it failed. */
  readonly failedAt: Date | null;
  /** Whether a message was delivered after a backoff, so that all waiting messages are due. */
  readonly isRecovered: boolean;
  /** Whether the worker releases it. */
  readonly isReleased: boolean;
}

/** The endpoints that a worker already has: their owners and hosts, with repetitions. */
export interface ClaimRequest {
  readonly owners: readonly number[];
  readonly hosts: readonly string[];
  /** Maximum numbers of endpoints to claim: with a successful last attempt, and others. */
  readonly answering: number;
  readonly unproven: number;
  readonly now: Date;
}

/** Maximum number of claimed endpoints per owner. */
const MOST_OF_OWNER = 24;
/** Maximum number of claimed endpoints per host whose last attempt did not succeed. */
export const MOST_OF_HOST = 50;
/** Maximum number of messages of a claimed endpoint. */
const MOST_MESSAGES = 20;
/** The end of a lease; a live worker renews its leases once a second. */
const LEASE = sql`clock_timestamp() + interval '4 s'`;
const KEPT_DAYS = 30;
const PRUNED_AT_ONCE = 10_000;

const daysAgo = (days: number): Sql => sql`clock_timestamp() - ${days}::int * interval '1 day'`;

/** SQL: rows of an array of objects. */
const rowsOf = (rows: readonly object[], columns: Sql): Sql =>
  sql`jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) AS row(${columns})`;

/** SQL: no attempt since the last write, or the account has enabled or successfully tested the endpoint since. */
const KEEPS = sql`(NOT "isAttempted" OR coalesce(recovered_at >= "failedAt", false))`;

/** SQL: logs a change of an account that its hooks caused. */
export const stageAccount = (websiteID: Sql): Sql => sql`stage('account', ${websiteID}, 'hooks', NULL)`;

/** Claims endpoints with due messages, and stores the results of attempts. */
@Injectable()
export class DeliveryStoreRepository {
  constructor(private readonly executor: SqlExecutor) {}

  /**
   * Claims endpoints with due messages that no worker holds. Owners take turns; within an owner, endpoints whose last
   * attempt succeeded come first.
   */
  async claim({ owners, hosts, answering, unproven, now }: ClaimRequest): Promise<ClaimedEndpoint[]> {
    const [row] = await this.executor.execute<{ taken: ClaimedEndpoint[] }>(sql`
      WITH RECURSIVE pending AS (
        -- One index look-up per endpoint, regardless of its number of messages.
        SELECT min(hook_id) AS hook_id FROM hook_messages
        UNION ALL
        SELECT (SELECT min(hook_id) FROM hook_messages WHERE hook_id > pending.hook_id) FROM pending
        WHERE pending.hook_id IS NOT NULL
      ), candidate AS (
        SELECT hook_id, has_answered, coalesce(main_website_id, account.id) AS owner, split_part(url, '/', 3) AS host
        FROM pending JOIN hook_states USING (hook_id) JOIN hook_endpoints endpoint ON endpoint.id = hook_id
        JOIN accounts account ON account.id = website_id
        WHERE state <> 'disabled' AND coalesce(rests_until <= ${now}, true) AND coalesce(leased_until <= clock_timestamp(), true)
          AND EXISTS (SELECT FROM hook_messages message WHERE message.hook_id = pending.hook_id AND next_at <= ${now})
      ), ranked AS (
        SELECT *,
          (SELECT count(*) FROM unnest(${owners}::int[]) held WHERE held = owner)
            + row_number() OVER (PARTITION BY owner ORDER BY has_answered DESC, random()) AS of_owner,
          (SELECT count(*) FROM unnest(${hosts}::text[]) held WHERE held = host)
            + row_number() OVER (PARTITION BY host ORDER BY has_answered DESC, random()) AS of_host
        FROM candidate
      ), chosen AS (
        SELECT *, row_number() OVER (PARTITION BY has_answered ORDER BY of_owner, random()) AS turn FROM ranked
        WHERE of_owner <= ${MOST_OF_OWNER}::int AND (has_answered OR of_host <= ${MOST_OF_HOST}::int)
      ), taken AS (
        UPDATE hook_states SET lease = lease + 1, leased_until = ${LEASE}
        WHERE hook_id IN (
          SELECT hook_id FROM hook_states
          WHERE hook_id IN (SELECT hook_id FROM chosen
              WHERE turn <= CASE WHEN has_answered THEN ${answering}::int ELSE ${unproven}::int END)
            AND coalesce(leased_until <= clock_timestamp(), true) FOR UPDATE SKIP LOCKED)
        RETURNING *
      )
      SELECT coalesce(json_agg(json_build_object(
        'id', endpoint.id, 'websiteID', website_id, 'mainWebsiteID', main_website_id, 'url', url,
        'generation', generation, 'rotatedAt', rotated_at, 'lease', lease, 'hasAnswered', has_answered,
        'endpointState', json_build_object('state', taken.state, 'reason', reason, 'failures', failures,
          'failingSince', failing_since, 'backoffUntil', rests_until),
        'messages', (SELECT json_agg(message) FROM (
          SELECT id AS row, message_id AS id, type, body, attempts FROM hook_messages
          WHERE hook_id = taken.hook_id AND next_at <= ${now} ORDER BY next_at, hook_messages.id LIMIT ${MOST_MESSAGES}) message)
      )), '[]') AS taken
      FROM taken JOIN hook_endpoints endpoint ON endpoint.id = taken.hook_id
      JOIN accounts account ON account.id = website_id`);
    return (row?.taken ?? []).map(withTimes);
  }

  /**
   * Stores the results of attempts and the states of endpoints in one statement; a state is stored only if the worker
   * still holds the endpoint. A message that another transaction is deleting is skipped.
   * @param log the name of the log; a different server may be behind the state in memory
   * @returns the endpoints that the worker still holds, with their stored states
   */
  async write(
    log: string,
    results: readonly AttemptResult[],
    endpoints: readonly EndpointResult[],
    now: Date,
  ): Promise<Map<number, EndpointState>> {
    const rows = await this.executor.execute<EndpointState & { readonly hookId: number }>(sql`
      WITH attempt AS MATERIALIZED (
        SELECT * FROM ${rowsOf(
          results,
          sql`"hookId" int, id text, type text, at timestamptz, attempt int, status int, "durationMs" int, reply text,
            "nextAt" timestamptz, "row" bigint`,
        )}
      ), logged AS (
        INSERT INTO hook_deliveries (hook_id, message_id, type, at, attempt, status, duration_ms, reply, next_at)
        SELECT "hookId", id, type, at, attempt, status, "durationMs", reply, "nextAt" FROM attempt
      ), stored AS (
        UPDATE hook_states known SET state = CASE WHEN ${KEEPS} THEN known.state ELSE row.state END,
          reason = CASE WHEN ${KEEPS} THEN known.reason ELSE row.reason END,
          failures = CASE WHEN ${KEEPS} THEN known.failures ELSE row.failures END,
          failing_since = CASE WHEN ${KEEPS} THEN known.failing_since ELSE row."failingSince" END,
          rests_until = CASE WHEN ${KEEPS} THEN known.rests_until ELSE row."backoffUntil" END,
          has_answered = row."hasAnswered", leased_until = CASE WHEN NOT "isReleased" THEN ${LEASE} END
        FROM ${rowsOf(
          endpoints,
          sql`"hookId" int, lease int, state text, reason text, failures int, "failingSince" timestamptz,
            "backoffUntil" timestamptz, "hasAnswered" boolean, "isAttempted" boolean, "failedAt" timestamptz,
            "isRecovered" boolean, "isReleased" boolean`,
        )}
        WHERE known.hook_id = "hookId" AND known.lease = row.lease AND changes_log() = ${log}
          AND "hookId" IN (SELECT id FROM hook_endpoints)
        RETURNING hook_id, known.state, known.reason, known.failures, failing_since, rests_until, ${KEEPS} AS reset, "isRecovered"
      ), due AS (
        SELECT message.id, attempt.attempt, CASE WHEN reset THEN ${now} ELSE "nextAt" END AS next_at
        FROM stored JOIN attempt ON "hookId" = stored.hook_id AND "nextAt" IS NOT NULL
        JOIN hook_messages message ON message.id = attempt.row FOR UPDATE OF message SKIP LOCKED
      ), forward AS (
        SELECT message.id FROM stored JOIN hook_messages message USING (hook_id)
        WHERE "isRecovered" AND next_at > ${now} AND NOT is_forward AND message.id NOT IN (SELECT "row" FROM attempt)
        FOR UPDATE OF message SKIP LOCKED
      ), ended AS (
        SELECT message.id FROM attempt JOIN hook_messages message ON message.id = attempt.row
        WHERE "nextAt" IS NULL FOR UPDATE OF message SKIP LOCKED
      ), deleted AS (
        DELETE FROM hook_messages WHERE id IN (SELECT id FROM ended)
      ), moved AS (
        UPDATE hook_messages message SET attempts = coalesce(moved.attempt, attempts), next_at = moved.next_at,
          is_forward = is_forward OR moved.attempt IS NULL
        FROM (SELECT * FROM due UNION ALL SELECT id, NULL, ${now} FROM forward) moved WHERE message.id = moved.id
      ), told AS MATERIALIZED (
        -- Disabling an endpoint is logged as a change of its account.
        SELECT ${stageAccount(sql`website_id`)} FROM stored JOIN hook_endpoints ON id = hook_id WHERE state = 'disabled'
      )
      SELECT hook_id AS "hookId", state, reason, failures, failing_since AS "failingSince", rests_until AS "backoffUntil"
      FROM stored WHERE (SELECT count(*) FROM told) >= 0`);
    return new Map(rows.map(({ hookId, ...state }) => [hookId, state]));
  }

  /**
   * Disables endpoints that have failed for five days. Deletes rows that are older than 30 days or have no endpoint. Uses
   * the clock of the database, because the clock of this process may jump while it runs.
   * @throws OperatorError if the clock of the database has jumped
   */
  async prune(): Promise<void> {
    await ensureClock(this.executor);
    await this.executor.execute(sql`
      WITH ended AS (
        UPDATE hook_states SET state = 'disabled', reason = ${FAILED}, rests_until = NULL
        WHERE state = 'failing' AND failing_since <= ${daysAgo(MOST_PATIENT_MS / DAY_MS)} AND coalesce(leased_until <= clock_timestamp(), true)
        RETURNING hook_id
      ) SELECT ${stageAccount(sql`website_id`)} FROM ended JOIN hook_endpoints ON id = hook_id`);
    for (let removed = PRUNED_AT_ONCE; removed === PRUNED_AT_ONCE;) {
      const rows = await this.executor.execute(sql`
        DELETE FROM hook_deliveries WHERE at < ${daysAgo(KEPT_DAYS)}
          AND id IN (SELECT id FROM hook_deliveries ORDER BY id LIMIT ${PRUNED_AT_ONCE}) RETURNING id`);
      removed = rows.length;
    }
    for (const table of [sql`hook_messages`, sql`hook_states`]) {
      await this.executor.execute(sql`DELETE FROM ${table} kept
        WHERE NOT EXISTS (SELECT FROM hook_endpoints WHERE id = kept.hook_id)`);
    }
    await this.executor.execute(sql`DELETE FROM hook_messages WHERE next_at < ${daysAgo(KEPT_DAYS)}`);
  }
}

/** Converts the times, which JSON contains as texts. */
function withTimes({ rotatedAt, endpointState, ...endpoint }: ClaimedEndpoint): ClaimedEndpoint {
  const { failingSince, backoffUntil } = endpointState;
  const at = (time: Date | null) => time && new Date(time);
  return {
    ...endpoint,
    rotatedAt: at(rotatedAt),
    endpointState: { ...endpointState, failingSince: at(failingSince), backoffUntil: at(backoffUntil) },
  };
}
