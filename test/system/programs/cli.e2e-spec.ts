import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ADVISORY_LOCKS } from '@app/sql';
import { beforeEach, describe, expect, it } from 'vitest';
import { account } from '../../support/bundle-lines.js';
import { DIRECTORY } from '../support/bundle.js';
import { Command } from '../support/command.js';
import { emptyTables, InProcessCommand, specFolder, specStore, storeEnvironment } from '@testing';

const folder = specFolder('cli');
const store = specStore();

beforeEach(() => emptyTables(store.dataSource));

/** Runs a command in this process, and returns how it ended. */
async function directory(args: readonly string[], env = storeEnvironment(store.url)) {
  const command = new InProcessCommand(args, env, folder);
  return { code: await command.ended, ...command.printed };
}

/** Starts a process as an operator does, in the folder of the files. */
const start = (args: readonly string[], env = storeEnvironment(store.url)): Command =>
  Command.start([...DIRECTORY, ...args], { cwd: folder, env });

/** Writes a file, and returns its path. */
async function file(name: string, ...lines: (object | string)[]): Promise<string> {
  const texts = lines.map((line) => (typeof line === 'string' ? line : JSON.stringify(line)));
  await writeFile(join(folder, name), `${texts.join('\n')}\n`);
  return join(folder, name);
}

describe('the command line', () => {
  const GROUPS = { hooks: ['list'], keys: ['create', 'reseal'], person: ['find', 'erase'] };

  const grouped = Object.entries(GROUPS).flatMap(([group, names]) => names.map((name) => `${group} ${name}`));

  it.each(['', 'migrate import inbox export demo reset hooks keys person'.split(' '), grouped].flat())(
    'prints its help: %s --help',
    async (words) => {
      const { code, stdout } = await directory(`${words} --help`.trim().split(' '));
      expect(code).toBe(0);
      expect(stdout).toMatch(/^Usage: directory/);
      expect(stdout).toMatch(/Exit code: 0/);
    },
  );

  it.each([
    [[], /Usage: directory/],
    [['imprt'], /unknown command 'imprt'/],
    [['import'], /missing required argument 'PATH'/],
    [['export', 'a', 'b'], /too many arguments/],
    [['demo', '--listings', 'many'], /Expected: a whole number from 0/],
    [['demo', '--date', '2026-02-30'], /Expected: a day from 1980-01-01/],
    [['reset'], /required option '--yes' not specified/],
    [['person', 'erase', 'ann@visitors.example'], /required option '--yes' not specified/],
    [['import', 'nowhere'], /^nowhere: no such file or folder\n$/],
  ])('exits with 2 for wrong usage: %j', async (args, message) => {
    const { code, stderr } = await directory(args);
    expect(code).toBe(2);
    expect(stderr).toMatch(message);
  });

  it('prints one line about an invalid environment or database', async () => {
    const wrong = await directory(['migrate'], { ...storeEnvironment(store.url), LOG_LEVEL: 'loud' });
    expect(wrong).toMatchObject({ code: 2, stderr: expect.stringMatching(/^LOG_LEVEL: got "loud", wanted .*\n$/) });
    const away = await directory(['migrate'], {
      ...storeEnvironment(store.url),
      DATABASE_URL: 'postgres://x:y@localhost:1/z',
    });
    expect(away).toMatchObject({
      code: 2,
      stderr: expect.stringMatching(/^DATABASE_URL: PostgreSQL cannot be reached .*\(ECONNREFUSED\)\n$/),
    });
  });
});

describe('migrate', () => {
  it('has nothing to do if the schema is up to date', async () => {
    expect(await directory(['migrate'])).toEqual({ code: 0, stdout: 'The schema is up to date.\n', stderr: '' });
  });

  it('sets up the embedded server if no database is given', async () => {
    const dataDir = await mkdtemp(join(tmpdir(), 'cli-data-'));
    const env = { PATH: process.env['PATH'] ?? '', DATA_DIR: dataDir };
    expect(await directory(['migrate'], env)).toMatchObject({ code: 0, stdout: expect.stringMatching(/^Applied /) });
    expect(await directory(['migrate'], env)).toMatchObject({ code: 0, stdout: 'The schema is up to date.\n' });
    await rm(dataDir, { recursive: true });
  });
});

describe('import', () => {
  it('exits with 0 if everything was imported', async () => {
    const { code, stdout, stderr } = await directory(['import', await file('accounts.ndjson', account(1))]);
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(stdout).toMatch(/^accounts\.ndjson: 1 created; 1 line in \d\.\d s \([\d,]+\/s\)\n$/);
  });

  it('exits with 2 if --strict has changed nothing', async () => {
    const { code, stdout, stderr } = await directory([
      'import',
      '--strict',
      await file('accounts.ndjson', account(1), '?'),
    ]);
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toMatch(/\nNothing was imported: 1 bad line, and --strict imports all or nothing\.\n$/);
    expect(await store.dataSource.query<object[]>('SELECT FROM accounts')).toEqual([]);
  });
});

