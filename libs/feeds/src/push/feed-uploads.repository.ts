import { SETTINGS } from '@app/config';
import { OPERATOR, type Owner } from '@app/fairness';
import { sealed, type SecretsKeys, sql, SqlExecutor, unsealBytes } from '@app/sql';
import type { Audit } from '@app/writes';
import { Inject, Injectable } from '@nestjs/common';
import { v7 as uuidv7 } from 'uuid';
import type { FeedTask, ReceivedFeed } from './received-feed.js';

/** A feed that waits for its import, or whose import was interrupted. */
export interface WaitingFeed extends FeedTask {
  readonly uploadID: string;
  readonly owner: Owner;
  readonly runID: number;
  /** Null for a dry run, which is not audited. */
  readonly auditEntry: string | null;
  /** The number of started imports. */
  readonly attempts: number;
  readonly hash: string;
  readonly bytes: number;
}

/** A feed without an account is the operator's. */
const OWNER = sql`COALESCE(account.main_website_id, account.id, ${OPERATOR}::int)`;

/** The queue of feeds: their bytes, until their import has ended. */
@Injectable()
export class FeedUploadsRepository {
  constructor(
    private readonly executor: SqlExecutor,
    @Inject(SETTINGS) private readonly keys: SecretsKeys,
  ) {}

  /** Begins an upload. @returns its id */
  async begin(): Promise<string> {
    const id = uuidv7();
    await this.executor.execute(sql`INSERT INTO feed_uploads (id) VALUES (${id})`);
    return id;
  }

  /** Stores consecutive bytes. They are encrypted: the root of a feed has a password, and a bundle has secret keys. */
  async addChunk(uploadID: string, position: number, chunk: Buffer): Promise<void> {
    await this.executor.execute(sql`INSERT INTO feed_upload_chunks (upload_id, position, bytes)
      VALUES (${uploadID}, ${position}, ${sealed(chunk, this.keys)})`);
  }

  /** Deletes an upload without a run. */
  async discard(uploadID: string): Promise<void> {
    await this.executor.execute(sql`DELETE FROM feed_uploads WHERE id = ${uploadID} AND run_id IS NULL`);
  }

  /** The number of feeds that wait for the accounts of an owner. */
  async countWaiting(owner: Owner): Promise<number> {
    const [row] = await this.executor.query<{ count: number }>(
      sql`
      SELECT count(*)::int AS count FROM feed_uploads upload JOIN feed_runs run ON run.id = upload.run_id
        LEFT JOIN accounts account ON account.id = run.website_id
      WHERE ${OWNER} = ${owner} AND run.ended_at IS NULL`,
      'lookup',
    );
    return row?.count ?? 0;
  }

  /** Creates the run of an upload, inside a transaction; undefined without the account. Dry runs are not audited. */
  async makeRun(executor: SqlExecutor, task: FeedTask, { uploadID, hash, bytes }: ReceivedFeed, audit: Audit) {
    const { websiteID, content, mode, scope, isDryRun, file } = task;
    const [run] = await executor.execute<{ id: number }>(sql`
      INSERT INTO feed_runs (website_id, file, hash, started_at, mode, content, is_dry_run, is_waiting)
      SELECT ${websiteID}::int, ${file}, ${hash}, clock_timestamp(), ${mode}, ${content}, ${isDryRun}::boolean, true
      WHERE ${websiteID}::int IS NULL OR EXISTS (SELECT FROM accounts WHERE id = ${websiteID} FOR KEY SHARE)
      RETURNING id`);
    if (!run) return undefined;
    const entry = isDryRun ? null : await audit({ action: 'import', resource: 'feed', id: run.id, websiteID });
    await executor.execute(sql`UPDATE feed_uploads SET run_id = ${run.id}, bytes = ${bytes}, audit_entry = ${entry}::bigint,
      scope = ${JSON.stringify(scope)}::jsonb WHERE id = ${uploadID}`);
    return run.id;
  }

  /** The oldest waiting feed of each account. */
  firstOfEach(): Promise<WaitingFeed[]> {
    return this.executor.query<WaitingFeed>(
      sql`
      SELECT DISTINCT ON (run.website_id) upload.id AS "uploadID", run.id AS "runID", upload.audit_entry AS "auditEntry",
        upload.attempts, upload.bytes, upload.scope, run.website_id AS "websiteID", run.file, run.hash, run.content, run.mode,
        run.is_dry_run AS "isDryRun", ${OWNER} AS owner
      FROM feed_uploads upload JOIN feed_runs run ON run.id = upload.run_id
        LEFT JOIN accounts account ON account.id = run.website_id
      WHERE run.ended_at IS NULL ORDER BY run.website_id, run.id`,
      'lookup',
    );
  }

  /** Records the start of an import. */
  async start({ uploadID, runID }: WaitingFeed): Promise<void> {
    await this.executor.transaction(async (executor) => {
      await executor.execute(sql`UPDATE feed_uploads SET attempts = attempts + 1 WHERE id = ${uploadID}`);
      await executor.execute(
        sql`UPDATE feed_runs SET is_waiting = false, started_at = clock_timestamp() WHERE id = ${runID}`,
      );
    });
  }

  /** The bytes of a feed, chunk by chunk. */
  async *chunks({ uploadID }: WaitingFeed): AsyncGenerator<Buffer> {
    for (let position = 0; ; position += 1) {
      const [row] = await this.executor.query<{ bytes: Buffer }>(
        sql`SELECT bytes FROM feed_upload_chunks WHERE upload_id = ${uploadID} AND position = ${position}`,
        'lookup',
      );
      if (!row) return;
      yield unsealBytes(row.bytes, this.keys);
    }
  }

  /** Deletes the uploads of ended runs, and incomplete uploads of a killed process. */
  async prune(): Promise<void> {
    await this.executor.execute(sql`DELETE FROM feed_uploads upload
      WHERE run_id IS NULL AND at < clock_timestamp() - interval '1 day'
        OR run_id IN (SELECT id FROM feed_runs WHERE id = upload.run_id AND ended_at IS NOT NULL)`);
  }
}
