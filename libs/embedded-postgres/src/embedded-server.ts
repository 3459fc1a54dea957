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
 * The account for the server if this process runs as root, which PostgreSQL refuses: the owner of the server's files,
 * or else the system user `postgres`, which is created if missing. Undefined for any other user: the server runs as
 * that user.
 * @param home the folder of the server, which need not exist yet
 * @throws EmbeddedServerError if the folder belongs to another user, or no user can be created
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
  // If `useradd` fails, a concurrent start may have created the user.
  const account = (await lookUp()) ?? (await runProgram('useradd', [...make, NAME]).then(lookUp, lookUp));
  if (account) return account;
  throw new EmbeddedServerError(
    `PostgreSQL can't run as root, and the user "${NAME}" can be neither found nor created. ` +
      'Start as an ordinary user, or set DATABASE_URL to a running server.',
  );
}

async function lookUp(): Promise<ServerAccount | undefined> {
  const [uid, gid] = await Promise.all([runProgram('id', ['-u', NAME]), runProgram('id', ['-g', NAME])]);
  return uid.ok && gid.ok ? { uid: Number(uid.output), gid: Number(gid.output) } : undefined;
}

/** Options of `startEmbeddedServer`. */
export interface EmbeddedServerOptions {
  /** The folder of all files; created if missing. Processes with the same folder share one server. */
  readonly dataDir: string;
  /** PostgreSQL settings that extend or replace the defaults; they apply only if this call starts the server. */
  readonly settings?: ServerSettings;
  /** Receives a line about whether the server was started or joined, with its port. */
  readonly log?: (message: string) => void;
  /** Receives a line about each attempt to start a lost server again. */
  readonly warn?: (message: string) => void;
  /** Whether a server that ends before `stop` is started again at the same address; default: true. */
  readonly restart?: boolean;
}

/** A running server, until `stop`. A start uses the port of the latest one if it is free. */
export interface EmbeddedServer extends ServiceDatabase {
  /** Ends this use of the server; the last user stops it. May be called repeatedly. */
  readonly stop: () => Promise<void>;
}

/**
 * Starts the PostgreSQL server of a data folder, or joins a running one, started by another process or left behind by a
 * killed one. The server is a separate process outside the terminal's process group. It runs until the last user calls
 * `stop`; if all users were killed, the next user takes it over. If the server is killed, a user starts it again.
 * @throws EmbeddedServerError
 */
export async function startEmbeddedServer(options: EmbeddedServerOptions): Promise<EmbeddedServer> {
  const { dataDir, settings, log, warn = () => undefined, restart = true } = options;
  return explained(dataDir, async () => {
    await mkdir(dataDir, { recursive: true });
    const files = await prepare(await realpath(dataDir));
    const server = new PostgresServer(files, { ...defaultSettings, ...settings });
    const use = await ServerUse.begin(server, { restart, warn });
    const { port } = new URL(use.database.url);
    log?.(`The embedded PostgreSQL server ${use.started ? 'runs' : 'ran already'} on port ${port}.`);
    let left: Promise<void> | undefined;
    return { ...use.database, stop: () => (left ??= explained(dataDir, () => use.end())) };
  });
}

/** Prepares the files that the server needs to start. */
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
