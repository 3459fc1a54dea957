import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createServer, type AddressInfo } from 'node:net';
import { once } from 'node:events';
import { beforeAll, describe, expect, inject, it } from 'vitest';
import { DataSource } from 'typeorm';
import { account } from '../../support/bundle-lines.js';
import { freePort } from '../../../libs/embedded-postgres/src/postgres-server.js';
import { DIRECTORY, SERVICE } from '../support/bundle.js';
import { Command, logLines } from '../support/command.js';
import { leftOut } from '../../support/programs.js';
import { seed, specFixture, specService, storeEnvironment, TcpProxy } from '@testing';

const service = specService();
const [INFO, WARN, FATAL] = ['info', 'warn', 'fatal'];
const STARTS = /^agency-directory \S+ \(\w{7}\) starts on Node\.js v/;

const admin = specFixture(
  () => new DataSource({ type: 'postgres', url: inject('serverUrl'), poolSize: 1 }).initialize(),
  (one) => one.destroy(),
);
let url: URL;

beforeAll(async () => {
  await seed(service, { accounts: [account(1)] });
  url = new URL(service.store.url);
});

/** Runs a process that ends by itself. Returns how it ended. */
async function run(words: readonly string[], env: Record<string, string>) {
  const command = Command.start(words, { env: { HOST: '127.0.0.1', PORT: '0', LOG_LEVEL: 'info', ...env } });
  return { code: (await command.end()).code, output: command.output };
}

/** Starts the service in production, which fails. Returns its log. */
async function fail(env: Record<string, string>) {
  const { code, output } = await run(SERVICE, env);
  return { code, lines: logLines(output) };
}

/** The log lines of a service whose start fails, with one fault or several. */
const refusal = (...faults: readonly unknown[]) => ({
  code: 1,
  lines: [
    expect.objectContaining({ level: INFO, msg: expect.stringMatching(STARTS) }),
    expect.objectContaining({ level: FATAL, faults }),
  ],
});

const at = (parts: Partial<URL>) => Object.assign(new URL(url), parts).href;
const onStore = (env: Record<string, string> = {}) => ({ ...storeEnvironment(url.href), ...env });

describe('a failed start logs one line of JSON without a stack', () => {
  it('for a port in use', async () => {
    const taken = createServer().listen(0, '127.0.0.1');
    await once(taken, 'listening');
    const port = String((taken.address() as AddressInfo).port); // a TCP server that listens
    const line = `PORT: ${port} of 127.0.0.1 is already used by another process`;
    expect(await fail(onStore({ PORT: port }))).toEqual(refusal(line));
    taken.close();
  });

  it('for another SECRETS_KEY than before, in the service and in commands', async () => {
    const env = onStore({ SECRETS_KEY: Buffer.alloc(32, 8).toString('base64') });
    const line = /^SECRETS_KEY: is not the key that the stored secrets were encrypted with; use that key, .*$/m;
    expect(await fail(env)).toEqual(refusal(expect.stringMatching(line)));
    const exported = await run([...DIRECTORY, 'export', '/nowhere'], env);
    expect(exported).toEqual({ code: 2, output: expect.stringMatching(line) });
  });

  it('for all faults of the environment, including names that look misspelt', async () => {
    const wrong = { DATABASE_URL: at({}), LOG_LEVEL: 'loud', RATE_LIMITS: '5/1' };
    const { code, lines } = await fail(wrong);
    expect(code).toBe(1);
    expect(lines.slice(1)).toEqual([
      expect.objectContaining({
        level: WARN,
        msg: 'RATE_LIMITS: not a variable of the service, and ignored; did you mean RATE_LIMIT?',
      }),
      expect.objectContaining({
        level: FATAL,
        faults: [
          expect.stringMatching(/^LOG_LEVEL: got "loud", wanted /),
          expect.stringMatching(/^ROOT_ACCESS_KEY: got nothing, /),
          expect.stringMatching(/^ROOT_SECRET_KEY: got nothing, /),
          expect.stringMatching(/^SECRETS_KEY: got nothing, /),
        ],
      }),
    ]);
  });

  it('as plain text for a person on the embedded server, unless NODE_ENV is production', async () => {
    const wrong = { LOG_LEVEL: 'loud', PORT: 'x' };
    const { output } = await run(SERVICE, wrong);
    expect(output).toMatch(/^agency-directory .*\nPORT: got "x", wanted .*\nLOG_LEVEL: got "loud", wanted .*\n$/);
    const { lines } = await fail({ ...wrong, NODE_ENV: 'production' });
    expect(lines).toEqual(refusal(expect.stringMatching(/^PORT: /), expect.stringMatching(/^LOG_LEVEL: /)).lines);
  });

  it('with respect to LOG_LEVEL', async () => {
    const { lines } = await fail(onStore({ LOG_LEVEL: 'error', DATABASE_URL: at({ pathname: '/nowhere' }) }));
    expect(lines.map(({ level }) => level)).toEqual([FATAL]);
  });
});

it('an uncaught error is logged as a line of JSON, too', async () => {
  const throwing = `data:text/javascript,process.on('SIGUSR2', () => { throw new Error('broken'); })`;
  const env = { HOST: '127.0.0.1', PORT: '0', ...onStore() };
  const [node, ...words] = SERVICE;
  const command = Command.start([node, '--import', throwing, ...words], { env });
  await command.address();
  command.signal('SIGUSR2');
  expect((await command.end()).code).toBe(1);
  expect(command.lines.at(-1)).toMatchObject({ level: FATAL, err: { message: 'broken' } });
});

