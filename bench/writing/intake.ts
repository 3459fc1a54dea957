import { createRequire } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type * as Bundles from '@app/bundles';
import type * as Config from '@app/config';
import type * as Persistence from '@app/persistence';
import type * as Nest from '@nestjs/core';
import type * as TypeORM from 'typeorm';
import type * as Store from '../../apps/store-options.js';
import type { Change, Line } from './changes.js';

/**
 * The write paths of a commit of this repository, as it is built at `root`: its import of bundles, and its deletion of
 * listings as feeds use it. A commit that calls them otherwise cannot be written to.
 */
export class Intake {
  private constructor(
    private readonly bundles: typeof Bundles,
    private readonly dataSource: TypeORM.DataSource,
    private readonly importer: Bundles.BundleImporter,
    private readonly writer: Bundles.ListingsWriter,
    readonly close: () => Promise<void>,
  ) {}

  static async open(root: string, url: string): Promise<Intake> {
    const { resolve } = createRequire(join(root, 'package.json'));
    const load = async <T>(file: string): Promise<T> => (await import(pathToFileURL(file).href)) as T; // named by the caller
    const library = <T>(name: string) => load<T>(join(root, `dist/libs/${name}/src/index.js`));
    await load(resolve('reflect-metadata'));
    const nest = await load<typeof Nest>(resolve('@nestjs/core'));
    const { DataSource } = await load<typeof TypeORM>(resolve('typeorm'));
    const bundles = await library<typeof Bundles>('bundles');
    const { loadSettings, SettingsModule } = await library<typeof Config>('config');
    const { PersistenceModule } = await library<typeof Persistence>('persistence');
    const { storeOptions } = await load<typeof Store>(join(root, 'dist/apps/store-options.js'));
    const settings = loadSettings(process.env);
    const imports = [
      PersistenceModule.forRoot(storeOptions(url, settings)),
      SettingsModule.forRoot(settings),
      bundles.BundlesModule,
      bundles.ListingsWriterModule,
    ];
    const module = { module: class WriterModule {}, imports };
    const context = await nest.NestFactory.createApplicationContext(module, { logger: false, abortOnError: false });
    return new Intake(
      bundles,
      context.get(DataSource),
      context.get(bundles.BundleImporter),
      context.get(bundles.ListingsWriter),
      () => context.close(),
    );
  }

  /** One commit. @throws Error when it changes nothing that it should */
  async write(change: Change): Promise<void> {
    if (change.kind === 'deletion') await this.delete(change.uniqueID);
    else await this.import(change.kind, [change.line]);
  }

  /** Lines in one transaction. */
  async import(kind: Bundles.BundleKind, lines: readonly Line[]): Promise<void> {
    const bad: string[] = [];
    await this.importer.import([this.bundles.generatedSource(kind, lines)], {
      onBadLine: ({ field, reason }) => bad.push(`${kind}: ${field}: ${reason}`),
    });
    if (bad.length > 0) throw new Error(bad[0]);
  }

  private async delete(uniqueID: string): Promise<void> {
    const rows = await this.dataSource.query<{ id: number }[]>('SELECT id FROM listings WHERE unique_id = $1', [
      uniqueID,
    ]);
    await this.bundles.inTransaction(this.dataSource, (executor) =>
      this.writer.remove(
        executor,
        rows.map(({ id }) => id),
      ),
    );
  }
}
