import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { chmod, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { Agent, get, type IncomingMessage } from 'node:http';
import { connect, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, it as test } from 'vitest';
import { TIMEOUT_S } from '../../../apps/api/src/service.js';
import { feedOf, freshStore } from '../../support/feed-texts.js';
import { Command } from '../support/command.js';
import { specStore, storeEnvironment, TcpProxy } from '@testing';

const TIMEOUT_MS = 120_000;
const DRAIN_S = 8;

/** npm skips the build before the start. */
const BUILT = { npm_config_ignore_scripts: 'true' };

/** The command of the container. */
const CMD = JSON.parse(
  /^CMD (.*)$/m.exec(readFileSync(resolve(import.meta.dirname, '../../../Dockerfile'), 'utf8'))?.[1] ?? '[]',
) as string[]; // the exec form

const store = specStore();

/** The processes of a test; tests run concurrently, because they mostly wait. */
class Scene {
  readonly commands: Command[] = [];
  readonly sockets: Socket[] = [];

  private constructor(readonly folder: string) {}

  static async open(): Promise<Scene> {
    const folder = await mkdtemp(join(tmpdir(), 'shutdown-'));
    await chmod(folder, 0o755);
    return new Scene(folder);
  }

  async close(): Promise<void> {
    for (const socket of this.sockets) socket.destroy();
    for (const command of this.commands) command.kill();
    await rm(this.folder, { recursive: true });
  }

  start(words: readonly string[], env: Record<string, string> = {}): Command {
    const command = Command.start(words, { env: { PORT: '0', HOST: '127.0.0.1', ...env } });
    this.commands.push(command);
    return command;
  }

  /** A connection that sends bytes by hand and reads nothing. */
  async send(address: string, text: string): Promise<Socket> {
    const { hostname, port } = new URL(address);
    const socket = connect(Number(port), hostname).on('error', () => undefined);
    this.sockets.push(socket);
    await once(socket, 'connect');
    socket.pause().write(text);
    return socket;
  }

  /** A body without an end. */
  halfUpload(address: string): Promise<Socket> {
    const head = `${KEYS}Content-Type: application/json\r\nContent-Length: 900`;
    return this.send(address, `POST /api/v1/accounts HTTP/1.1\r\nHost: x\r\n${head}\r\n\r\n{"name":`);
  }

  /** More responses than all buffers on the way hold. */
  slowReader(address: string): Promise<Socket> {
    return this.send(address, `GET /api/v1/openapi.json HTTP/1.1\r\nHost: x\r\n${KEYS}\r\n`.repeat(60));
  }

  /** The settings of `npm start` without a database: an embedded server in the folder. */
  embedded(env: Record<string, string> = {}) {
    return { DATA_DIR: this.folder, DEMO_DATA: 'off', ...env };
  }

  get embeddedRuns(): boolean {
    return existsSync(join(this.folder, 'postgres/cluster/postmaster.pid'));
  }
}

const it = test.extend<{ scene: Scene }>({
  scene: async ({ onTestFinished }, use) => {
    const scene = await Scene.open();
    onTestFinished(() => scene.close());
    await use(scene);
  },
});

const onStore = (env: Record<string, string> = {}) => ({ ...storeEnvironment(store.url), ...env });

const KEYS = 'x-access-key: operator-access-key\r\nx-secret-key: operator-secret-key\r\n';

function ask(url: string, agent: Agent): Promise<IncomingMessage> {
  return new Promise((answered, failed) => {
    get(url, { agent }, (response) => response.resume().on('end', () => answered(response))).on('error', failed);
  });
}

describe.concurrent('SIGTERM (B36)', { timeout: TIMEOUT_MS }, () => {
  it('is announced on every connection at once, and waits no longer than DRAIN_SECONDS', async ({ scene, expect }) => {
    const service = scene.start(CMD, onStore({ DRAIN_SECONDS: String(DRAIN_S), METRICS_PORT: '0' }));
    const address = await service.address();
    await scene.halfUpload(address);
    await scene.slowReader(address);
    const agent = new Agent({ keepAlive: true });
    const seen = { before: 0, after: 0, kept: 0 };
    let isDraining = false;
    const load = async () => {
      for (;;) {
        const wasDraining = isDraining;
        const answer = await ask(`${address}/livez`, agent).catch(() => undefined);
        if (!answer) return;
        seen[wasDraining ? 'after' : 'before']++;
        if (wasDraining && answer.headers.connection !== 'close') seen.kept++;
        await sleep(2);
      }
    };
    const loads = Promise.all([load(), load()]);
    await expect.poll(() => seen.before, { timeout: 30_000 }).toBeGreaterThan(20);

    const begun = performance.now();
    service.signal('SIGTERM');
    const readiness = async () => (await ask(`${address}/readyz`, agent).catch(() => undefined))?.statusCode;
    await expect.poll(readiness, { interval: 5, timeout: DRAIN_S * 1000 }).toBe(503);
    isDraining = true;
    const metrics = await (await fetch(await service.printed(/Metrics are served at (http:[^\s"]+)/))).text();
    expect(metrics).toMatch(
      /^http_request_duration_seconds_count\{method="GET",route="\/readyz",status="503"\} [1-9]/m,
    );
    expect(await service.end()).toEqual({ code: 0, signal: null });
    await loads;
    // The upload and the reader got their time, and no more.
    const seconds = (performance.now() - begun) / 1000;
    expect(seconds).toBeGreaterThan(TIMEOUT_S.SIGTERM + DRAIN_S - 1);
    expect(seconds).toBeLessThan(TIMEOUT_S.SIGTERM + DRAIN_S + 30);
    expect(seen.after).toBeGreaterThan(5);
    expect(seen.kept).toBe(0);
    agent.destroy();
    const notices = service.lines.filter((line) => !('requestId' in line)).map(({ msg }) => msg);
    expect(notices).toEqual([
      expect.stringMatching(/ starts on /),
      expect.stringMatching(/^Metrics are served at /),
      expect.stringMatching(/ listens on /),
      `The service stops at SIGTERM, and drains for ${DRAIN_S} s`,
      'Not ready: The process is about to end',
      expect.stringMatching(/^Connections that are still open are cut: [12]$/),
    ]);
  });

  it('lets requests finish, and ends them at once at a second signal', async ({ scene, expect }) => {
    const service = scene.start(CMD, onStore({ DRAIN_SECONDS: '300' }));
    const address = await service.address();
    const upload = await scene.halfUpload(address);
    service.signal('SIGTERM');
    await expect.poll(async () => (await fetch(`${address}/readyz`)).status, { timeout: 30_000 }).toBe(503);
    let answer = '';
    upload.on('data', (text) => (answer += String(text))).resume();
    upload.write('"x"}'.padEnd(892));
    await expect.poll(() => answer, { timeout: 60_000 }).toMatch(/^HTTP\/1.1 400 [^]*Connection: close/);
    await scene.halfUpload(address);
    await sleep(1_000);
    service.signal('SIGTERM');
    expect(await service.end()).toEqual({ code: 0, signal: null });
  });

  it('does not wait for a database that hangs', async ({ scene, expect }) => {
    const proxy = await TcpProxy.start(store.url);
    const service = scene.start(CMD, onStore({ DATABASE_URL: proxy.url, DRAIN_SECONDS: '0' }));
    const address = await service.address();
    proxy.halt();
    await scene.send(address, `GET /api/v1/listings HTTP/1.1\r\nHost: x\r\n${KEYS}\r\n`);
    await sleep(500);
    service.signal('SIGTERM');
    await sleep(1_000);
    service.signal('SIGTERM');
    expect(await service.end()).toEqual({ code: 0, signal: null });
    await proxy.stop();
  });

  it('ends all of "npm run start:prod", including its PostgreSQL', async ({ scene, expect }) => {
    const service = scene.start(['npm', 'run', 'start:prod'], scene.embedded({ DRAIN_SECONDS: '0' }));
    expect((await fetch(`${await service.address()}/readyz`)).status).toBe(200);
    expect(scene.embeddedRuns).toBe(true);
    service.signal('SIGTERM');
    await service.end();
    expect(scene.embeddedRuns).toBe(false);
  });

  it('ends an unfinished start', async ({ scene, expect }) => {
    const service = scene.start(['npm', 'start'], scene.embedded({ ...BUILT, DEMO_DATA: 'auto' }));
    await service.printed(/PostgreSQL server runs/);
    service.signal('SIGTERM');
    await service.end();
    expect(service.output).not.toMatch(/listens on|Error/);
    expect(scene.embeddedRuns).toBe(false);
  });

  it('ends "npm run directory -- inbox DIR", which leaves no lock', async ({ scene, expect }) => {
    await freshStore(store.dataSource);
    const { folder } = scene;
    await mkdir(join(folder, '12'));
    await writeFile(join(folder, '12', 'a.xml'), feedOf());
    const inbox = scene.start(['npm', 'run', 'directory', '--', 'inbox', folder, '--still', '0.05'], onStore(BUILT));
    await inbox.printed(/12\/a\.xml: /);
    inbox.signal('SIGTERM');
    expect(await inbox.end()).toEqual({ code: 0, signal: null });
    const locks = `SELECT FROM pg_locks JOIN pg_database ON database = pg_database.oid
      WHERE locktype = 'advisory' AND datname = current_database()`;
    await expect.poll(() => store.dataSource.query(locks), { timeout: 60_000 }).toEqual([]);
  });
});

describe.concurrent('Ctrl-C', { timeout: TIMEOUT_MS }, () => {
  it('ends "npm start" without a drain, although npm sends the signal twice', async ({ scene, expect }) => {
    const service = scene.start(['npm', 'start'], scene.embedded({ ...BUILT, DRAIN_SECONDS: '300' }));
    const address = await service.address();
    await scene.halfUpload(address);
    const begun = performance.now();
    service.signalAll('SIGINT');
    await service.end();
    expect(performance.now() - begun).toBeGreaterThan(TIMEOUT_S.SIGINT * 1000 - 100);
    expect(scene.embeddedRuns).toBe(false);
  });
});
