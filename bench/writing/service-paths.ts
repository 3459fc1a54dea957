import type * as Bundles from '@app/bundles';
import type * as Config from '@app/config';
import type * as Persistence from '@app/persistence';
import type * as Nest from '@nestjs/core';
import type { Build, WritePaths } from './write-paths.js';

/** Write paths that are services of a container. */
export async function servicePaths({ url, settings, typeorm, library, installed }: Build): Promise<WritePaths> {
  const nest = await installed<typeof Nest>('@nestjs/core');
  const bundles = await library<typeof Bundles>('bundles');
  const { SettingsModule } = await library<typeof Config>('config');
  const { createDataSource, PersistenceModule } = await library<typeof Persistence>('persistence');
  const imports = [
    PersistenceModule.forRoot(createDataSource(url, settings)),
    SettingsModule.forRoot(settings),
    bundles.BundlesModule,
    bundles.ListingsWriterModule,
  ];
  const module = { module: class WriterModule {}, imports };
  const context = await nest.NestFactory.createApplicationContext(module, { logger: false, abortOnError: false });
  const dataSource = context.get(typeorm.DataSource);
  const [importer, writer] = [context.get(bundles.BundleImporter), context.get(bundles.ListingsWriter)];
  return {
    dataSource,
    importLines: (kind, lines, onBadLine) => importer.import([bundles.generatedSource(kind, lines)], { onBadLine }),
    deleteListings: (ids) => bundles.inTransaction(dataSource, (executor) => writer.remove(executor, ids)),
  };
}
