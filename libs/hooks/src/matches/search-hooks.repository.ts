import { OPERATOR, type Owner } from '@app/fairness';
import { sql, SqlExecutor, type Sql } from '@app/sql';
import { Injectable } from '@nestjs/common';
import { MOST_STORED } from '../delivery/endpoint-state.js';

/** A message about matches, before it is assigned to an endpoint. */
export interface MatchesMessage {
  /** The last part of its id. */
  readonly id: string;
  readonly at: Date;
  readonly body: string;
  /** The number of its matches. */
  readonly count: number;
}

/** The progress in the log of comparing searches: of an owner that is processed separately, or of all others. */
export interface MatchReader {
  /** `OPERATOR`: all owners that are not processed separately. */
  readonly owner: Owner;
  readonly cursor: string;
  /** The number of changes in the batch in progress; null: none. */
  readonly batch: number | null;
}

/** An account with hooks for matches. */
export interface Listener {
  readonly websiteID: number;
  readonly owner: Owner;
}

/** The readers, and the accounts with hooks for matches. */
export interface MatchProgress {
  readonly front: MatchReader;
  readonly apart: readonly MatchReader[];
  readonly listeners: readonly Listener[];
}

const ASKED = sql`triggers && '{search-matched,all}'`;

/** How long other processes wait for a process that was killed. */
const LEASE = sql`clock_timestamp() + interval '4 s'`;
const FRONT = sql`owner = ${OPERATOR}::int`;

/** SQL: whether a process may take the lease. */
const mayLease = (worker: string): Sql =>
  sql`${FRONT} AND (worker = ${worker} OR coalesce(leased_until <= clock_timestamp(), true))`;

/** SQL: whether the process holds the lease. */
const isLeader = (worker: string): Sql => sql`EXISTS (SELECT FROM search_progress front
  WHERE front.owner = ${OPERATOR}::int AND front.worker = ${worker})`;

/** Stores the progress of sending matches of saved searches to hooks, and the messages about them. */
@Injectable()
export class SearchHooksRepository {
  constructor(private readonly executor: SqlExecutor) {}

  /**
   * Takes or renews the lease of a process, between two batches. Owners that have caught up, or have no hook for
   * matches, are no longer processed separately. While no hook wants matches, the cursor moves to the end, because
   * changes before the creation of a hook do not count as matches for it.
   * @returns undefined while another process holds the lease
   */
  async lease(worker: string, end: string): Promise<MatchProgress | undefined> {
    const [progress] = await this.executor.execute<MatchProgress>(sql`
      WITH listener AS (
        SELECT DISTINCT website_id AS "websiteID", coalesce(main_website_id, account.id) AS owner
        FROM hook_endpoints endpoint JOIN hook_states ON hook_id = endpoint.id
        JOIN accounts account ON account.id = website_id
        WHERE ${ASKED} AND state <> 'disabled' AND website_id IN (SELECT website_id FROM searches)
      ), front AS (
        UPDATE search_progress SET worker = ${worker}, leased_until = ${LEASE},
          cursor = CASE WHEN cursor <> '' AND EXISTS (SELECT FROM listener) THEN cursor ELSE ${end} END
        WHERE ${mayLease(worker)} RETURNING owner, cursor, batch
      ), joined AS (
        DELETE FROM search_progress apart USING front WHERE apart.owner <> front.owner
          AND (apart.cursor = front.cursor OR apart.owner NOT IN (SELECT owner FROM listener))
        RETURNING apart.owner
      )
      SELECT row_to_json(front) AS front, (SELECT coalesce(json_agg(listener), '[]') FROM listener) AS listeners,
        (SELECT coalesce(json_agg(json_build_object('owner', owner, 'cursor', cursor, 'batch', batch)), '[]')
        FROM search_progress WHERE NOT ${FRONT} AND owner NOT IN (SELECT owner FROM joined)) AS apart
      FROM front`);
    return progress;
  }

  /** The current readers. */
  async readers(): Promise<Pick<MatchProgress, 'front' | 'apart'>> {
    const rows = await this.executor.query<MatchReader>(
      sql`SELECT owner, cursor, batch FROM search_progress ORDER BY owner`,
      'lookup',
    );
    const [front, ...apart] = rows;
    if (!front) throw new Error('The first reader, which the migration creates, is missing');
    return { front, apart };
  }

