import type { DataSource, DataSourceOptions, EntityManager } from 'typeorm';
import type * as Config from '@app/config';
import type { Line } from './changes.js';
import type { Build, OnBadLine, WritePaths } from './write-paths.js';

/** Of the library that had the write paths before they were services. */
interface IntakeLibrary {
  readonly generatedSource: (thing: string, lines: readonly Line[]) => object;
  readonly importBundle: (
    dataSource: DataSource,
    settings: Config.Settings,
    sources: readonly object[],
    watch: { readonly onBadLine: OnBadLine },
  ) => Promise<unknown>;
  readonly inTransaction: (
    dataSource: DataSource,
    work: (store: EntityManager) => Promise<unknown>,
  ) => Promise<unknown>;
  readonly takeOutListings: (store: EntityManager, ids: readonly number[]) => Promise<unknown>;
}

interface StoreFile {
  readonly storeOptions: (url: string, settings: Config.Settings) => DataSourceOptions;
}

/** Write paths that are functions, which are given what they work on. */
export async function functionPaths({ url, settings, typeorm, file, library }: Build): Promise<WritePaths> {
  const { storeOptions } = await file<StoreFile>('ormconfig.js');
  const { generatedSource, importBundle, inTransaction, takeOutListings } = await library<IntakeLibrary>('intake');
  const dataSource = await new typeorm.DataSource(storeOptions(url, settings)).initialize();
  return {
    dataSource,
    importLines: (kind, lines, onBadLine) =>
      importBundle(dataSource, settings, [generatedSource(kind, lines)], { onBadLine }),
    deleteListings: (ids) => inTransaction(dataSource, (store) => takeOutListings(store, ids)),
  };
}
