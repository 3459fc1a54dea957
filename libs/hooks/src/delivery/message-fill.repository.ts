import type { LogOffset, SafeHorizon } from '@app/cache';
import { sql, SqlExecutor } from '@app/sql';
import { Injectable } from '@nestjs/common';
import type { HookRecipient, Message } from '../messages/hook-messages.service.js';
import { MOST_READ, MOST_STORED } from './endpoint-state.js';

/** Endpoints of an account that have read the log up to the same offset. */
export interface FillGroup {
  readonly websiteID: number;
  readonly cursor: LogOffset;
  readonly endpoints: readonly HookRecipient[];
}

/** Maximum number of groups per read. */
const MOST_GROUPS = 50;

/** SQL: the accounts whose changes may concern an endpoint. */
const OWN = sql`ARRAY[account.id, account.main_website_id]`;

/** Marks endpoints whose accounts have changed, and stores their messages. */
@Injectable()
export class MessageFillRepository {
  constructor(private readonly executor: SqlExecutor) {}

  /** Marks the endpoints of changed accounts and of their sub-accounts. */
  async mark(accounts: readonly number[], { xid }: SafeHorizon): Promise<void> {
    await this.executor.execute(sql`
      UPDATE hook_states SET has_more = true, marked_xid = ${xid}::bigint
      FROM hook_endpoints endpoint JOIN accounts account ON account.id = website_id
      WHERE hook_id = endpoint.id AND ${OWN} && ${accounts}::int[] AND greatest(cursor_xid, marked_xid) < ${xid}::bigint`);
  }

  /**
   * Marks all endpoints with later changes, including changes that were dropped, and moves the cursors of the others,
   * because the log is dropped after some days.
   */
  async advance({ log, xid }: SafeHorizon, end: LogOffset): Promise<void> {
    await this.executor.execute(sql`
      WITH behind AS (
        SELECT hook_id, cursor_log <> ${log} OR EXISTS (
          SELECT FROM changes WHERE website_id = ANY(${OWN}) AND changes.xid > cursor_xid::text::xid8
          UNION ALL
          SELECT FROM changes WHERE former_website_id = ANY(${OWN}) AND changes.xid > cursor_xid::text::xid8
          UNION ALL
          SELECT FROM changes_horizon WHERE changes_horizon.xid > cursor_xid::text::xid8) AS has_changes
        FROM hook_states JOIN hook_endpoints endpoint ON endpoint.id = hook_id JOIN accounts account ON account.id = website_id
        WHERE NOT has_more AND (cursor_log <> ${log} OR cursor_xid < ${xid}::bigint)
      )
      UPDATE hook_states SET has_more = has_changes,
        cursor_xid = CASE WHEN has_changes THEN cursor_xid ELSE ${end.xid}::bigint END,
        cursor_id = CASE WHEN has_changes THEN cursor_id ELSE ${end.id}::bigint END,
        cursor_listing = CASE WHEN has_changes THEN cursor_listing ELSE ${end.listing}::bigint END
      FROM behind WHERE hook_states.hook_id = behind.hook_id AND NOT has_more`);
  }

  /** Marked endpoints with room for messages, by account and offset; owners take turns. */
  async groups(): Promise<FillGroup[]> {
    return this.executor.query<FillGroup>(sql`
      WITH fillable AS (
        SELECT website_id AS "websiteID", coalesce(main_website_id, account.id) AS owner,
          json_build_object('log', cursor_log, 'xid', cursor_xid, 'id', cursor_id, 'listing', cursor_listing)::jsonb AS cursor,
          json_agg(json_build_object('id', endpoint.id, 'websiteID', website_id, 'triggers', triggers)) AS endpoints
        FROM hook_states JOIN hook_endpoints endpoint ON endpoint.id = hook_id JOIN accounts account ON account.id = website_id
        WHERE has_more AND state <> 'disabled' AND NOT EXISTS (
          SELECT FROM hook_messages message WHERE message.hook_id = hook_states.hook_id OFFSET ${MOST_STORED - MOST_READ} LIMIT 1)
        GROUP BY 1, 2, 3
      )
      SELECT "websiteID", cursor, endpoints FROM fillable
      ORDER BY row_number() OVER (PARTITION BY owner ORDER BY random()), random() LIMIT ${MOST_GROUPS}`);
  }

  /**
   * Stores messages, and moves the cursors of their endpoints from the offset of the group, in one statement. If
   * several processes try, one of them stores the messages.
   */
  async store(
    { cursor, endpoints }: FillGroup,
    messages: readonly (Message & { readonly hookId: number })[],
    { log, xid, id, listing }: LogOffset,
    { hasMore, now }: { readonly hasMore: boolean; readonly now: Date },
  ): Promise<void> {
    await this.executor.execute(sql`
      WITH filled AS (
        UPDATE hook_states SET has_more = ${hasMore} OR marked_xid > ${xid}::bigint, cursor_log = ${log}, cursor_xid = ${xid}::bigint,
          cursor_id = ${id}::bigint, cursor_listing = ${listing}::bigint
        WHERE hook_id = ANY(${endpoints.map((one) => one.id)}::int[]) AND changes_log() = ${log}
          AND (cursor_log, cursor_xid, cursor_id, cursor_listing)
            = (${cursor.log}, ${cursor.xid}::bigint, ${cursor.id}::bigint, ${cursor.listing}::bigint)
        RETURNING hook_id
      )
      INSERT INTO hook_messages (hook_id, message_id, type, body, at, next_at)
      -- A message that is replayed while it is being sent is sent again. Messages are due after earlier ones, even if
      -- those were stored by a process whose clock is ahead.
      SELECT hook_id, row.id, row.type, row.body, row.at, greatest(${now},
        (SELECT max(next_at) FROM hook_messages earlier WHERE earlier.hook_id = filled.hook_id AND attempts = 0))
      FROM filled JOIN ROWS FROM (jsonb_to_recordset(${JSON.stringify(messages)}::jsonb)
        AS ("hookId" int, id text, type text, body text, at timestamptz)) WITH ORDINALITY AS row("hookId", id, type, body, at, nth)
        ON hook_id = "hookId"
      ORDER BY nth ON CONFLICT (hook_id, message_id) DO UPDATE SET id = excluded.id`);
  }
}
