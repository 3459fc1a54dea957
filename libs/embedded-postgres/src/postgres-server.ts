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

/** Below the range of ports that systems assign automatically, so that no other program gets one by chance. */
const [FIRST, END] = [20_000, 32_768];
/** Occupied ports are skipped; after this many in a row, something is wrong. */
const TRIES = 100;

/**
 * A free TCP port on 127.0.0.1. Until it is used, the system does not assign it to other programs.
 * @param wanted is returned if it is free
 */
export async function freePort(wanted?: number): Promise<number> {
  for (let tries = 1; ; tries += 1) {
    const port = tries === 1 && wanted ? wanted : randomInt(FIRST, END);
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
 * The port of a running server, from the cluster's `postmaster.pid`. If the file is left over, PostgreSQL takes any
 * process with the same pid for a server and refuses to start. Where `/proc` exists, a file without a running
 * PostgreSQL is therefore removed.
 */
function portOf(cluster: string): number | undefined {
  const file = join(cluster, 'postmaster.pid');
  // Its lines are PID, data folder, start time, port, ...
  const [pid, , , port] = read(file).split('\n');
  if (!pid) return undefined;
  // A zombie process has ended.
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

const PORT_TAKEN = /could not bind|could not create any TCP/;
/** Transient failures: a concurrent start, a port taken in the meantime, or the last query of a killed server. */
const PASSING = /pre-existing shared memory|lock file "postmaster\.pid" already exists|PID file ".*" is empty/;
/** Longer than any statement of the service. */
const PASSING_MS = 45_000;
const RETRY_MS = 250;

/** Codes of a terminated session, or a server that starts, recovers or stops. */
const LOSS = new Set(['57P01', '57P02', '57P03', 'ECONNRESET', 'EPIPE']);

/** Whether a session failed because its connection ended, or because the server is not ready. */
export function isServerLoss(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  // Some connection errors of the driver have no code.
  return 'code' in error ? LOSS.has(String(error.code)) : /^Connection|^Client .*queryable/.test(error.message);
}

interface LaunchFailure {
  readonly isPortTaken: boolean;
  /** Whether another attempt is worthwhile. */
  readonly mayPass: boolean;
  readonly error: EmbeddedServerError;
}

/** The server process of a cluster; PostgreSQL permits only one. */
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
   * Starts the server if it is not running.
   * @returns a session of the superuser, and whether this call started the server
   * @throws EmbeddedServerError with the last lines of the server's log
   */
  async startAndConnect(): Promise<{ session: Client; started: boolean }> {
    const begun = Date.now();
    for (let started = false; ;) {
      const session = await this.connect();
      if (session) return { session, started };
      const failure = await this.launch(await freePort(this.latestPort()));
      started = !failure;
      if (!failure) continue;
      if (!failure.mayPass || Date.now() >= begun + PASSING_MS) throw failure.error;
      await sleep(RETRY_MS);
    }
  }

  /**
   * Starts the server at an address that clients know already.
   * @returns a session of the superuser; undefined if the start failed because another process starts the server, or
   * because processes of the former server have not ended
   * @throws EmbeddedServerError for any other failure
   */
  async startAgain(port: number): Promise<Client | undefined> {
    const failure = await this.launch(port);
    if (!failure) return this.connect();
    if (failure.isPortTaken) throw new EmbeddedServerError(`Its port ${port} is used by another program.`);
    if (!failure.mayPass) throw failure.error;
    return undefined;
  }

  /** Waits until the server is ready. @returns a session of the superuser; undefined if no server is running */
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
   * Stops the server: closes connections and rolls their transactions back. The server must accept connections, because
   * PostgreSQL 18 does not end if it is stopped during recovery.
   */
  async stop(): Promise<void> {
    await runOrThrow(join(this.files.bin, 'pg_ctl'), [...this.options('stop'), '--mode=fast'], this.files.account);
  }

  private async launch(port: number): Promise<LaunchFailure | undefined> {
    const before = await this.readLog();
    const settings = settingsOptions({ ...this.settings, port: String(port) });
    const options = [...this.options('start'), `--log=${this.log}`, `--options=${settings}`];
    const { ok, output } = await runProgram(join(this.files.bin, 'pg_ctl'), options, this.files.account);
    if (ok) return undefined;
    const logged = (await this.readLog()).slice(before.length);
    const isPortTaken = PORT_TAKEN.test(output + logged);
    const mayPass = isPortTaken || PASSING.test(output + logged);
    return { isPortTaken, mayPass, error: await this.failure(`doesn't start: ${output}`, logged) };
  }

  /** The port of the latest start: after a crash, the remaining users expect the server there. */
  private latestPort(): number | undefined {
    return Number(/"port=(\d+)"/.exec(read(join(this.cluster, 'postmaster.opts')))?.[1]) || undefined;
  }

  private options(action: 'start' | 'stop'): string[] {
    return [action, '--wait', `--timeout=${TIMEOUT_MS / 1_000}`, '--silent', `--pgdata=${this.cluster}`];
  }

  /** The log contains starts, stops and errors of the server. */
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
