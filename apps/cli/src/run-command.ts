import { setTimeout as sleep } from 'node:timers/promises';
import { checkSecretsKey } from '@app/auth';
import {
  loadSettings,
  loadStoreSettings,
  misspeltVariables,
  SETTINGS,
  SettingsModule,
  type Settings,
  type StoreSettings,
} from '@app/config';
import { hasEmbeddedServer, startEmbeddedServer } from '@app/embedded-postgres';
import {
  createDataSource,
  followUrlFiles,
  migrate,
  PersistenceModule,
  readiness,
  schemaFault,
  waitForDatabase,
} from '@app/persistence';
import { waitLine } from '@app/process';
import { SqlExecutor } from '@app/sql';
import { Module, type INestApplicationContext } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { DataSource } from 'typeorm';
import { type CommandProcess, type Needs, type Work, ExitCode } from './command.js';

const LAST_MS = 2_000;

/** The modules of one command, on a database. */
@Module({})
class CommandModule {}

/**
 * Runs a command on the database of the environment, in its own container: on the given database, or on the embedded
 * server, which a running service shares.
 *
 * @returns the exit code
 */
export async function runCommand(needs: Needs, work: Work, host: CommandProcess, isService: boolean): Promise<number> {
  const { terminal, env, signal } = host;
  const settings = settingsFor(needs, host);
  signal.throwIfAborted();
  if (isService) host.loseLines?.();
  if (isService && !(await waitUnlessEmbedded(settings, host))) return ExitCode.ok;
  return onDatabase(settings, terminal, async (url) => {
    const imports = [
      PersistenceModule.forRoot(createDataSource(url, settings)),
      SettingsModule.forRoot(settings),
      ...work.imports,
    ];
    const context = await NestFactory.createApplicationContext(
      { module: CommandModule, imports },
      { logger: false, abortOnError: false },
    );
    try {
      if (needs !== 'database') await bringUpToDate(context.get(DataSource));
      if (needs === 'secrets') await ensureSecretsKey(context);
      if (isService) {
        const report = { info: (line: string) => terminal.say(line), warn: (line: string) => terminal.warn(line) };
        followUrlFiles(context.get(DataSource), host.env, report);
      }
      return await work.run({ get: context.get.bind(context), terminal, env, signal });
    } finally {
      // A connection may never become free after its work was interrupted.
      await Promise.race([context.close(), sleep(LAST_MS)]);
    }
  });
}

/** The settings of the environment. Only commands that need secrets require the secret settings. */
function settingsFor(needs: Needs, { env, terminal }: CommandProcess): StoreSettings {
  for (const line of misspeltVariables(env)) terminal.warn(line);
  const installation = { hasEmbeddedServer: hasEmbeddedServer() };
  return needs === 'secrets' ? loadSettings(env, installation) : loadStoreSettings(env, installation);
}

/** @returns false if a signal ended the wait */
async function waitUnlessEmbedded(
  { databaseUrl, databaseWaitSeconds: seconds }: StoreSettings,
  { terminal, signal }: CommandProcess,
): Promise<boolean> {
  if (!databaseUrl) return true;
  const onWait = (reason: unknown) => terminal.warn(waitLine(seconds, reason));
  return waitForDatabase(databaseUrl, { seconds, signal, onWait });
}

async function onDatabase<T>(
  { databaseUrl, dataDir }: StoreSettings,
  terminal: CommandProcess['terminal'],
  work: (url: string) => Promise<T>,
): Promise<T> {
  if (databaseUrl) return work(databaseUrl);
  const server = await startEmbeddedServer({ dataDir, warn: (message) => terminal.warn(message) });
  try {
    return await work(server.url);
  } finally {
    await server.stop();
  }
}

async function bringUpToDate(dataSource: DataSource): Promise<void> {
  const state = await readiness(dataSource);
  const fault = schemaFault(state);
  if (fault) throw fault;
  if (state.missingMigrations.length > 0) await migrate(dataSource);
}

const ensureSecretsKey = (context: INestApplicationContext): Promise<void> =>
  checkSecretsKey(context.get(SqlExecutor), context.get<Settings>(SETTINGS, { strict: false }));
