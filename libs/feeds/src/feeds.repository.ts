import { Injectable } from '@nestjs/common';
import { each, orderOfLog, where, type ListQuery } from '@app/lists';
import { sql, type Sql, SqlExecutor, column } from '@app/sql';
import { STATE_OF_RUN, type FeedsQuery } from './filters/feed.filters.js';

const iso = (time: Sql): Sql => sql`to_char(${time} AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;

/** The list representation, as JSON text without its closing brace. */
const columns = sql`left(json_build_object('id', run.id, 'websiteID', run.website_id, 'file', run.file,
  'content', run.content, 'mode', run.mode, 'dryRun', run.is_dry_run, 'state', ${STATE_OF_RUN}, 'hash', run.hash,
  'startedAt', ${iso(sql`run.started_at`)}, 'endedAt', ${iso(sql`run.ended_at`)}, 'created', run.created,
  'updated', run.updated, 'unchanged', run.unchanged, 'stale', run.stale, 'deleted', run.deleted,
  'withdrawn', run.withdrawn, 'unconfirmed', run.unconfirmed, 'rejected', run.rejected,
  'fatal', run.fatal)::text, -1) AS run`;

const problems = sql`coalesce((
  SELECT json_agg(json_build_object('line', line_number, 'column', column_number, 'entry', entry,
    'uniqueID', unique_id, 'element', element, 'problem', problem, 'done', done,
    'outcome', outcome) ORDER BY position)
  FROM feed_run_problems WHERE run_id = run.id), '[]')::text AS problems`;

const RUNS = sql`feed_runs run`;

interface RunRow {
  readonly run: string;
}

/** Restricts runs to one account; undefined for all accounts. */
const of = (owner: number | undefined): Sql | undefined =>
  owner === undefined ? undefined : sql`run.website_id = ${owner}`;

/** Reads feed runs. */
@Injectable()
export class FeedsRepository {
  constructor(private readonly executor: SqlExecutor) {}

  list(query: FeedsQuery, owner: number | undefined): ListQuery<RunRow> {
    return {
      name: 'feeds',
      query,
      search: { from: RUNS, where: where(query, { condition: of(owner) }) },
      key: sql`run.id`,
      order: orderOfLog(column('run.id'), query.sort),
      row: { from: RUNS, columns },
      present: each(({ run }) => `${run}}`),
    };
  }

  async read(id: number, owner: number | undefined, executor = this.executor): Promise<string | undefined> {
    const [row] = await executor.query<RunRow & { problems: string }>(
      sql`SELECT ${columns}, ${problems} FROM feed_runs run WHERE run.id = ${id} AND (${of(owner) ?? sql`TRUE`})`,
    );
    return row && `${row.run},"problems":${row.problems}}`;
  }
}
