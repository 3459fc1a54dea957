import { mkdir, realpath } from 'node:fs/promises';
import { join } from 'node:path';
import { ensureSameVersion } from './cluster-version.js';
import { EmbeddedServerError } from './embedded-server.error.js';
import { createCluster, readPassword, type ServerFiles, SUPERUSER } from './postgres-cluster.js';
import { PostgresServer } from './postgres-server.js';
import { withLock } from './process-lock.js';
import { serverAccount } from './server-account.js';
import { serverBinaries } from './server-binaries.js';
import { giveHome, serverHome } from './server-home.js';
import { ServerLeases } from './server-leases.js';
import { defaultSettings, type ServerSettings } from './server-settings.js';
import { ensureServiceDatabase, type ServiceDatabase } from './service-database.js';

/** Options of `startEmbeddedServer`. */
export interface EmbeddedServerOptions {
  /** The folder of all files; created if missing. Users of the same folder share one server. */
  readonly dataDir: string;
  /**
   * PostgreSQL settings in addition to the defaults, or replacing them; they apply only if this call starts the server.
   */
  readonly settings?: ServerSettings;
  /** Receives a message for steps that take time, and for notices. */
  readonly log?: (message: string) => void;
}

/** A running server, until `stop`. Its port changes with each start. */
export interface EmbeddedServer extends ServiceDatabase {
  /** Ends this use of the server; the last user stops it. May be called more than once. */
  readonly stop: () => Promise<void>;
}

/**
 * Starts the PostgreSQL server of a data folder, or joins a running one: that of another process, or one left behind by
 * a killed process. The server is a separate process outside the terminal's process group. It runs until the last user
 * calls `stop`; after a user was killed, the next user takes the server over.
 *
 * @throws EmbeddedServerError
 */
export async function startEmbeddedServer(options: EmbeddedServerOptions): Promise<EmbeddedServer> {
  return explained(options.dataDir, async () => {
    await mkdir(options.dataDir, { recursive: true });
    const dataDir = await realpath(options.dataDir);
    return withLock(lockOf(dataDir), () => use(dataDir, options));
  });
}

async function use(dataDir: string, { settings, log }: EmbeddedServerOptions): Promise<EmbeddedServer> {
  const leases = new ServerLeases(dataDir);
  const lease = await leases.take();
  let server: PostgresServer | undefined;
  const leave = async (): Promise<void> => {
    const others = await leases.giveBack(lease);
    if (others === 0) await server?.stop();
  };
  try {
    const allSettings = { ...defaultSettings, ...settings };
    const files = await prepare(dataDir, allSettings['fsync'] !== 'off', log);
    const made = new PostgresServer(files, allSettings);
    server = made;
    const { port, started } = await made.start();
    log?.(`The embedded PostgreSQL server ${started ? 'runs' : 'ran already'} on port ${port}.`);
    const superuser = new URL(`postgres://${SUPERUSER}:${await readPassword(files.home)}@127.0.0.1:${port}`);
    const database = await ensureServiceDatabase(superuser).catch(async () => {
      // When one of its processes ends, all connections do, and it recovers: that is waited for.
      await made.start();
      return ensureServiceDatabase(superuser);
    });
    let left: Promise<void> | undefined;
    return { ...database, stop: () => (left ??= explained(dataDir, () => withLock(lockOf(dataDir), leave))) };
  } catch (error) {
    // The first error is the one to report.
    await leave().catch(() => undefined);
    throw error;
  }
}

/** Prepares everything that the server needs before it starts. */
async function prepare(dataDir: string, durable: boolean, log: EmbeddedServerOptions['log']): Promise<ServerFiles> {
  const account = await serverAccount(join(dataDir, 'postgres'));
  const home = await serverHome(dataDir, account);
  await giveHome(home, account);
  const files = { home, account, bin: join(await serverBinaries(account), 'bin') };
  if (await createCluster(files, durable)) log?.(`Made a PostgreSQL cluster in ${home}.`);
  await ensureSameVersion(files);
  return files;
}

function lockOf(dataDir: string): string {
  return join(dataDir, 'postgres.lock');
}

async function explained<T>(dataDir: string, task: () => Promise<T>): Promise<T> {
  try {
    return await task();
  } catch (error) {
    throw EmbeddedServerError.from(error, dataDir);
  }
}
