import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** What the bench is compiled to, with what it takes of the service: this file lies in `bench/dist/bench`. */
const BUILT = join(import.meta.dirname, '..');

/** The repository. */
export const ROOT = join(BUILT, '../..');

interface Package {
  readonly scripts: { readonly 'start:prod': string };
}

/** What is started: the arguments of node, and variables that it needs. */
export interface Program {
  readonly args: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
}

/** What a script such as `exec env NAME=value node --flag main.js` starts. */
export function programOf(script: string): Program {
  const words = script.split(' ');
  const node = words.indexOf('node');
  const variables = words.slice(0, node).filter((word) => word.includes('='));
  return { args: words.slice(node + 1), env: Object.fromEntries(variables.map((word) => word.split('=', 2))) };
}

/** What `npm run start:prod` starts. */
function productionProgram(): Program {
  const { scripts } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as Package; // the project's own
  return programOf(scripts['start:prod']);
}

/** What is started in the repository. */
export const PROGRAMS = {
  service: productionProgram(),
  floor: { args: [join(BUILT, 'bench/floor/main.js')] },
  usual: { args: [join(BUILT, 'bench/usual/main.js')] },
} satisfies Record<string, Program>;

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
