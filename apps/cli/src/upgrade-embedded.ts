import { resolve } from 'node:path';
import { loadStoreSettings } from '@app/config';
import { upgradeEmbeddedServer, type ServiceDatabase } from '@app/embedded-postgres';
import { copyDirectory, createDataSource, migrate } from '@app/persistence';
import { OperatorError } from '@app/process';
import { SqlExecutor } from '@app/sql';
import type { CommandProcess } from './command.js';
import type { UpgradeInput } from './upgrade-embedded.usage.js';

/** `upgrade-embedded`. It works on two servers, and not on the database of the other commands. */
export async function upgradeEmbedded({ programs }: UpgradeInput, host: CommandProcess): Promise<void> {
  const { env, terminal, signal } = host;
  const settings = loadStoreSettings(env);
  if (settings.databaseUrl) throw new OperatorError('DATABASE_URL: is set; the embedded server is not used');
  const on = async (url: string, work: (executor: SqlExecutor) => Promise<unknown>): Promise<void> => {
    const dataSource = await createDataSource(url, settings).initialize();
    try {
      await work(SqlExecutor.of(dataSource));
    } finally {
      await dataSource.destroy();
    }
  };
  const begun = performance.now();
  let rows = 0;
  const copy = (former: ServiceDatabase, next: ServiceDatabase) =>
    on(former.url, (source) =>
      on(next.adminUrl, async (target) => {
        const onTable = (table: string) => terminal.progress(table);
        const counts = await copyDirectory(source, target, { signal, onTable });
        rows = [...counts.values()].reduce((sum, count) => sum + count, 0);
      }),
    );
  const upgraded = await upgradeEmbeddedServer(
    {
      dataDir: settings.dataDir,
      programs: programs === undefined ? undefined : resolve(programs),
      log: (message) => terminal.warn(message),
    },
    { migrate: ({ url }) => on(url, ({ manager }) => migrate(manager.dataSource)), copy },
  );
  if (!upgraded) return terminal.say('The data are of the present version of PostgreSQL.');
  const { former, next, kept } = upgraded;
  const seconds = ((performance.now() - begun) / 1000).toFixed(1);
  terminal.say(
    `The data were moved from PostgreSQL ${former} to ${next}: ${rows} rows in ${seconds} s. The former data are in ${kept}: delete them when the service works.`,
  );
}
