import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** What the bench is compiled to, with what it takes of the service: this file lies in `bench/dist/bench`. */
const BUILT = join(import.meta.dirname, '..');

/** The repository. */
export const ROOT = join(BUILT, '../..');

interface Package {
  readonly scripts: { readonly 'start:prod': string };
}

/** What a script such as `exec node --flag main.js` gives to node. */
export function nodeArguments(script: string): string[] {
  const words = script.split(' ');
  return words.slice(words.indexOf('node') + 1);
}

/** What `npm run start:prod` gives to node. */
function productionArguments(): string[] {
  const { scripts } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as Package; // the project's own
  return nodeArguments(scripts['start:prod']);
}

/** What is started: the arguments of node, in the repository. */
export const PROGRAMS = {
  service: productionArguments(),
  floor: [join(BUILT, 'bench/floor/main.js')],
  usual: [join(BUILT, 'bench/usual/main.js')],
} as const;

/** Loaded into each of them before the program itself. */
export const SERVER_PROBE = join(BUILT, 'bench/run/server-probe.js');

/** Writes to a directory by the service of any commit. */
export const WRITER = join(BUILT, 'bench/writing/main.js');

/** Those of the service that is measured. */
export const MIGRATIONS = join(ROOT, 'dist/libs/persistence/src/migrations');

/** What the usual's own tables are made by. */
export const USUAL_TABLES = {
  entities: join(BUILT, 'bench/usual/entities'),
  rows: join(BUILT, 'bench/directory/usual-rows.js'),
  flags: join(BUILT, 'bench/flags.js'),
} as const;

/** Suburbs of a whole country; not part of the repository. */
export const SUBURBS_CSV = join(ROOT, '../shared/data/suburbs.csv');

/** Other commits, each checked out and built in a folder of its own. */
export const OTHER_COMMITS = join(ROOT, '.data/bench-commits');

/** Lines that changes are made of, a folder for each directory. */
export const LINES = join(ROOT, '.data/bench-lines');

/** What a run writes. */
export const RESULTS = join(ROOT, 'bench');

export const PERFORMANCE_MD = join(ROOT, 'docs/PERFORMANCE.md');