  /** Renews the lease during a batch. @returns false if another process holds it */
  async renew(worker: string): Promise<boolean> {
    const rows = await this.executor.execute(
      sql`UPDATE search_progress SET worker = ${worker}, leased_until = ${LEASE} WHERE ${mayLease(worker)} RETURNING 1`,
    );
    return rows.length > 0;
  }

  /** Releases the lease. */
  async release(worker: string): Promise<void> {
    await this.executor.execute(sql`UPDATE search_progress SET leased_until = NULL WHERE worker = ${worker}`);
  }

  /** Processes owners separately, from the cursor of a batch on. */
  async setApart(worker: string, owners: readonly Owner[], cursor: string): Promise<void> {
    await this.executor.execute(sql`
      INSERT INTO search_progress (owner, cursor) SELECT owner, ${cursor} FROM unnest(${owners}::int[]) AS apart(owner)
      WHERE ${isLeader(worker)} ON CONFLICT DO NOTHING`);
  }

  /** Stores the size of the batch in progress: after a crash, another process repeats it with the same message ids. */
  async begin(worker: string, owner: Owner, batch: number | null): Promise<void> {
    await this.executor.execute(
      sql`UPDATE search_progress SET batch = ${batch}::int WHERE owner = ${owner}::int AND ${isLeader(worker)}`,
    );
  }

  /** Moves the cursor of a reader, unless another process has taken over. */
  async move(worker: string, owner: Owner, cursor: string): Promise<void> {
    await this.executor.execute(sql`
      UPDATE search_progress SET cursor = ${cursor}, batch = NULL WHERE owner = ${owner}::int AND ${isLeader(worker)}`);
  }

  /**
   * Gives messages to the endpoints of an account that want matches: the first one immediately, then one each second.
   * An endpoint whose queue is full gets one message that there were more.
   * The statement locks the searches of the messages until their messages are stored, because a deletion of a search
   * also removes its matches from messages.
   * @param more the message that there were more
   * @returns the number of matches that were left out; undefined, without messages, if a search was deleted
   */
  async tell(
    websiteID: number,
    {
      searchIDs,
      messages,
      more,
      before,
      now,
    }: {
      readonly searchIDs: readonly number[];
      readonly messages: readonly MatchesMessage[];
      readonly more: MatchesMessage;
      readonly before: number;
      readonly now: Date;
    },
  ): Promise<number | undefined> {
    const [row] = await this.executor.execute<{ left: number | null }>(sql`
      WITH held AS (
        SELECT id FROM searches WHERE id = ANY(${searchIDs}::int[]) FOR KEY SHARE
      ), given AS MATERIALIZED (
        SELECT * FROM ROWS FROM (json_to_recordset(${JSON.stringify(messages)}::json)
          AS (id text, at timestamptz, body text, count int)) WITH ORDINALITY AS row(id, at, body, count, nth)
        WHERE (SELECT count(*) FROM held) = ${searchIDs.length}::int
      ), listening AS (
        SELECT endpoint.id AS hook_id, created_at,
          (SELECT count(*) FROM hook_messages message WHERE message.hook_id = endpoint.id) AS stored
        FROM hook_endpoints endpoint JOIN hook_states ON hook_id = endpoint.id
        WHERE website_id = ${websiteID} AND ${ASKED} AND state <> 'disabled'
      ), told AS (
        SELECT hook_id, nth, count, stored + nth <= ${MOST_STORED} AS fits,
          stored <= ${MOST_STORED} AND nth = greatest(1, ${MOST_STORED}::int - stored + 1) AS is_first_left
        FROM listening JOIN given ON given.at >= created_at
      ), stored AS (
        INSERT INTO hook_messages (hook_id, message_id, type, body, at, next_at)
        SELECT hook_id, concat('msg_', changes_log(), '_', hook_id, '_', CASE WHEN fits THEN id ELSE ${more.id} END), 'search-matched',
          CASE WHEN fits THEN body ELSE ${more.body} END, at, ${now}::timestamptz + (nth + ${before} - 1) * interval '1 second'
        FROM told JOIN given USING (nth) WHERE fits OR is_first_left ORDER BY hook_id, nth ON CONFLICT DO NOTHING
      )
      SELECT CASE WHEN EXISTS (SELECT FROM given) THEN (
        SELECT coalesce(sum(count) FILTER (WHERE NOT fits), 0)::int FROM told) END AS left`);
    return row?.left ?? undefined;
  }
}