const FULL = '/dev/full';

it.skipIf(!existsSync(FULL))(
  `a full disk under the log stops neither the service nor the inbox${leftOut(existsSync(FULL) ? [] : [FULL])}`,
  async () => {
    const folder = await mkdtemp(join(tmpdir(), 'inbox-'));
    const start = (words: readonly string[], env: Record<string, string>) =>
      Command.start(['sh', '-c', `exec "$@" > ${FULL} 2>&1`, 'sh', ...words], {
        env: onStore({ HOST: '127.0.0.1', DRAIN_SECONDS: '0', ...env }),
      });
    const [port, metricsPort] = [String(await freePort()), String(await freePort())];
    const commands = [
      start(SERVICE, { PORT: port }),
      start([...DIRECTORY, 'inbox', folder], { METRICS_PORT: metricsPort }),
    ];
    const statusOf = (address: string) => fetch(address).then(({ status }) => status, String);
    await expect.poll(() => statusOf(`http://127.0.0.1:${port}/readyz`)).toBe(200);
    await expect.poll(() => statusOf(`http://127.0.0.1:${metricsPort}/metrics`)).toBe(200);
    for (const command of commands) command.signal('SIGTERM');
    expect(await Promise.all(commands.map((command) => command.end()))).toMatchObject([{ code: 0 }, { code: 0 }]);
    await rm(folder, { recursive: true });
  },
);

describe('a start while the database is not available', () => {
  const AWAY =
    /Waiting for the database for up to 60 s\. DATABASE_URL: PostgreSQL cannot be reached at 127\.0\.0\.1:\d+ \(ECONNREFUSED\)/g;
  const waiting = (port: number) =>
    onStore({
      DATABASE_URL: at({ port: String(port) }),
      DATABASE_WAIT_SECONDS: '60',
      HOST: '127.0.0.1',
      PORT: '0',
      DRAIN_SECONDS: '0',
    });

  it.each([
    ['the service', SERVICE],
    ['the inbox', [...DIRECTORY, 'inbox', tmpdir()]],
  ])('%s waits, and a signal ends the wait', async (_, words) => {
    const command = Command.start(words, { env: waiting(await freePort()) });
    await command.printed(AWAY);
    command.signal('SIGTERM');
    expect(await command.end()).toMatchObject({ code: 0 });
    expect(command.output.match(AWAY)).toHaveLength(1);
    expect(command.output).not.toMatch(/cannot run|has failed/);
  });

  it('the service starts once the database is available', async () => {
    const port = await freePort();
    const command = Command.start(SERVICE, { env: waiting(port) });
    await command.printed(AWAY);
    const proxy = await TcpProxy.start(url.href, port);
    expect(await command.address()).toMatch(/^http:/);
    command.signal('SIGTERM');
    await command.end();
    await proxy.stop();
  });

  it('other commands do not wait', async () => {
    const { code, output } = await run([...DIRECTORY, 'migrate'], waiting(await freePort()));
    expect([code, output]).toEqual([2, expect.stringMatching(/^DATABASE_URL: PostgreSQL cannot be reached at /)]);
  });
});

it('a schema of no release is refused with one line, by the start and by migrate', async () => {
  const { dataSource } = service.store;
  await dataSource.query(`UPDATE migrations SET name = 'x' || name`);
  const line = expect.stringMatching(/^DATABASE_URL or DATA_DIR: the database has other migrations .*\n?$/);
  expect(await run([...DIRECTORY, 'migrate'], { DATABASE_URL: url.href })).toEqual({ code: 2, output: line });
  expect(await fail(onStore())).toEqual(refusal(line));
  await dataSource.query('UPDATE migrations SET name = substr(name, 2)');
});

it('the log reports migrations of a later version and changes of readiness, but no probes', async () => {
  const { dataSource } = service.store;
  await dataSource.query(`INSERT INTO migrations (timestamp, name) VALUES (9999999999999, 'Later9999999999999')`);
  const command = Command.start(SERVICE, { env: { HOST: '127.0.0.1', PORT: '0', DRAIN_SECONDS: '0', ...onStore() } });
  const address = await command.address();
  for (const path of ['/livez', '/readyz', '/api/v1/nowhere']) await (await fetch(address + path)).text();
  await command.printed(/unmatched/);

  const database = url.pathname.slice(1);
  const probe = async () => (await fetch(`${address}/readyz`)).status;
  await admin.query(`ALTER DATABASE ${database} ALLOW_CONNECTIONS false`);
  await admin.query('SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = $1', [database]);
  expect([await probe(), await probe(), await probe()]).toEqual([503, 503, 503]);
  await admin.query(`ALTER DATABASE ${database} ALLOW_CONNECTIONS true`);
  await expect.poll(probe).toBe(200);
  command.signal('SIGTERM');
  await command.end();
  await dataSource.query(`DELETE FROM migrations WHERE timestamp = 9999999999999`);
  expect(command.lines[0]?.msg).toMatch(STARTS);
  expect(command.output).toMatch(/schema of a later release \(Later9999999999999\): run that release/);
  expect(command.output).not.toMatch(/livez|readyz/);
  expect(command.output.match(/Not ready: /g)).toHaveLength(1);
  expect(command.output.match(/Ready again/g)).toHaveLength(1);
});
