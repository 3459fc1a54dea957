import { mkdir, realpath, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { EmbeddedServerError } from './embedded-server.error.js';
import { createCluster, ensureSameVersion, type ServerFiles } from './postgres-cluster.js';
import { PostgresServer } from './postgres-server.js';
import { serverBinaries } from './server-binaries.js';
import { giveTo, serverHome } from './server-home.js';
import { defaultSettings, type ServerSettings } from './server-settings.js';
import { ServerUse } from './server-use.js';
import type { ServiceDatabase } from './service-database.js';
import { runProgram, type ServerAccount } from './run-program.js';

const NAME = 'postgres';

/**
 * PostgreSQL refuses to run as root. Then it runs as the owner of its files, or else as the system user `postgres`,
 * which is created if missing. For any other user there is no account: the server runs as that user.
 *
 * @param home the folder of the server, which need not exist yet
 * @throws EmbeddedServerError when the folder belongs to somebody else, or no user can be created
 */
async function serverAccount(home: string): Promise<ServerAccount | undefined> {
  const user = process.getuid?.();
  const owner = await stat(home).catch(() => undefined);
  if (user === 0) return owner && owner.uid !== 0 ? { uid: owner.uid, gid: owner.gid } : systemAccount();
  if (!owner || user === undefined || owner.uid === user) return undefined;
  throw new EmbeddedServerError(
    `${home} belongs to another user (uid ${owner.uid}). Start as that user or as root, or choose another DATA_DIR.`,
  );
}

async function systemAccount(): Promise<ServerAccount> {
  const make = ['--system', '--user-group', '--no-create-home', '--home-dir', '/nonexistent', '--shell', '/bin/false'];
  // If it cannot be made, it may exist: another start may have been faster.
  const account = (await lookUp()) ?? (await runProgram('useradd', [...make, NAME]).then(lookUp, lookUp));
  if (account) return account;
  throw new EmbeddedServerError(
    `PostgreSQL can't run as root, and the user "${NAME}" can neither be found nor made. ` +
      'Start as an ordinary user, or set DATABASE_URL to a server that runs.',
  );
}

async function lookUp(): Promise<ServerAccount | undefined> {
  const [uid, gid] = await Promise.all([runProgram('id', ['-u', NAME]), runProgram('id', ['-g', NAME])]);
  return uid.ok && gid.ok ? { uid: Number(uid.output), gid: Number(gid.output) } : undefined;
}

/** Options of `startEmbeddedServer`. */
export interface EmbeddedServerOptions {
  /** The folder of all files; created if missing. Users of the same folder share one server. */
  readonly dataDir: string;
  /** PostgreSQL settings beside the defaults, or replacing them; they apply only if this call starts the server. */
  readonly settings?: ServerSettings;
  /** Is told whether the server was started or joined, and its port. */
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
 * calls `stop`; after all users were killed, the next user takes the server over.
 *
 * @throws EmbeddedServerError
 */
export async function startEmbeddedServer({ dataDir, settings, log }: EmbeddedServerOptions): Promise<EmbeddedServer> {
  return explained(dataDir, async () => {
    await mkdir(dataDir, { recursive: true });
    const files = await prepare(await realpath(dataDir));
    const use = await ServerUse.begin(new PostgresServer(files, { ...defaultSettings, ...settings }));
    const { port } = new URL(use.database.url);
    log?.(`The embedded PostgreSQL server ${use.started ? 'runs' : 'ran already'} on port ${port}.`);
    let left: Promise<void> | undefined;
    return { ...use.database, stop: () => (left ??= explained(dataDir, () => use.end())) };
  });
}

/** Prepares everything that the server needs before it starts. */
async function prepare(dataDir: string): Promise<ServerFiles> {
  const account = await serverAccount(join(dataDir, 'postgres'));
  const home = await serverHome(dataDir, account);
  await giveTo(account, home);
  const files = { home, account, bin: await serverBinaries(account) };
  await createCluster(files);
  await ensureSameVersion(files);
  return files;
}

async function explained<T>(dataDir: string, task: () => Promise<T>): Promise<T> {
  try {
    return await task();
  } catch (error) {
    throw EmbeddedServerError.from(error, dataDir);
  }
}
