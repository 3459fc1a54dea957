import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** The compiled bench: this file lies in `bench/dist/bench`. */
const COMPILED = import.meta.dirname;

/** The repository. */
export const ROOT = join(COMPILED, '../../..');

export const FLOOR = join(COMPILED, 'floor/main.js');
export const USUAL = join(COMPILED, 'usual/main.js');
export const USUAL_ENTITIES = join(COMPILED, 'usual/entities.js');

/** Loaded into each measured server before the program itself. */
export const SERVER_PROBE = join(COMPILED, 'servers/server-probe.js');

/** Writes to a directory by the service of any commit. */
export const WRITER = join(COMPILED, 'writing/main.js');

/** Suburbs of a whole country, beside the repository. */
export const SUBURBS_CSV = join(ROOT, '../shared/data/suburbs.csv');

/** The PostgreSQL server, checkouts of other commits, and bundles. */
export const DATA = join(ROOT, '.data');

/** Without its extension. */
export const RESULTS = join(ROOT, 'bench/results');

export const digestOf = (texts: readonly string[]): string =>
  createHash('sha256').update(texts.join('\n')).digest('hex').slice(0, 12);

/** Differs when a migration differs: before a release migrations are rewritten, not added. */
export function tablesDigest(root: string): string {
  const folder = join(root, 'dist/libs/persistence/src/migrations');
  const files = readdirSync(folder).filter((name) => name.endsWith('.js'));
  return digestOf(files.toSorted().flatMap((name) => [name, readFileSync(join(folder, name), 'utf8')]));
}
