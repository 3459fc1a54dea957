import { sql, SqlExecutor } from '@app/sql';
import { Injectable } from '@nestjs/common';
import { MOST_STORED } from '../delivery/endpoint-state.js';

/** A message about matches, before it has an endpoint. */
export interface MatchesMessage {
  /** The end of its id. */
  readonly id: string;
  readonly at: Date;
  readonly body: string;
  /** The number of its matches. */
  readonly count: number;
}

/** How far hooks were told of matches, and the accounts whose hooks listen. */
export interface MatchProgress {
  readonly cursor: string;
  /** The number of changes that were being told; null: none. */
  readonly batch: number | null;
  readonly websiteIDs: readonly number[];
}

const ASKED = sql`triggers && '{search-matched,all}'`;

/** How long other processes wait for one that was killed. */
const LEASE = sql`clock_timestamp() + interval '4 s'`;

/** Stores how far hooks were told of matches of saved searches, and messages about these. */
@Injectable()
export class SearchHooksRepository {
  constructor(private readonly executor: SqlExecutor) {}

  /**
   * Takes or renews the lease of a process. While no hook listens, the cursor moves to the end: changes before a hook are
   * none of its matches.
   *
   * @returns undefined while another process has it
   */
  async lease(worker: string, end: string): Promise<MatchProgress | undefined> {
    const [row] = await this.executor.execute<MatchProgress>(sql`
      WITH listening AS (
        SELECT DISTINCT website_id FROM hook_endpoints JOIN hook_states ON hook_id = id
        WHERE ${ASKED} AND state <> 'disabled' AND website_id IN (SELECT website_id FROM searches)
      )
      UPDATE search_progress SET worker = ${worker}, leased_until = ${LEASE},
        cursor = CASE WHEN cursor <> '' AND EXISTS (SELECT FROM listening) THEN cursor ELSE ${end} END
      WHERE worker = ${worker} OR coalesce(leased_until <= clock_timestamp(), true)
      RETURNING cursor, batch, ARRAY(SELECT website_id FROM listening) AS "websiteIDs"`);
    return row;
  }

  /** Gives the lease back. */
  async release(worker: string): Promise<void> {
    await this.executor.execute(sql`UPDATE search_progress SET leased_until = NULL WHERE worker = ${worker}`);
  }

  /** Stores how many changes are being told: after a crash another process tells them with the same ids. */
  async begin(worker: string, batch: number | null): Promise<void> {
    await this.executor.execute(sql`UPDATE search_progress SET batch = ${batch}::int WHERE worker = ${worker}`);
  }

  /** Moves the cursor, unless another process has taken over. */
  async move(worker: string, cursor: string): Promise<void> {
    await this.executor.execute(
      sql`UPDATE search_progress SET cursor = ${cursor}, batch = NULL, leased_until = ${LEASE} WHERE worker = ${worker}`,
    );
  }

  /** Works in a transaction. */
  within<T>(work: (executor: SqlExecutor) => Promise<T>): Promise<T> {
    return this.executor.transaction(work);
  }

  /**
   * Gives messages to the endpoints of an account that listen: the first at once, a further one each second. Where an
   * endpoint has as many messages as it may have, it is told once that there were more.
   *
   * @param more the message that there were more
   * @returns the number of matches that were left out
   */
  async tell(
    executor: SqlExecutor,
    websiteID: number,
    {
      messages,
      more,
      before,
      now,
    }: {
      readonly messages: readonly MatchesMessage[];
      readonly more: MatchesMessage;
      readonly before: number;
      readonly now: Date;
    },
  ): Promise<number> {
    const [row] = await executor.execute<{ left: number }>(sql`
      WITH listening AS (
        SELECT endpoint.id, created_at,
          (SELECT count(*) FROM hook_messages message WHERE message.hook_id = endpoint.id) AS stored
        FROM hook_endpoints endpoint JOIN hook_states ON hook_id = endpoint.id
        WHERE website_id = ${websiteID} AND ${ASKED} AND state <> 'disabled'
      ), told AS (
        SELECT listening.id AS hook_id, row.*, stored + nth <= ${MOST_STORED} AS fits,
          stored <= ${MOST_STORED} AND nth = greatest(1, ${MOST_STORED}::int - stored + 1) AS is_first_left
        FROM listening CROSS JOIN ROWS FROM (jsonb_to_recordset(${JSON.stringify(messages)}::jsonb)
          AS (id text, at timestamptz, body text, count int)) WITH ORDINALITY AS row(id, at, body, count, nth)
        WHERE row.at >= created_at
      ), stored AS (
        INSERT INTO hook_messages (hook_id, message_id, type, body, at, next_at)
        SELECT hook_id, concat('msg_', changes_log(), '_', hook_id, '_', CASE WHEN fits THEN id ELSE ${more.id} END), 'search-matched',
          CASE WHEN fits THEN body ELSE ${more.body} END, at, ${now}::timestamptz + (nth + ${before} - 1) * interval '1 second'
        FROM told WHERE fits OR is_first_left ORDER BY hook_id, nth ON CONFLICT DO NOTHING
      )
      SELECT coalesce(sum(count) FILTER (WHERE NOT fits), 0)::int AS left FROM told`);
    return row?.left ?? 0;
  }
}
