import { basename } from 'node:path';
import { upsert, sql, SqlExecutor } from '@app/sql';
import { AuditTrail, byCommand } from '@app/writes';
import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { Repository } from 'typeorm';
import { FeedRunEntity, FeedRunProblemEntity } from '../entities/feed-run.entity.js';
import { FEED_OUTCOMES, type FeedCounts, type FeedReport } from './feed-report.js';

type Begun = Pick<FeedReport, 'websiteID' | 'file' | 'hash' | 'startedAt' | 'mode' | 'isDryRun'>;

/** The result of a run. */
export type EndedFeed = FeedCounts &
  Pick<FeedReport, 'endedAt' | 'fatal' | 'problems' | 'unconfirmed'> & { readonly refused?: string };

/** A run that is under way. */
export interface RunUnderWay {
  readonly id: number;
  /** Its entry in the audit log, written before anything is imported; null for a dry run. */
  readonly entry: string | null;
}

/** A file in the inbox that is not imported or cannot be moved. */
export interface NotImportedFeed extends Pick<FeedReport, 'hash' | 'websiteID'> {
  /** Relative to the inbox. */
  readonly path: string;
  /** The reason why the file is not imported. */
  readonly fatal: string;
}

/** Records the runs of feeds. */
@Injectable()
export class FeedRunsRepository {
  constructor(
    @InjectRepository(FeedRunEntity) private readonly entities: Repository<FeedRunEntity>,
    private readonly executor: SqlExecutor,
    private readonly trail: AuditTrail,
  ) {}

  /**
   * Records the start of a run; undefined when the account does not exist. A run of the same file that never ended was
   * killed: the new run replaces it.
   *
   * @param command the importing command
   */
  begin(begun: Begun, command: string): Promise<RunUnderWay | undefined> {
    return this.executor.transaction(async (executor) => {
      const id = await beginRun(executor, begun);
      if (id === undefined) return undefined;
      const run = { action: 'import', resource: 'feed', id, websiteID: begun.websiteID } as const;
      return { id, entry: await this.trail.record(executor, byCommand(command), run) };
    });
  }

  /** The latest run of a file since its arrival; undefined if it was neither imported nor queued. */
  async findSince(
    arrivedNs: bigint,
    file: Pick<FeedReport, 'websiteID' | 'file' | 'hash' | 'mode'>,
  ): Promise<number | undefined> {
    const [run] = await this.executor.query<{ id: number }>(sql`SELECT max(id) AS id FROM feed_runs run
      WHERE ${sameFile(file)} AND mode = ${file.mode} AND fatal IS NULL AND NOT is_dry_run
        AND started_at >= to_timestamp(${Number(arrivedNs) / 1e9}::float8)
        AND (ended_at IS NOT NULL OR EXISTS (SELECT FROM feed_uploads WHERE run_id = run.id))`);
    return run?.id ?? undefined;
  }

  /**
   * Identifies the listings that the last full feed of an account did not withdraw; empty if it was another file.
   * @param hash of the file
   */
  async refusedBefore(websiteID: number, hash: string): Promise<string> {
    const [last] = await this.executor.query<{ hash: string; refused: string }>(sql`SELECT hash, refused FROM feed_runs
      WHERE website_id = ${websiteID} AND mode = 'full' AND ended_at IS NOT NULL AND fatal IS NULL AND NOT is_dry_run
      ORDER BY id DESC LIMIT 1`);
    return last?.hash === hash ? last.refused : '';
  }

  async hasAccount(websiteID: number): Promise<boolean> {
    const rows = await this.executor.query(sql`SELECT FROM accounts WHERE id = ${websiteID}`, 'lookup');
    return rows.length > 0;
  }

  /** The accounts by the agentIDs of their feeds, in lower case (B43). */
  async feedAccounts(): Promise<Map<string, number>> {
    const rows = await this.executor.query<{ agentID: string; id: number }>(
      sql`SELECT agent_id AS "agentID", id FROM accounts, unnest(feed_agent_ids) AS agent_id`,
    );
    return new Map(rows.map(({ agentID, id }) => [agentID, id]));
  }

  /** The accounts that may have feeds. */
  async accountIds(): Promise<number[]> {
    const rows = await this.executor.query<{ id: number }>(sql`SELECT id FROM accounts ORDER BY id`);
    return rows.map(({ id }) => id);
  }

  /**
   * Records a file that is not imported, for its account or, without one, for the operator. An equal run is kept:
   * repeated attempts are reported once.
   */
  async recordNotImported(feed: NotImportedFeed): Promise<void> {
    const { websiteID, path, hash, fatal } = feed;
    const now = new Date().toISOString();
    await this.executor.transaction(async (executor) => {
      const [account] = await executor.query<{ id: number }>(
        sql`SELECT id FROM accounts WHERE id = ${websiteID} FOR KEY SHARE`,
      );
      const owner = account?.id ?? null;
      // An account knows its own folder: it sees the file name only.
      const file = owner === null ? path : basename(path);
      const [kept] = await executor.execute(sql`UPDATE feed_runs SET ended_at = ${now}
        WHERE ${sameFile({ websiteID: owner, file, hash })} AND fatal = ${fatal} RETURNING id`);
      if (!kept)
        await executor.execute(sql`INSERT INTO feed_runs (website_id, file, hash, started_at, ended_at, fatal)
          VALUES (${owner}, ${file}, ${hash}, ${now}, ${now}, ${fatal})`);
    });
  }

