import { select, upsert, write, type Store } from '@app/database';
import { sql } from '@app/query';
import type { DataSource } from 'typeorm';
import { FeedRunProblem } from '../entities/feed-run-problem.entity.js';
import type { FeedReport } from './feed-report.js';

type Begun = Pick<FeedReport, 'websiteID' | 'file' | 'hash' | 'startedAt'>;

/**
 * Notes that a file goes in, and gives the id of the run. A run of the same file that never ended was killed: this one
 * takes its place. Undefined when there is no such account.
 */
export async function beginRun(dataSource: DataSource, begun: Begun): Promise<number | undefined> {
  const { websiteID, file, hash, startedAt } = begun;
  const store = dataSource.manager;
  const [killed] = await write<{ id: number }>(
    store,
    sql`UPDATE feed_runs SET started_at = ${startedAt} WHERE ended_at IS NULL AND website_id = ${websiteID}
      AND file = ${file} AND hash = ${hash} RETURNING id`,
  );
  if (killed) return killed.id;
  const [run] = await select<{ id: number }>(
    store,
    sql`INSERT INTO feed_runs (website_id, file, hash, started_at)
      SELECT id, ${file}, ${hash}, ${startedAt} FROM accounts WHERE id = ${websiteID} RETURNING id`,
  );
  return run?.id;
}

/** Notes what became of it. */
export async function endRun(dataSource: DataSource, id: number, report: FeedReport): Promise<void> {
  const { endedAt, created, updated, unchanged, stale, held, deleted, rejected, fatal, problems } = report;
  await dataSource.transaction(async (store) => {
    await write(
      store,
      sql`UPDATE feed_runs SET ended_at = ${endedAt}, created = ${created}, updated = ${updated},
          unchanged = ${unchanged}, stale = ${stale}, held = ${held}, deleted = ${deleted}, rejected = ${rejected}, fatal = ${fatal} WHERE id = ${id}`,
    );
    await saveProblems(store, id, problems);
  });
}

const AT_A_TIME = 1_000;

async function saveProblems(store: Store, runId: number, problems: FeedReport['problems']): Promise<void> {
  const rows = problems.map((problem, position) => ({ runId, position, ...problem }));
  for (let at = 0; at < rows.length; at += AT_A_TIME) {
    await upsert(store, FeedRunProblem, rows.slice(at, at + AT_A_TIME));
  }
}
