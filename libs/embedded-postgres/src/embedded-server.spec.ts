import { chmod, mkdir, mkdtemp, readdir, readFile, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { type EmbeddedServer, startEmbeddedServer } from './embedded-server.js';
import { Neighbour } from './neighbour.support.js';

const settings = { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off', shared_buffers: '32MB' };

let dataDir: string;
const servers: EmbeddedServer[] = [];
const neighbours: Neighbour[] = [];

beforeAll(async () => {
  dataDir = await realpath(await mkdtemp(join(tmpdir(), 'embedded-server-')));
  // For root the server's user has to get in, or the files go elsewhere.
  await chmod(dataDir, 0o755);
});

afterEach(async () => {
  await Promise.all(neighbours.splice(0).map((one) => one.leave()));
  await Promise.all(servers.splice(0).map((server) => server.stop()));
});

afterAll(async () => {
  // Takes over, and stops, what a test that failed may have left running.
  await (await start()).stop();
  await rm(dataDir, { recursive: true });
});

async function start(more: Record<string, string> = {}): Promise<EmbeddedServer> {
  const server = await startEmbeddedServer({ dataDir, settings: { ...settings, ...more } });
  servers.push(server);
  return server;
}

async function neighbour(): Promise<Neighbour> {
  const one = await Neighbour.start({ dataDir, settings });
  neighbours.push(one);
  return one;
}

async function query(url: string, sql: string): Promise<unknown[]> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query<unknown[]>({ text: sql, rowMode: 'array' })).rows.flat();
  } finally {
    await client.end();
  }
}

const cluster = (): string => join(dataDir, 'postgres', 'cluster');
const postmaster = async (): Promise<number> => parseInt(await readFile(join(cluster(), 'postmaster.pid'), 'utf8'), 10);