  /** Records the result of a run. */
  async end({ id, entry }: RunUnderWay, report: EndedFeed): Promise<void> {
    const { endedAt, fatal, problems, unconfirmed, refused = '' } = report;
    const counts = Object.fromEntries(FEED_OUTCOMES.map((outcome) => [outcome, report[outcome]])) as FeedCounts; // all of them
    const result = { endedAt, ...counts, fatal, unconfirmed, refused };
    await this.executor.transaction(async (executor) => {
      await executor.manager.withRepository(this.entities).update({ id }, result);
      await saveProblems(executor, id, problems);
      await executor.execute(dropOldProblems(id));
      const { withdrawn, ...usual } = counts;
      if (entry) await this.trail.complete(executor, entry, withdrawn > 0 ? counts : usual);
    });
  }
}

const sameFile = ({ websiteID, file, hash }: Pick<FeedReport, 'websiteID' | 'file' | 'hash'>) =>
  sql`${websiteID === null ? sql`website_id IS NULL` : sql`website_id = ${websiteID}`} AND file = ${file} AND hash = ${hash}`;

async function beginRun(executor: SqlExecutor, begun: Begun): Promise<number | undefined> {
  const { websiteID, file, hash, startedAt, mode } = begun;
  const [killed] = await executor.execute<{
    id: number;
  }>(sql`UPDATE feed_runs run SET started_at = ${startedAt} WHERE ended_at IS NULL AND ${sameFile(begun)} AND mode = ${mode}
    AND NOT EXISTS (SELECT FROM feed_uploads WHERE run_id = run.id) RETURNING id`);
  if (killed) return killed.id;
  const [run] = await executor.execute<{
    id: number;
  }>(sql`INSERT INTO feed_runs (website_id, file, hash, started_at, mode)
    SELECT ${websiteID}::int, ${file}, ${hash}, ${startedAt}::timestamptz, ${mode}
    WHERE ${websiteID}::int IS NULL OR EXISTS (SELECT FROM accounts WHERE id = ${websiteID} FOR KEY SHARE) RETURNING id`);
  return run?.id;
}

const laterRun = sql`SELECT FROM feed_runs later WHERE later.file = expired.file AND later.id > expired.id`;

/** A run that is not the last one of its file: that one tells whether the file was imported. An index finds NULL apart. */
export const isRepeated = sql`ended_at IS NOT NULL AND CASE WHEN website_id IS NULL
  THEN EXISTS (${laterRun} AND later.website_id IS NULL)
  ELSE EXISTS (${laterRun} AND later.website_id = expired.website_id) END`;

/** The problems of so many latest runs of an account are kept: a file may be sent every minute. */
const RUNS_WITH_PROBLEMS = 200;

/** Deletes the problems of the account's run that is no longer among the latest ones. An index finds NULL apart. */
const dropOldProblems = (id: number) => {
  const older = sql`SELECT older.id FROM feed_runs run JOIN feed_runs older ON older.id <= run.id`;
  const next = sql`ORDER BY older.id DESC OFFSET ${RUNS_WITH_PROBLEMS} LIMIT 1`;
  return sql`DELETE FROM feed_run_problems WHERE run_id = coalesce(
    (${older} AND older.website_id = run.website_id WHERE run.id = ${id} ${next}),
    (${older} AND older.website_id IS NULL AND run.website_id IS NULL WHERE run.id = ${id} ${next}))`;
};

const AT_A_TIME = 1_000;

async function saveProblems(executor: SqlExecutor, runId: number, problems: FeedReport['problems']): Promise<void> {
  const rows = problems.map((problem, position) => ({ runId, position, ...problem }));
  for (let at = 0; at < rows.length; at += AT_A_TIME) {
    await upsert(executor, FeedRunProblemEntity, rows.slice(at, at + AT_A_TIME));
  }
}

/** The last success is searched in this many latest runs, because the table has no index by time. */
const LATEST = 1_000;

/** The time of the last successful import, in seconds since 1970; undefined if none of the latest succeeded. */
export async function lastFeedSuccess(executor: SqlExecutor): Promise<number | undefined> {
  const [row] = await executor.query<{ at: number | null }>(
    sql`
    SELECT extract(epoch FROM max(ended_at))::float8 AS at
    FROM (SELECT ended_at, fatal, is_dry_run FROM feed_runs ORDER BY id DESC LIMIT ${LATEST}) latest
    WHERE fatal IS NULL AND NOT is_dry_run`,
    'reserved',
  );
  return row?.at ?? undefined;
}