describe('import --website', () => {
  const ADDRESS = '<address><street>Main Road</street></address>';
  const feed = (status: string, id: string) =>
    `<land modTime="2009-01-01" status="${status}"><agentID>A</agentID><uniqueID>${id}</uniqueID>${ADDRESS}</land>`;
  const listOf = (...entries: string[]) => `<propertyList>${entries.join('')}</propertyList>`;
  const take = (...args: string[]) => directory(['import', '--website', '1', ...args]);

  beforeEach(async () => {
    await directory(['import', await file('accounts.ndjson', account(1))]);
  });

  it('exits with 0 if everything was imported, and exports the same', async () => {
    expect(await take(await file('good.xml', listOf(feed('current', '1'))))).toMatchObject({
      code: 0,
      stderr: '',
      stdout: expect.stringMatching(/^good\.xml: 1 created; 1 listing in/),
    });
    const out = join(folder, 'out.xml');
    expect(await directory(['export', '--reaxml', out, '--website', '1'])).toMatchObject({ code: 0, stderr: '' });
    expect(await take(out)).toMatchObject({ code: 0, stdout: expect.stringMatching(/0 created, 1 unchanged/) });
  });

  it('exports a business in r1.61 only', async () => {
    await take(
      await file('good.xml', listOf(feed('current', '1'), feed('current', '2').replaceAll('land', 'business'))),
    );
    const to = ['export', '--reaxml', join(folder, 'out.xml'), '--website', '1'];
    expect((await directory(to)).stdout).toMatch(/\n1 left out: r1\.64 has no businesses; comments name them\n$/);
    expect((await directory([...to, '--revision', 'r1.61'])).stdout).not.toContain('left out');
    expect(await readFile(join(folder, 'out.xml'), 'utf8')).toMatch(/<business .*<uniqueID>2<\/uniqueID>/);
  });

  it('exits with 1 if a listing was rejected, and reports it', async () => {
    const path = await file('mixed.xml', listOf(feed('current', '1'), feed('gone', '2')));
    const { code, stderr } = await take('--report', join(folder, 'report.json'), path);
    expect({ code, stderr }).toEqual({
      code: 1,
      stderr: 'mixed.xml:1:153: 2: land: has the status "gone", which is not known: rejected\n',
    });
    const report = JSON.parse(await readFile(join(folder, 'report.json'), 'utf8')) as object;
    expect(report).toMatchObject({ files: [{ created: 1, rejected: 1, problems: [{ uniqueID: '2' }] }] });
  });

  it('exits with 2 if nothing was done', async () => {
    expect(await take(await file('page.xml', '<html/>'))).toMatchObject({
      code: 2,
      stdout: expect.stringMatching(/^page\.xml: rejected: has the root element <html>/),
    });
    expect(await directory(['import', '--website', '9', join(folder, 'page.xml')])).toMatchObject({
      code: 2,
      stderr: 'There is no account 9\n',
    });
    expect((await take('nowhere.xml')).code).toBe(2);
    expect((await directory(['import', '--website', 'x', 'page.xml'])).code).toBe(2);
    expect((await directory(['export', '--reaxml', 'out.xml'])).code).toBe(2);
    expect((await directory(['export', '--reaxml', 'out.xml', '--website', '1', '--revision', 'r1.6'])).code).toBe(2);
  });
});

describe('demo and export', () => {
  it('fill only an empty directory, and export the same data', async () => {
    const made = await directory(['demo', '--listings', '50', '--accounts', '3', '--seed', '7']);
    expect(made).toMatchObject({
      code: 0,
      stderr: expect.stringMatching(/^The pictures are at http:\/\/localhost:3000\. .* PUBLIC_URL or PORT\.\n$/),
      stdout: expect.stringMatching(/listings: 50 created/),
    });

    const again = await directory(['demo']);
    expect(again).toMatchObject({
      code: 2,
      stdout: '',
      stderr: expect.stringMatching(/^Nothing was generated: .*\n$/),
    });

    const exported = await directory(['export', join(folder, 'out')]);
    expect(exported).toMatchObject({
      code: 0,
      stderr: '',
      stdout: expect.stringMatching(/^listings\.ndjson: 50 lines/m),
    });
    const imported = await directory(['import', join(folder, 'out')]);
    expect(imported.code).toBe(0);
    expect(imported.stdout).toMatch(/listings\.ndjson: 0 created, 50 unchanged;/);
  });

  it('remove the drafts of a killed export, and keep those of one that runs', async () => {
    const out = join(folder, 'killed');
    const drafts = async () => (await readdir(out).catch(() => [])).filter((name) => name.includes('.draft-'));
    const stuck = () => start(['export', out]);
    const holder = store.dataSource.createQueryRunner();
    await holder.startTransaction();
    await holder.query('LOCK TABLE listings IN ACCESS EXCLUSIVE MODE');
    const killed = stuck();
    await expect.poll(drafts).toContainEqual(expect.stringMatching(/^listings\.ndjson\.draft-.+-\d+$/));
    killed.kill();
    await killed.end();
    const left = await drafts();
    const alive = stuck();
    await expect.poll(drafts).not.toEqual(expect.arrayContaining(left));
    await expect.poll(drafts).toHaveLength(left.length);
    const kept = await drafts();
    const beside = directory(['export', out]);
    await expect.poll(drafts).toHaveLength(2 * left.length);
    expect(await drafts()).toEqual(expect.arrayContaining(kept));
    await holder.rollbackTransaction();
    await holder.release();
    expect([await alive.end(), await beside].map(({ code }) => code)).toEqual([0, 0]);
    expect(await readdir(out)).toHaveLength(4);
  });

  it('exit with 2 if the folder is not writable', async () => {
    const { code, stderr } = await directory(['export', join(await file('flat'), 'out')]);
    expect(code).toBe(2);
    expect(stderr).toMatch(/ENOTDIR/);
  });
});

