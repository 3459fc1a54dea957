import { execFile } from 'node:child_process';
import { appendFile, mkdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { generatedSource } from '@app/bundles';
import { inSession, lockSession } from '@app/sql';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { servicesOn, specStore } from '@testing';
import { ADDRESS, feedAccount, feedOf, freshStore, storedLine } from '../../../../test/support/feed-texts.js';
import { entryOf } from '../../../../test/support/feed-entries.js';
import {
  inboxFolder,
  namesIn,
  put,
  remove,
  startInbox,
  notImportedRuns,
  type TestInbox,
} from '../../../../test/support/inbox.js';

const store = specStore();
let folder: string;
let inbox: TestInbox | undefined;

beforeEach(async () => {
  await freshStore(store.dataSource);
  folder = await inboxFolder();
});

afterEach(async () => {
  await inbox?.stop().catch(() => undefined);
  inbox = undefined;
  await remove(folder);
});

const start = (options: Parameters<typeof startInbox>[2] = {}): TestInbox =>
  (inbox = startInbox(store.dataSource, folder, options));

const saying = (headline: string, modTime = '2009-01-01') =>
  feedOf(entryOf(`${ADDRESS}<headline>${headline}</headline>`, 'residential', `modTime="${modTime}" status="current"`));

const filed = (account: string, where = 'done') =>
  namesIn(folder, account, where).then((names) => names.filter((name) => name.endsWith('.xml')));

const becomes = (account: string, names: readonly string[], where = 'done') =>
  expect.poll(() => filed(account, where)).toEqual(names);

const queued = async () =>
  (await store.dataSource.query<object[]>('SELECT FROM feed_uploads WHERE run_id IS NOT NULL')).length;

const whileNobodyImports = <T>(work: () => Promise<T>): Promise<T> =>
  inSession(store.dataSource, async (session) => {
    await lockSession(session, 'sentFeeds');
    return work();
  });

describe('a fault of one file or folder', () => {
  it('is not in a long name: it is cut, so that the report has one as well', async () => {
    const name = `${'é'.repeat(122)}.xml`;
    await put(saying('Long'), folder, '12', name);
    await put(saying('Long'), folder, '12', `${'a'.repeat(251)}.xml`);
    await put(saying('Long'), folder, '12', `${'a'.repeat(250)}b.xml`);
    start();
    const names = [`${'a'.repeat(233)}.xml`, `${'a'.repeat(231)}-2.xml`, `${'é'.repeat(116)}.xml`];
    await becomes('12', [...names].sort());
    const reports = names.map((cut) => `${cut}.report.json`);
    expect(await namesIn(folder, '12', 'done')).toEqual([...names, ...reports].sort());
  });

  it('sets aside what cannot be moved, and the others go on; it is moved once it can be, and imported once', async () => {
    await writeFile(join(folder, '12', 'done'), 'not a folder');
    for (let at = 0; at < 12; at += 1) await put(saying('Here'), folder, '12', `${at}.xml`);
    const first = start();
    await expect.poll(() => first.reports.length).toBe(12);
    await put(saying('There'), folder, '13', 'b.xml');
    await becomes('13', ['b.xml']);
    const why = 'it is processed, but cannot be moved to done/: "done" is not a folder';
    expect(first.notices).toContain(`12/0.xml: ${why}; next attempt in 1 s`);
    const told = async () => (await notImportedRuns(store.dataSource)).filter(({ fatal }) => fatal === why);
    expect((await told())[0]).toEqual({ website_id: 12, file: '0.xml', fatal: why });
    // The next inbox knows that they are imported.
    await first.stop();
    start();
    await rm(join(folder, '12', 'done'));
    await expect.poll(() => filed('12')).toHaveLength(12);
    const [imported] = await store.dataSource.query<object[]>(
      'SELECT count(*)::int FROM feed_runs WHERE website_id = 12 AND fatal IS NULL',
    );
    expect(imported).toEqual({ count: 12 });
    // However often it was tried, it was told once.
    expect(await told()).toHaveLength(12);
  });

  it('waits for what the database refuses, and the others go on', async () => {
    await store.dataSource.query(`
      CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN RAISE EXCEPTION 'too long' USING ERRCODE = '57014'; END $$`);
    await store.dataSource.query(`CREATE TRIGGER refuse BEFORE INSERT ON listings FOR EACH ROW
      WHEN (NEW.website_id = 12) EXECUTE FUNCTION refuse()`);
    await put(saying('Here'), folder, '12', 'a.xml');
    await put(saying('Here'), folder, '13', 'b.xml');
    start();
    await becomes('13', ['b.xml']);
    expect(await filed('12')).toEqual([]);
    await store.dataSource.query('DROP FUNCTION refuse CASCADE');
    await becomes('12', ['a.xml']);
    const runs = await store.dataSource.query<object[]>(
      'SELECT file, fatal, ended_at IS NULL AS open FROM feed_runs ORDER BY website_id',
    );
    expect(runs).toEqual(['a.xml', 'b.xml'].map((file) => ({ file, fatal: null, open: false })));
  });

  it('ends the inbox when it is the folder of the inbox that is away', async () => {
    const { ended } = start();
    await remove(folder);
    await expect(ended).rejects.toThrow('ENOENT');
  });

  it('ends the inbox when it is the store that is away, and leaves the file where it is', async () => {
    const { ended, notices } = start();
    await put(saying('First'), folder, '12', 'a.xml');
    await becomes('12', ['a.xml']);
    await store.dataSource.query(
      `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
        WHERE datname = current_database() AND usename = current_user AND pid <> pg_backend_pid()`,
    );
    await put(saying('Second'), folder, '12', 'b.xml');
    await expect(ended).rejects.toThrow(/./);
    expect(await namesIn(folder, '12')).toEqual(['b.xml', 'done']);
    expect(notices).toEqual([]);
  });
});

describe('the turns of accounts', () => {
  it('do not wait for the backlog of one, which is imported in the order of arrival', async () => {
    const backlog = 60;
    for (let at = 0; at < backlog; at += 1) await put(feedOf(), folder, '12', `${1000 + at}.xml`);
    let count = 0;
    let other: Promise<void> | undefined;
    start({
      onFile: () => {
        count += 1;
        other ??= put(feedOf(), folder, '13', 'one.xml');
      },
    });
    await expect.poll(() => count).toBe(backlog + 1);
    await other;
    // Files are moved in another order if several imports end between two passes.
    const runs = await store.dataSource.query<{ account: number; file: string }[]>(
      'SELECT website_id AS account, file FROM feed_runs ORDER BY ended_at',
    );
    expect(runs.findIndex(({ account }) => account === 13)).toBeLessThan(backlog);
    const own = runs.filter(({ account }) => account === 12).map(({ file }) => file);
    expect(own).toEqual([...own].sort());
  });
});

describe('a file that is still coming', () => {
  const whole = saying('Whole');

  it('is taken in when it is whole, however slowly it comes', async () => {
    const path = join(folder, '12', 'slow.xml');
    await writeFile(path, '');
    const { reports } = start();
    const part = Math.ceil(whole.length / 4);
    for (let at = 0; at < whole.length; at += part) {
      await sleep(25); // more than it must be still
      await appendFile(path, whole.slice(at, at + part));
    }
    await becomes('12', ['slow.xml']);
    expect(reports).toMatchObject([{ created: 1, fatal: null }]);
    expect(await filed('12', 'failed')).toEqual([]);
    expect(await readFile(join(folder, '12', 'done', 'slow.xml'), 'utf8')).toBe(whole);
  });

  it('lets the others go first, and fails when its end never comes', async () => {
    await put(whole.slice(0, -10), folder, '12', 'a.xml');
    await put(whole, folder, '12', 'b.xml');
    const first = start();
    await becomes('12', ['b.xml']);
    await first.stop();
    expect(first.reports).toMatchObject([{ file: 'b.xml', created: 1 }]);
    expect(await namesIn(folder, '12')).toEqual(['a.xml', 'done']);
    const second = start({ unfinishedMs: 100 });
    await becomes('12', ['a.xml'], 'failed');
    expect(second.reports).toMatchObject([{ file: 'a.xml', fatal: expect.stringMatching('ends in the middle') }]);
  });

  it('fails at once when more of it would not help', async () => {
    await put('<html><body>', folder, '12', 'a.xml');
    const { reports } = start();
    await becomes('12', ['a.xml'], 'failed');
    expect(reports).toMatchObject([{ fatal: expect.stringMatching('root element <html>') }]);
  });

  it('is what is put in its place while it waits: both are imported, and done/ has the last', async () => {
    const path = join(folder, '12', 'a.xml');
    await put(saying('First'), path);
    const { notices, reports } = await whileNobodyImports(async () => {
      const begun = start();
      await expect.poll(queued).toBe(1);
      await put(saying('Second', '2009-01-02'), path);
      await expect.poll(queued).toBe(2);
      return begun;
    });
    await becomes('12', ['a.xml']);
    expect(await readFile(join(folder, '12', 'done', 'a.xml'), 'utf8')).toContain('Second');
    expect(await storedLine(store.dataSource, '1')).toMatchObject({ headline: 'Second' });
    expect(notices).toEqual(['12/a.xml: it changed while it was imported, and is imported again']);
    expect(reports).toMatchObject([{ websiteID: 12, file: 'a.xml', updated: 1, fatal: null, problems: [] }]);
  });
});

it('a file keeps its run when the inbox ends before the import', async () => {
  for (const path of ['12/a.xml', 'b.xml']) await put(saying('Once'), folder, path);
  await whileNobodyImports(async () => {
    const first = start();
    await expect.poll(queued).toBe(2);
    await first.stop();
  });
  start();
  await becomes('12', ['a.xml']);
  await becomes('.', ['b.xml']);
  expect(await queued()).toBe(0);
  const [runs] = await store.dataSource.query<object[]>(`SELECT count(*)::int,
    (SELECT count(*)::int FROM audit_log WHERE command = 'inbox') AS audited FROM feed_runs WHERE file IN ('a.xml', 'b.xml')`);
  expect(runs).toEqual({ count: 2, audited: 2 });
});

it('an account whose file takes long does not delay the files of others', async () => {
  await put(saying('Slow'), folder, '13', 'slow.xml');
  await inSession(store.dataSource, async (session) => {
    await session.startTransaction();
    await session.query('SELECT FROM accounts WHERE id = 13 FOR UPDATE');
    start();
    await expect.poll(() => store.dataSource.query<object[]>('SELECT FROM feed_uploads')).toHaveLength(1);
    for (const name of ['a.xml', 'b.xml']) await put(saying(name), folder, '12', name);
    await becomes('12', ['a.xml', 'b.xml']);
    expect(await filed('13')).toEqual([]);
    await session.rollbackTransaction();
  });
  await becomes('13', ['slow.xml']);
  expect(await queued()).toBe(0);
});

describe('what is ignored', () => {
  it('is never opened or followed, and said once, in the runs as well', async () => {
    const outside = await inboxFolder();
    await put(saying('Outside'), outside, '12', 'secret.xml');
    await rm(join(folder, '13'), { recursive: true });
    await symlink(join(outside, '12'), join(folder, '13'));
    await symlink(join(outside, '12', 'secret.xml'), join(folder, '12', 'link.xml'));
    await symlink('nowhere', join(folder, '12', 'dangling.xml'));
    await promisify(execFile)('mkfifo', [join(folder, '12', 'pipe.xml')]);
    const socket = createServer().listen(join(folder, '12', 'socket.xml'));
    for (const name of ['a.zip', 'b.zip', 'c.pdf']) await put('', folder, '12', name);
    for (const name of ['.hidden.xml', 'latin\u00e9.xml.part']) await put('', folder, '12', name);
    await mkdir(join(folder, '12', 'photos.xml'));
    for (const name of ['agency', '9999999999', '012']) await mkdir(join(folder, name));
    await put(saying('Top'), folder, 'top.csv');
    await put(saying('Nobody'), folder, '9999999999', 'never.xml');
    await mkdir(join(folder, '14'));
    await put(saying('Stray'), folder, '14', 'stray.xml');
    const said = [
      '012: ignored, with 2 more: its name is not the websiteID of an account',
      '12/a.zip: ignored, with 1 more: only *.xml is imported, not *.zip',
      '12/c.pdf: ignored: only *.xml is imported, not *.pdf',
      '12/dangling.xml: ignored, with 1 more: links are not followed',
      '12/latin\u00e9.xml.part: ignored: only *.xml is imported, not *.part',
      '12/photos.xml: ignored: it is a folder',
      '12/pipe.xml: ignored, with 1 more: it is not a regular file',
      '13: ignored: links are not followed',
      '14/stray.xml: There is no account 14',
      'top.csv: ignored: only *.xml is imported, not *.csv',
    ];
    const first = start();
    await expect.poll(() => [...first.notices].sort()).toEqual(said);
    await put(saying('Good'), folder, '12', 'good.xml');
    await becomes('12', ['good.xml']);
    await first.stop();
    const runs = await notImportedRuns(store.dataSource);
    expect(runs.map(({ website_id, file, fatal }) => `${website_id ? '12/' : ''}${file}: ${fatal}`).sort()).toEqual(
      said,
    );

    const second = start();
    await put(saying('Better', '2009-01-02'), folder, '12', 'good.xml');
    await expect.poll(() => second.notices.length).toBe(said.length - 1);
    await second.stop();
    expect(await notImportedRuns(store.dataSource)).toEqual(runs);
    expect(await namesIn(outside, '12')).toEqual(['secret.xml']);
    expect(await storedLine(store.dataSource, '1')).toMatchObject({ headline: 'Better' });
    socket.close();
    await remove(outside);
  });

  it('no folder is written to that is called "done" and leads out of the inbox', async () => {
    const outside = await inboxFolder();
    await symlink(outside, join(folder, '12', 'done'));
    await put(saying('Here'), folder, '12', 'a.xml');
    const { notices } = start();
    await expect.poll(() => notices.join()).toMatch(/"done" is not a folder/);
    expect(await namesIn(outside)).toEqual(['12', '13']);
    await remove(outside);
  });
});

it('makes the folder of every account, also of one that is created later, and of none unless asked to', async () => {
  await rm(join(folder, '12'), { recursive: true });
  const others = start();
  await put(saying('Here'), folder, '13', 'a.xml');
  await becomes('13', ['a.xml']);
  expect(await namesIn(folder)).toEqual(['13']);
  await others.stop();
  start({ makesFolders: true });
  await expect.poll(() => namesIn(folder)).toEqual(['12', '13']);
  await put(saying('Here'), folder, '12', 'b.xml');
  await becomes('12', ['b.xml']);
  await servicesOn(store.dataSource).importer.import([generatedSource('accounts', [feedAccount(14)])]);
  await expect.poll(() => namesIn(folder)).toEqual(['12', '13', '14']);
});
