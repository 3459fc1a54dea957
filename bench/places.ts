import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** The compiled bench: this file is in `bench/dist/bench`. */
const COMPILED = import.meta.dirname;

/** The repository. */
export const ROOT = join(COMPILED, '../../..');

export const FLOOR = join(COMPILED, 'floor/main.js');
export const USUAL = join(COMPILED, 'usual/main.js');
/** Loaded into each measured server before the program itself. */
export const SERVER_PROBE = join(COMPILED, 'servers/server-probe.js');
/** Writes to a directory by the service of any commit. */
export const WRITER = join(COMPILED, 'writing/main.js');

/** Suburbs of a whole country, beside the repository. */
export const SUBURBS_CSV = join(ROOT, '../shared/data/suburbs.csv');
/** The PostgreSQL server, and checkouts of other commits. */
export const DATA = join(ROOT, '.data');
/** Without its extension. */
export const RESULTS = join(ROOT, 'bench/results');

/** Names and content of the compiled files of a folder. */
export const filesIn = (folder: string): string[] =>
  readdirSync(folder)
    .filter((name) => name.endsWith('.js'))
    .toSorted()
    .flatMap((name) => [name, readFileSync(join(folder, name), 'utf8')]);

export const digestOf = (texts: readonly string[]): string =>
  createHash('sha256').update(texts.join('\n')).digest('hex').slice(0, 12);
