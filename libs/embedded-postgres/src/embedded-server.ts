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

/** What `startEmbeddedServer` takes. */
export interface EmbeddedServerOptions {
  /** The folder that everything is kept in; made if missing. Who names the same folder shares one server. */
  readonly dataDir: string;
  /** Settings of PostgreSQL beside or instead of the default ones; for whoever starts it, not for those who join. */
  readonly settings?: ServerSettings;
  /** Is told, in a sentence each, what takes time or is worth knowing. */
  readonly log?: (message: string) => void;
}

/** A running server, until `stop`. Its port is another at each start. */
export interface EmbeddedServer extends ServiceDatabase {
  /** Ends this use of the server; the last one stops it. May be called more than once. */
  readonly stop: () => Promise<void>;
}

/**
 * Starts the PostgreSQL server of a data folder, or joins the one that runs already, be it another process's or left over from
 * one that was killed. The server is a process of its own, outside the terminal's process group: it lives until the last
 * user calls `stop`, and whoever comes after a user that was killed takes it over.
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
    server = new PostgresServer(files, allSettings);
    const { port, started } = await server.start();
    log?.(`The embedded PostgreSQL server ${started ? 'runs' : 'ran already'} on port ${port}.`);
    const superuser = new URL(`postgres://${SUPERUSER}:${await readPassword(files.home)}@127.0.0.1:${port}`);
    const database = await ensureServiceDatabase(superuser);
    let left: Promise<void> | undefined;
    return { ...database, stop: () => (left ??= explained(dataDir, () => withLock(lockOf(dataDir), leave))) };
  } catch (error) {
    // What went wrong first is what counts.
    await leave().catch(() => undefined);
    throw error;
  }
}

/** Everything that the server needs before it can start. */
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
