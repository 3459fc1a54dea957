import { sql, SqlExecutor } from '@app/sql';
import { Injectable } from '@nestjs/common';

/** A message about matches of a search, before it has an endpoint. */
export interface SearchMessage {
  readonly websiteID: number;
  /** The end of its id: the search, the reason and the last change. */
  readonly id: string;
  readonly at: Date;
  readonly body: string;
}

/** How far hooks were told of matches, and whether a hook asks for them. */
interface SearchProgress {
  readonly cursor: string;
  readonly isAsked: boolean;
}

const ASKED = sql`triggers && '{search-matched,all}'`;

/** Stores how far hooks were told of matches of saved searches. */
@Injectable()
export class SearchProgressRepository {
  constructor(private readonly executor: SqlExecutor) {}

  async read(): Promise<SearchProgress> {
    const [row] = await this.executor.queryReserved<SearchProgress>(
      sql`SELECT cursor, EXISTS (SELECT FROM hook_endpoints WHERE ${ASKED}) AS "isAsked" FROM search_progress`,
    );
    return row ?? { cursor: '', isAsked: false };
  }

  /**
   * Moves the cursor, and gives the messages to the endpoints that ask for them, as deliveries that are due. Another
   * process may have moved it first: then it has given them.
   */
  async move(from: string, to: string, messages: readonly SearchMessage[], now: Date): Promise<void> {
    await this.executor.execute(sql`
      WITH moved AS (UPDATE search_progress SET cursor = ${to} WHERE cursor = ${from} RETURNING cursor)
      INSERT INTO hook_retries (hook_id, message_id, type, body, attempts, next_at)
      SELECT endpoint.id, concat('msg_', changes_log(), '_', endpoint.id, '_', row.id), 'search-matched', row.body, 0, ${now}
      FROM moved CROSS JOIN jsonb_to_recordset(${JSON.stringify(messages)}::jsonb)
        AS row("websiteID" int, id text, at timestamptz, body text)
      JOIN hook_endpoints endpoint ON endpoint.website_id = row."websiteID"
      JOIN hook_states endpoint_state ON endpoint_state.hook_id = endpoint.id
      WHERE ${ASKED} AND endpoint_state.state <> 'disabled' AND row.at >= endpoint.created_at
      ON CONFLICT DO NOTHING`);
  }
}
