import { realpathSync, existsSync, readFileSync, rmSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'pg';
import { EmbeddedServerError } from './embedded-server.error.js';
import { clusterOf, readPassword, type ServerFiles, SUPERUSER } from './postgres-cluster.js';
import { runProgram, runOrThrow } from './run-program.js';
import { type ServerSettings, settingsOptions } from './server-settings.js';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { randomInt } from 'node:crypto';

/** Below the ports that systems give to connections, and to servers that ask for any port: nobody gets one by chance. */
const [FIRST, END] = [20_000, 32_768];
/** A port that is taken is tried no further; many in a row are no chance. */
const TRIES = 100;

/** A TCP port of 127.0.0.1 that nobody listens on. Until it is used, nobody gets it who asks the system for a port. */
export async function freePort(): Promise<number> {
  for (let tries = 1; ; tries += 1) {
    const port = randomInt(FIRST, END);
    const server = createServer().listen(port, '127.0.0.1');
    try {
      await once(server, 'listening');
      server.close();
      await once(server, 'close');
      return port;
    } catch (error) {
      if (tries === TRIES) throw error;
    }
  }
}

/**
 * The port of the server that a cluster's `postmaster.pid` names. PostgreSQL takes any process with the pid in a leftover
 * file for a server, and refuses to start: a file that names no running PostgreSQL is removed, where `/proc` tells.
 */
function portOf(cluster: string): number | undefined {
  const file = join(cluster, 'postmaster.pid');
  // Its lines are PID, data folder, start, port, ...
  const [pid, , , port] = read(file).split('\n');
  if (!pid) return undefined;
  // A server as a zombie has ended.
  if (!existsSync('/proc/self/stat') || / \(postgres\) [^Z]/.test(read(`/proc/${pid}/stat`))) return Number(port);
  rmSync(file, { force: true });
  return undefined;
}

function read(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}

/** Crash recovery may take some time. */
const TIMEOUT_MS = 300_000;
const POLL_MS = 50;

/** Another start was faster or is under way, a port was taken in the meantime, or a last query of a killed server still runs. */
const PASSING =
  /could not bind|could not create any TCP|pre-existing shared memory|lock file "postmaster\.pid" already exists|PID file ".*" is empty/;
/** Longer than any statement of the service may take. */
const PASSING_MS = 45_000;
const RETRY_MS = 250;

/** The session was ended, or the server starts, recovers or stops. */
const LOSS = new Set(['57P01', '57P02', '57P03', 'ECONNRESET', 'EPIPE']);

/** Whether a session failed because its connection ended, or because the server is not ready. */
export function isServerLoss(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  // The driver gives some errors of connections no code.
  return 'code' in error ? LOSS.has(String(error.code)) : /^Connection|^Client .*queryable/.test(error.message);
}

/** The server process of a cluster. PostgreSQL itself lets only one run. */
export class PostgresServer {
  private readonly cluster: string;
  private readonly log: string;

  constructor(
    private readonly files: ServerFiles,
    private readonly settings: ServerSettings,
  ) {
    this.cluster = realpathSync(clusterOf(files.home));
    this.log = join(files.home, 'server.log');
  }

  /**
   * Starts the server if it does not run.
   *
   * @returns a session of the superuser, and whether this call has started the server
   * @throws EmbeddedServerError with the last lines of the server's log
   */
  async startAndConnect(): Promise<{ session: Client; started: boolean }> {
    const begun = Date.now();
    for (let started = false; ;) {
      const session = await this.connect();
      if (session) return { session, started };
      started = await this.launch(Date.now() < begun + PASSING_MS);
      if (!started) await sleep(RETRY_MS);
    }
  }

  /** Waits until the server is ready. @returns a session of the superuser; undefined if no server runs */
  async connect(): Promise<Client | undefined> {
    const begun = Date.now();
    const password = await readPassword(this.files.home);
    for (; Date.now() < begun + TIMEOUT_MS; await sleep(POLL_MS)) {
      const port = portOf(this.cluster);
      if (!port) return undefined;
      const session = new Client({ host: '127.0.0.1', port, user: SUPERUSER, password, database: 'postgres' });
      session.on('error', () => undefined);
      try {
        await session.connect();
        return session;
      } catch (error) {
        if (error instanceof Error && 'code' in error && error.code === 'ECONNREFUSED') return undefined;
        if (!isServerLoss(error)) throw error;
      }
    }
    throw await this.failure(`is neither ready nor gone after ${TIMEOUT_MS / 1_000} s`, '');
  }

  /**
   * Stops the server: connections are closed, and their transactions rolled back. It must accept connections: PostgreSQL
   * 18 never ends when it is told to while it recovers.
   */
  async stop(): Promise<void> {
    await runOrThrow(join(this.files.bin, 'pg_ctl'), [...this.options('stop'), '--mode=fast'], this.files.account);
  }

  /** Returns false when another attempt is worthwhile. */
  private async launch(mayPass: boolean): Promise<boolean> {
    const before = await this.readLog();
    const settings = settingsOptions({ ...this.settings, port: String(await freePort()) });
    const options = [...this.options('start'), `--log=${this.log}`, `--options=${settings}`];
    const { ok, output } = await runProgram(join(this.files.bin, 'pg_ctl'), options, this.files.account);
    if (ok) return true;
    const logged = (await this.readLog()).slice(before.length);
    if (mayPass && PASSING.test(output + logged)) return false;
    throw await this.failure(`doesn't start: ${output}`, logged);
  }

  private options(action: 'start' | 'stop'): string[] {
    return [action, '--wait', `--timeout=${TIMEOUT_MS / 1_000}`, '--silent', `--pgdata=${this.cluster}`];
  }

  /** The log has starts, stops and errors of the server. */
  private readLog(): Promise<string> {
    return readFile(this.log, 'utf8').catch(() => '');
  }

  private async failure(what: string, logged: string): Promise<EmbeddedServerError> {
    const lines = (logged || (await this.readLog())).trimEnd().split('\n').slice(-15);
    return new EmbeddedServerError(
      `The embedded PostgreSQL server ${what}\nThe last lines of ${this.log}:\n${lines.join('\n')}`,
    );
  }
}
