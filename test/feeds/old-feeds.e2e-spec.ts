import { OldFeedsJob } from '@app/feeds';
import { ensureClock } from '@app/writes';
import { SqlExecutor } from '@app/sql';
import { createAccount, specService } from '@testing';
import { beforeAll, expect, it } from 'vitest';
import { feedOf, importFeedText } from '../support/feed-texts.js';

const service = specService();
const query = <Row extends object>(statement: string) => service.store.dataSource.query<Row[]>(statement);
let websiteID: number;

beforeAll(async () => {
  ({ websiteID } = await createAccount(service));
});

it('runs of feeds expire with their problems, except the last run of a file; and so do records of deletions', async () => {
  await query(`INSERT INTO feed_runs (website_id, file, hash, started_at, ended_at)
    SELECT account, file, '', now() - days * interval '1 day', now() FROM unnest(ARRAY[${websiteID}, NULL]) account,
      unnest('{hourly.xml,once.xml}'::text[]) file, unnest('{200,91,89}'::int[]) days
    WHERE file = 'hourly.xml' OR days = 200`);
  await query(
    `INSERT INTO feed_runs (website_id, file, hash, started_at) VALUES (${websiteID}, 'killed.xml', '', now() - interval '1 year')`,
  );
  await query(`INSERT INTO feed_run_problems (run_id, position, unique_id, element, problem, done, outcome)
    SELECT id, 0, '', '', '', '', 'rejected' FROM feed_runs`);
  await query(`INSERT INTO deleted_listings SELECT ${websiteID}, 'a', days::text, now() - days * interval '1 day'
    FROM unnest('{91,89}'::int[]) days`);
  await service.app.get(OldFeedsJob, { strict: false }).run();
  const kept = await query(`SELECT website_id AS account, file, (now()::date - started_at::date) AS days
    FROM feed_runs JOIN feed_run_problems ON run_id = id ORDER BY 1, 2, 3`);
  expect(kept).toEqual(
    [websiteID, null].flatMap((account) => [
      { account, file: 'hourly.xml', days: 89 },
      ...(account ? [{ account, file: 'killed.xml', days: expect.any(Number) as number }] : []),
      { account, file: 'once.xml', days: 200 },
    ]),
  );
  expect(await query('SELECT unique_id FROM deleted_listings')).toEqual([{ unique_id: '89' }]);
});

it('problems of the latest 200 runs of an account are kept', async () => {
  await query('DELETE FROM feed_runs');
  await query(`INSERT INTO feed_runs (website_id, file, hash, started_at, ended_at)
    SELECT ${websiteID}, 'pushed', n::text, now(), now() FROM generate_series(1, 200) n`);
  await query(`INSERT INTO feed_run_problems (run_id, position, unique_id, element, problem, done, outcome)
    SELECT id, 0, '', '', '', '', 'rejected' FROM feed_runs`);
  const oldest = await query<{ id: number }>('SELECT min(id) AS id FROM feed_runs');
  const entry = '<residential status="gone"><agentID>A</agentID><uniqueID>F</uniqueID></residential>';
  await importFeedText(service.store.dataSource, feedOf(entry), websiteID);
  expect(await query('SELECT count(DISTINCT run_id)::int AS runs FROM feed_run_problems')).toEqual([{ runs: 200 }]);
  expect(await query(`SELECT FROM feed_run_problems WHERE run_id = ${oldest[0]?.id}`)).toEqual([]);
});

it('nothing is deleted after the clock of the database has jumped', async () => {
  const executor = SqlExecutor.of(service.store.dataSource);
  await ensureClock(executor);
  await expect(ensureClock(executor, Date.now() - 410 * 24 * 3_600_000)).rejects.toThrow(
    'The clock of the database is 9840 hours ahead of the clock of this process: nothing is deleted.',
  );
  await expect(ensureClock(executor, Date.now() + 7_200_000)).rejects.toThrow('2 hours behind');
});
