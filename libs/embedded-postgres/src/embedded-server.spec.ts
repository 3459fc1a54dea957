import { once } from 'node:events';
import { createServer } from 'node:net';
import { chmod, mkdir, mkdtemp, readdir, readFile, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { type EmbeddedServer, startEmbeddedServer } from './embedded-server.js';
import { killServer } from '../../../test/system/support/own-server.js';
import { Neighbour } from '../../../test/support/neighbour.js';

const settings = { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off', shared_buffers: '32MB' };

let dataDir: string;
const servers: EmbeddedServer[] = [];
const neighbours: Neighbour[] = [];

beforeAll(async () => {
  dataDir = await realpath(await mkdtemp(join(tmpdir(), 'embedded-server-')));
  // As root, the server's own user needs access; otherwise the files are stored elsewhere.
  await chmod(dataDir, 0o755);
});

afterEach(async () => {
  await Promise.all(neighbours.splice(0).map((one) => one.leave()));
  await Promise.all(servers.splice(0).map((server) => server.stop()));
});

afterAll(async () => {
  // Stops a server that a failed test may have left running.
  await (await start()).stop();
  await rm(dataDir, { recursive: true });
});

async function start(more: Record<string, string> = {}, warn?: (line: string) => void): Promise<EmbeddedServer> {
  const server = await startEmbeddedServer({ dataDir, settings: { ...settings, ...more }, ...(warn && { warn }) });
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
  // A lost connection also fails the statement, which is reported to the caller.
  client.on('error', () => undefined);
  await client.connect();
  try {
    return (await client.query<unknown[]>({ text: sql, rowMode: 'array' })).rows.flat();
  } finally {
    await client.end();
  }
}

/** Kills the process of a session, and waits until its client knows. */
async function killBackend(url: string): Promise<void> {
  const client = new Client({ connectionString: url });
  // A lost connection may be reported more than once.
  const lost = new Promise((resolve) => client.on('error', resolve));
  await client.connect();
  const { rows } = await client.query<{ pid: number }>('SELECT pg_backend_pid() AS pid');
  process.kill(rows[0]?.pid ?? 0, 'SIGKILL');
  await lost;
}

/** The sessions that use the server. */
const HOLDERS = `SELECT pid FROM pg_locks WHERE locktype = 'advisory' AND granted`;
const USERS = `SELECT count(*)::int FROM pg_locks WHERE locktype = 'advisory' AND granted`;

const cluster = (): string => join(dataDir, 'postgres', 'cluster');
const postmaster = async (): Promise<number> => parseInt(await readFile(join(cluster(), 'postmaster.pid'), 'utf8'), 10);

describe('startEmbeddedServer', () => {
  it('creates a cluster, and removes the remains of an interrupted start', async () => {
    await mkdir(join(dataDir, 'postgres.new-12345678', 'cluster'), { recursive: true });
    const { url } = await start();
    expect(url).toMatch(/^postgres:\/\/service:[\w-]{43}@127\.0\.0\.1:\d+\/directory$/);
    expect(
      await query(url, `SELECT current_database(), lower('ÉCOLE'), 'a' < 'B', current_setting('TimeZone')`),
    ).toEqual(['directory', 'école', false, 'UTC']);
    await rm(join(dataDir, 'postgres.new-12345678'), { recursive: true });
    expect(await readdir(dataDir)).toEqual(['postgres']);
  });

  it('gives the service an ordinary role that owns only the database', async () => {
    const { url, adminUrl } = await start();
    const rights = `SELECT rolsuper, rolcreaterole, rolcreatedb, rolreplication, rolbypassrls,
      (SELECT datdba = pg_roles.oid FROM pg_database WHERE datname = current_database())
      FROM pg_roles WHERE rolname = current_user`;
    expect(await query(url, rights)).toEqual([false, false, false, false, false, true]);
    expect(await query(adminUrl, 'SELECT rolsuper FROM pg_roles WHERE rolname = current_user')).toEqual([true]);
    expect(new URL(adminUrl).password).not.toBe(new URL(url).password);
  });

  it('refuses a database that the superuser owns, and suggests a remedy', async () => {
    const { adminUrl, stop } = await start();
    await query(adminUrl, 'ALTER DATABASE directory OWNER TO directory');
    await expect(start()).rejects.toThrow(/^The data was written by a release [^\n]*export[^\n]*import[^\n]*$/);
    await query(adminUrl, 'ALTER DATABASE directory OWNER TO service');
    await stop();
  });

  it('refuses data of another PostgreSQL version, and suggests a remedy', async () => {
    const version = join(cluster(), 'PG_VERSION');
    const own = await readFile(version, 'utf8');
    await writeFile(version, '15\n');
    await expect(start()).rejects.toThrow(
      /^The data in .* was written by PostgreSQL 15, and this version of the service includes \d+: [^\n]*export[^\n]*import[^\n]*$/,
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

  it('runs until the last process leaves', async () => {
    const first = await start();
    const second = await neighbour();
    expect(second.url).toBe(first.url);
    await first.stop();
    expect(await query(second.url, 'SELECT value FROM kept')).toEqual([42]);
    await second.leave();
    await expect(query(second.url, 'SELECT 1')).rejects.toThrow('ECONNREFUSED');
  });

  it('takes over the server of a killed process', async () => {
    const killed = await neighbour();
    await killed.kill();
    expect(await query(killed.url, 'SELECT 1')).toEqual([1]);
    const { url, stop } = await start();
    expect(url).toBe(killed.url);
    await stop();
    await expect(query(url, 'SELECT 1')).rejects.toThrow('ECONNREFUSED');
  });

  it('starts a killed server again at the same address, for all of its users', async () => {
    const other = await neighbour();
    const { url, stop } = await start();
    const killed = await killServer(cluster());
    await expect.poll(() => query(url, 'SELECT value FROM kept').catch(String)).toEqual([42]);
    expect(await postmaster()).not.toBe(killed);
    await expect.poll(() => query(url, USERS)).toEqual([2]);
    await stop();
    expect(await query(other.url, 'SELECT 1')).toEqual([1]);
  });

  it('starts after the server of a user that stops was killed', async () => {
    const { url, stop } = await start();
    await killServer(cluster());
    await stop();
    await expect(query(url, 'SELECT 1')).rejects.toThrow('ECONNREFUSED');
    expect(await query((await start()).url, 'SELECT value FROM kept')).toEqual([42]);
  });

  it('waits for a port that another program has taken, and names it', async () => {
    const lines: string[] = [];
    const { url } = await start({}, (line) => lines.push(line));
    const { port } = new URL(url);
    await killServer(cluster());
    const program = createServer().listen(Number(port), '127.0.0.1');
    await once(program, 'listening');
    const taken = `The embedded PostgreSQL server cannot be used: Its port ${port} is used by another program.`;
    await expect.poll(() => lines).toContain(taken);
    // A process that starts now gets another port.
    const { url: second, stop } = await start();
    expect(new URL(second).port).not.toBe(port);
    await expect.poll(() => lines.at(-1)).toMatch(`because port ${port} was in use: restart this process.`);
    expect(lines.length).toBeLessThan(12);
    await stop();
    program.close();
  });

  it('starts and stops during crash recovery', async () => {
    for (const next of ['start', 'stop'] as const) {
      const { adminUrl, stop } = await start();
      await killBackend(adminUrl);
      if (next === 'start') expect(await query((await start()).url, 'SELECT value FROM kept')).toEqual([42]);
      await stop();
    }
    expect(await query((await start()).url, 'SELECT value FROM kept')).toEqual([42]);
  });

  it.each([
    ['no process', 4_194_999],
    ['a process that is no server', process.pid],
  ])('starts despite a stale postmaster.pid that names %s', async (_, pid) => {
    await writeFile(join(cluster(), 'postmaster.pid'), `${pid}\n${cluster()}\n1\n1\n\n127.0.0.1\n\nready\n`);
    expect(await query((await start()).url, 'SELECT 1')).toEqual([1]);
  });

  it('stays up for other processes after a backend crash, which ends every session', async () => {
    const other = await neighbour();
    const { adminUrl, stop } = await start();
    const [running, former] = [await postmaster(), await query(adminUrl, HOLDERS)];
    await killBackend(adminUrl);
    // A former session that has not ended yet does not count.
    const renewed = async () => {
      const holders = await query(adminUrl, HOLDERS).catch(() => []);
      return holders.filter((pid) => !former.includes(pid)).length;
    };
    await expect.poll(renewed).toBe(2);
    await stop();
    expect(await postmaster()).toBe(running);
    expect(await query(other.url, 'SELECT 1')).toEqual([1]);
  });

  it('includes the messages of a server that does not start', async () => {
    await expect(start({ shared_buffers: 'plenty' })).rejects.toThrow(
      /doesn't start: [^]*server\.log:\n[^]*invalid value for parameter "shared_buffers": "plenty"/,
    );
  });

  it('names the directory if it cannot be used', async () => {
    const file = join(dataDir, 'file');
    await writeFile(file, '');
    await expect(startEmbeddedServer({ dataDir: file })).rejects.toThrow(
      `The embedded PostgreSQL server in ${file} failed: EEXIST`,
    );
  });
});
