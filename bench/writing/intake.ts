import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type * as Config from '@app/config';
import type * as TypeORM from 'typeorm';
import type { Change, Line, Lines } from './changes.js';
import { functionPaths } from './function-paths.js';
import { servicePaths } from './service-paths.js';
import type { WritePaths } from './write-paths.js';

/** How write paths are opened, by a library that only the commits have which are opened so. */
const OPENERS = { bundles: servicePaths, intake: functionPaths } as const;

const indexOf = (root: string, library: string): string => join(root, `dist/libs/${library}/src/index.js`);

const openerOf = (root: string) => Object.entries(OPENERS).find(([library]) => existsSync(indexOf(root, library)))?.[1];

/** Whether the commit that is built at `root` has write paths whose names are known here. */
export const isWritable = (root: string): boolean => openerOf(root) !== undefined;

/** Writes by the write paths of the commit that is built at `root`. */
export class Intake {
  private constructor(private readonly paths: WritePaths) {}

  static async open(root: string, url: string): Promise<Intake> {
    const open = openerOf(root);
    if (!open) throw new Error(`The write paths of ${root} have names that are not known`);
    const { resolve } = createRequire(join(root, 'package.json'));
    const load = async <T>(path: string): Promise<T> => (await import(pathToFileURL(path).href)) as T; // named by the caller
    const library = <T>(name: string) => load<T>(indexOf(root, name));
    const installed = <T>(name: string) => load<T>(resolve(name));
    await installed('reflect-metadata');
    const { loadSettings } = await library<typeof Config>('config');
    const typeorm = await installed<typeof TypeORM>('typeorm');
    const file = <T>(path: string) => load<T>(join(root, 'dist', path));
    return new Intake(await open({ url, settings: loadSettings(process.env), typeorm, file, library, installed }));
  }

  /** One commit. @throws Error when it changes nothing that it should */
  async write(change: Change): Promise<void> {
    if (change.kind === 'deletion') await this.delete(change.uniqueID);
    else await this.import(change.kind, [change.line]);
  }

  /** Lines in one transaction. */
  async import(kind: keyof Lines, lines: readonly Line[]): Promise<void> {
    const bad: string[] = [];
    await this.paths.importLines(kind, lines, ({ field, reason }) => bad.push(`${kind}: ${field}: ${reason}`));
    if (bad.length > 0) throw new Error(bad[0]);
  }

  private async delete(uniqueID: string): Promise<void> {
    const { dataSource, deleteListings } = this.paths;
    const rows = await dataSource.query<{ id: number }[]>('SELECT id FROM listings WHERE unique_id = $1', [uniqueID]);
    await deleteListings(rows.map(({ id }) => id));
  }
}
