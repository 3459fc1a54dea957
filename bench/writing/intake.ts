import { createRequire } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type * as Bundles from '@app/bundles';
import type * as Config from '@app/config';
import type * as Persistence from '@app/persistence';
import type * as Nest from '@nestjs/core';
import type * as TypeORM from 'typeorm';
import type * as Store from '../../apps/store-options.js';
import type { Change, Line, Lines } from './changes.js';

/** The import of bundles and the deletion of listings of the commit that is built at a folder. */
export class Intake {
  private constructor(
    private readonly bundles: typeof Bundles,
    private readonly dataSource: TypeORM.DataSource,
    private readonly importer: Bundles.BundleImporter,
    private readonly writer: Bundles.ListingsWriter,
  ) {}

  static async open(root: string, url: string): Promise<Intake> {
    const { resolve } = createRequire(join(root, 'package.json'));
    const load = async <T>(path: string): Promise<T> => (await import(pathToFileURL(path).href)) as T; // named by the caller
    const library = <T>(name: string) => load<T>(join(root, `dist/libs/${name}/src/index.js`));
    await load(resolve('reflect-metadata'));
    const { NestFactory } = await load<typeof Nest>(resolve('@nestjs/core'));
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
    const context = await NestFactory.createApplicationContext(module, { logger: false, abortOnError: false });
    const [importer, writer] = [context.get(bundles.BundleImporter), context.get(bundles.ListingsWriter)];
    return new Intake(bundles, context.get(DataSource), importer, writer);
  }

  /** One commit. @throws Error when it changes nothing that it should */
  async write(change: Change): Promise<void> {
    if (change.kind === 'deletion') await this.delete(change.uniqueID);
    else await this.import(change.kind, [change.line]);
  }

  /** Lines in one transaction. */
  async import(kind: keyof Lines, lines: readonly Line[]): Promise<void> {
    const faults: string[] = [];
    await this.importer.import([this.bundles.generatedSource(kind, lines)], {
      onBadLine: ({ field, reason }) => faults.push(`${kind}: ${field}: ${reason}`),
    });
    if (faults.length > 0) throw new Error(faults[0]);
  }

  private async delete(uniqueID: string): Promise<void> {
    const { dataSource, bundles, writer } = this;
    const rows = await dataSource.query<{ id: number }[]>('SELECT id FROM listings WHERE unique_id = $1', [uniqueID]);
    const ids = rows.map(({ id }) => id);
    await bundles.inTransaction(dataSource, (executor) => writer.remove(executor, ids));
  }
}