describe('reset', () => {
  it('generates the demo again, and refuses any other directory', async () => {
    const world = ['--listings', '20', '--accounts', '2', '--seed', '7', '--date', '2026-01-15'];
    const refused = await directory(['reset', '--yes', ...world]);
    expect(refused).toMatchObject({
      code: 2,
      stdout: '',
      stderr: expect.stringMatching(/^Nothing was changed: .*\n$/),
    });
    const env = { ...storeEnvironment(store.url), PUBLIC_URL: 'https://directory.example' };
    const made = await directory(['demo', ...world], env);
    const again = await directory(['reset', '--yes', ...world], env);
    const counts = ({ stdout }: typeof made) => stdout.replaceAll(/;.*/g, '');
    expect(again).toMatchObject({ code: 0, stderr: '' });
    expect(counts(again)).toBe(counts(made));
  });
});

describe('person', () => {
  it('prints only JSON lines of the person to stdout, and deletes them', async () => {
    await directory(['demo', '--listings', '50', '--accounts', '1', '--seed', '7']);
    const { code, stdout, stderr } = await directory(['person', 'find', '+61 491 570 157']);
    expect([code, JSON.parse(stdout)]).toMatchObject([0, { resource: 'enquiry', email: 'mia@visitors.example' }]);
    expect(stderr).toMatch(/^Found: 1 enquiries\n[^]*dumps/);
    const deleted = await directory(['person', 'erase', 'mia@visitors.example', '--yes']);
    expect(deleted).toMatchObject({ code: 0, stdout: 'Deleted: 1 enquiries\n' });
    const left = await directory(['person', 'find', '0491570157']);
    expect(left).toMatchObject({ code: 0, stdout: '', stderr: expect.stringMatching(/^Nothing was found\./) });
  });
});

describe('a command process', () => {
  it('has the exit code of its command, and reads .env in its folder', async () => {
    await file('.env', ...Object.entries(storeEnvironment(store.url)).map(([name, value]) => `${name}=${value}`));
    await file('accounts.ndjson', account(1), '?');
    const command = start(['import', 'accounts.ndjson'], {});
    expect(await command.end()).toEqual({ code: 1, signal: null });
    expect(command.output).toMatch(/^accounts\.ndjson:2: line: is not JSON\naccounts\.ndjson: 1 created, 1 rejected;/);
    await rm(join(folder, '.env'));
  });

  it('ends quietly if its output is closed: import 2>&1 | head', async () => {
    await file('accounts.ndjson', ...Array.from({ length: 20_000 }, () => '?'));
    const line = `${DIRECTORY.join(' ')} import accounts.ndjson 2>&1 | head -n 1; echo "\${PIPESTATUS[0]}"`;
    const command = Command.start(['bash', '-c', line], { cwd: folder, env: storeEnvironment(store.url) });
    await command.end();
    expect(command.output).toBe('accounts.ndjson:1: line: is not JSON\n141\n');
  });

  it('rolls back its current work when it is interrupted', async () => {
    const command = start(['demo', '--listings', '1000000', '--accounts', '20']);
    await expect.poll(running, { timeout: 30_000 }).toBe(true);
    command.signal('SIGINT');
    expect(await command.end()).toEqual({ code: 2, signal: null });
    expect(command.output).toMatch(/^Interrupted/);
    expect(await store.dataSource.query<object[]>('SELECT FROM accounts')).toEqual([]);
  });
});

/** Whether a transaction is writing listings. */
async function running(): Promise<boolean> {
  const [{ held }] = await store.dataSource.query<[{ held: boolean }]>(
    `SELECT EXISTS (SELECT FROM pg_locks WHERE locktype = 'advisory' AND objid = $1
       AND database = (SELECT oid FROM pg_database WHERE datname = current_database())) AS held`,
    [ADVISORY_LOCKS.listings],
  );
  return held;
}

it('migrate rebuilds documents of another release', async () => {
  expect(await directory(['import', await file('accounts.ndjson', account(1), account(2))])).toMatchObject({ code: 0 });
  await store.dataSource.query('UPDATE accounts SET representation = 0');
  expect((await directory(['migrate'])).stdout).toBe('The schema is up to date.\nRebuilt 2 documents of accounts.\n');
  expect((await directory(['migrate'])).stdout).toBe('The schema is up to date.\n');
});