describe('startEmbeddedServer', () => {
  it('makes a cluster, over what a killed start has left of one', async () => {
    await mkdir(join(dataDir, 'postgres.new-12345678', 'cluster'), { recursive: true });
    const { url } = await start();
    expect(url).toMatch(/^postgres:\/\/service:[\w-]{43}@127\.0\.0\.1:\d+\/directory$/);
    expect(
      await query(url, `SELECT current_database(), lower('ÉCOLE'), 'a' < 'B', current_setting('TimeZone')`),
    ).toEqual(['directory', 'école', false, 'UTC']);
    expect((await readdir(dataDir)).toSorted()).toEqual(['leases', 'postgres']);
  });

  it('is used as an ordinary role, which owns the database alone', async () => {
    const { url, adminUrl } = await start();
    const rights = `SELECT rolsuper, rolcreaterole, rolcreatedb, rolreplication, rolbypassrls,
      (SELECT datdba = pg_roles.oid FROM pg_database WHERE datname = current_database())
      FROM pg_roles WHERE rolname = current_user`;
    expect(await query(url, rights)).toEqual([false, false, false, false, false, true]);
    expect(await query(adminUrl, 'SELECT rolsuper FROM pg_roles WHERE rolname = current_user')).toEqual([true]);
    expect(new URL(adminUrl).password).not.toBe(new URL(url).password);
  });

  it("gives the role what was the superuser's in a cluster of before", async () => {
    const before = await start();
    for (const statement of [
      'ALTER DATABASE directory OWNER TO directory',
      'CREATE EXTENSION pg_trgm',
      "CREATE TYPE mood AS ENUM ('ok')",
      'CREATE TABLE old (id int GENERATED ALWAYS AS IDENTITY, code serial, mood mood)',
      'CREATE VIEW older AS SELECT * FROM old',
      'CREATE SEQUENCE lone',
      "CREATE FUNCTION answer() RETURNS int LANGUAGE sql AS 'SELECT 42'",
      'DROP OWNED BY service',
      'DROP ROLE service',
    ])
      await query(before.adminUrl, statement);
    await before.stop();
    const { url } = await start();
    const others = `SELECT relname::text FROM pg_class WHERE relnamespace = 'public'::regnamespace
      AND relkind <> 'i' AND relowner <> 'service'::regrole`;
    expect(await query(url, others)).toEqual([]);
    for (const statement of ['INSERT INTO old (mood) VALUES (DEFAULT)', 'DROP VIEW older', 'DROP FUNCTION answer'])
      await query(url, statement);
  });

  it('says what to do where another PostgreSQL has written the data', async () => {
    const version = join(cluster(), 'PG_VERSION');
    const own = await readFile(version, 'utf8');
    await writeFile(version, '15\n');
    await expect(start()).rejects.toThrow(
      /^The data in .* was written by PostgreSQL 15, and this version of the service brings \d+: .*export.*import[^\n]*$/,
    );
    await writeFile(version, own);
  });

  it('keeps the data, and can be stopped twice', async () => {
    const first = await start();
    await query(first.url, 'CREATE TABLE kept AS SELECT 42 AS value');
    await Promise.all([first.stop(), first.stop()]);
    await expect(query(first.url, 'SELECT 1')).rejects.toThrow('ECONNREFUSED');
    const second = await start();
    expect(await query(second.url, 'SELECT value FROM kept')).toEqual([42]);
  });

  it('starts one server for concurrent processes', async () => {
    const all = await Promise.all([start(), start(), start(), neighbour()]);
    expect(new Set(all.map(({ url }) => url)).size).toBe(1);
  });

  it('runs until the last one leaves', async () => {
    const first = await start();
    const second = await neighbour();
    expect(second.url).toBe(first.url);
    await first.stop();
    expect(await query(second.url, 'SELECT value FROM kept')).toEqual([42]);
    await second.leave();
    await expect(query(second.url, 'SELECT 1')).rejects.toThrow('ECONNREFUSED');
  });

  it('takes over the server of a process that was killed', async () => {
    const killed = await neighbour();
    await killed.kill();
    expect(await query(killed.url, 'SELECT 1')).toEqual([1]);
    const { url, stop } = await start();
    expect(url).toBe(killed.url);
    await stop();
    await expect(query(url, 'SELECT 1')).rejects.toThrow('ECONNREFUSED');
    expect(await readdir(join(dataDir, 'leases'))).toEqual([]);
  });

  it('starts again after the server was killed', async () => {
    const { url, stop } = await start();
    process.kill(await postmaster(), 'SIGKILL');
    await expect.poll(() => query(url, 'SELECT 1').catch(String)).toMatch('ECONNREFUSED');
    await stop();
    expect(await query((await start()).url, 'SELECT value FROM kept')).toEqual([42]);
  });

  it('starts and stops beside the recovery from the end of one of its processes', async () => {
    for (const next of ['start', 'stop'] as const) {
      const { adminUrl, stop } = await start();
      const client = new Client({ connectionString: adminUrl });
      const lost = new Promise((resolve) => client.once('error', resolve));
      await client.connect();
      const { rows } = await client.query<{ pid: number }>('SELECT pg_backend_pid() AS pid');
      process.kill(rows[0]?.pid ?? 0, 'SIGKILL');
      await lost;
      if (next === 'start') expect(await query((await start()).url, 'SELECT value FROM kept')).toEqual([42]);
      await stop();
    }
    expect(await query((await start()).url, 'SELECT value FROM kept')).toEqual([42]);
  });

  it.each([
    ['no process', 4_194_999],
    ['a process that is no server', process.pid],
  ])('starts over a left-over postmaster.pid that names %s', async (_, pid) => {
    await writeFile(join(cluster(), 'postmaster.pid'), `${pid}\n${cluster()}\n1\n1\n\n127.0.0.1\n\nready\n`);
    expect(await query((await start()).url, 'SELECT 1')).toEqual([1]);
  });

  it('starts over the lock and the lease of a dead process', async () => {
    await writeFile(join(dataDir, 'postgres.lock'), '4194999-1-00000000');
    await writeFile(join(dataDir, 'leases', `${process.pid}-1-00000000.1`), '');
    const { url, stop } = await start();
    await stop();
    await expect(query(url, 'SELECT 1')).rejects.toThrow('ECONNREFUSED');
  });

  it('says what the server said when it does not start', async () => {
    await expect(start({ shared_buffers: 'plenty' })).rejects.toThrow(
      /doesn't start: [^]*server\.log:\n[^]*invalid value for parameter "shared_buffers": "plenty"/,
    );
    expect(await readdir(join(dataDir, 'leases'))).toEqual([]);
  });

  it('says where it failed when the folder can not be used', async () => {
    const file = join(dataDir, 'file');
    await writeFile(file, '');
    await expect(startEmbeddedServer({ dataDir: file })).rejects.toThrow(
      `The embedded PostgreSQL server in ${file} failed: EEXIST`,
    );
  });
});
