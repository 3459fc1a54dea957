import { realpathSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { EmbeddedServerError } from './embedded-server.error.js';
import { freePort } from './free-port.js';
import { clusterOf, readPassword, type ServerFiles } from './postgres-cluster.js';
import { type Postmaster, removeMisleadingPidFile, runningPostmaster } from './postmaster.js';
import { isRecovering } from './recovery.js';
import { runCommand, runOrThrow } from './run-command.js';
import { ServerLog } from './server-log.js';
import { type ServerSettings, settingsOptions } from './server-settings.js';

/** Crash recovery may take some time. */
const PATIENCE_S = 300;
const POLL_MS = 50;
const RETRY_MS = 500;

/** Temporary errors: a port taken in the meantime, a last query of a killed server. */
const PASSING =
  /could not bind|could not create any TCP|pre-existing shared memory|lock file "postmaster\.pid" already exists/;
/** Longer than any statement of the service may take. */
const PASSING_MS = 45_000;

/** The server process of a cluster. Call its methods under the server's lock. */
export class PostgresServer {
  private readonly cluster: string;
  private readonly log: ServerLog;

  constructor(
    private readonly files: ServerFiles,
    private readonly settings: ServerSettings,
  ) {
    this.cluster = realpathSync(clusterOf(files.home));
    this.log = new ServerLog(files.home);
  }

  /**
   * Returns the port of the server when it is ready; starts it if none runs.
   *
   * @throws EmbeddedServerError with the last lines of the server's log
   */
  async start(): Promise<{ port: number; started: boolean }> {
    const begun = Date.now();
    for (let started = false; Date.now() < begun + PATIENCE_S * 1_000;) {
      const postmaster = runningPostmaster(this.cluster);
      if (postmaster && (await this.isReady(postmaster))) return { port: postmaster.port, started };
      // A server that is starting or stopping without a user will finish that by itself.
      if (postmaster) await sleep(POLL_MS);
      else if (await this.launch(Date.now() < begun + PASSING_MS)) started = true;
      else await sleep(RETRY_MS);
    }
    throw await this.failure(`is neither ready nor gone after ${PATIENCE_S} s`);
  }

  /**
   * Stops the server if it runs. Connections are closed, and their transactions rolled back. A server that recovers does
   * so first: PostgreSQL 18 never ends when it is told to meanwhile.
   */
  async stop(): Promise<void> {
    const begun = Date.now();
    let postmaster = runningPostmaster(this.cluster);
    while (postmaster && !(await this.isReady(postmaster)) && Date.now() < begun + PATIENCE_S * 1_000) {
      await sleep(POLL_MS);
      postmaster = runningPostmaster(this.cluster);
    }
    if (!postmaster) return;
    await runOrThrow(this.program, [...this.arguments('stop'), '--mode=fast'], this.files.account);
  }

  /** What the server writes about itself once does not change while it recovers. */
  private async isReady({ ready, port }: Postmaster): Promise<boolean> {
    return ready && !(await isRecovering(port, await readPassword(this.files.home)));
  }

  /** Returns false when another attempt is worthwhile. */
  private async launch(mayPass: boolean): Promise<boolean> {
    await removeMisleadingPidFile(this.cluster);
    await this.log.startNewPart();
    const settings = { ...this.settings, port: String(await freePort()) };
    const { ok, output } = await runCommand(
      this.program,
      [...this.arguments('start'), `--log=${this.log.path}`, `--options=${settingsOptions(settings)}`],
      this.files.account,
    );
    if (ok) return true;
    // A process left running by a killed user may have started it in the meantime.
    if (runningPostmaster(this.cluster)) return false;
    if (mayPass && PASSING.test(await this.log.newPart())) return false;
    throw await this.failure(`doesn't start: ${output}`);
  }

  private get program(): string {
    return join(this.files.bin, 'pg_ctl');
  }

  private arguments(action: 'start' | 'stop'): string[] {
    return [action, '--wait', `--timeout=${PATIENCE_S}`, '--silent', `--pgdata=${this.cluster}`];
  }

  private async failure(what: string): Promise<EmbeddedServerError> {
    return new EmbeddedServerError(
      `The embedded PostgreSQL server ${what}\nThe last lines of ${this.log.path}:\n${await this.log.lastLines()}`,
    );
  }
}
