import { join } from 'node:path';

/** The compiled code: this file lies in `dist/bench`. */
const BUILT = join(import.meta.dirname, '..');

/** The repository. */
export const ROOT = join(BUILT, '..');

/** What is started, as a file of the compiled code. */
export const PROGRAMS = {
  service: join(BUILT, 'apps/api/src/main.js'),
  floor: join(BUILT, 'bench/floor/main.js'),
  usual: join(BUILT, 'bench/usual/main.js'),
} as const;

export const MIGRATIONS = join(BUILT, 'libs/database/src/migrations');

/** What the usual's own tables are made by. */
export const USUAL_TABLES = {
  entities: join(BUILT, 'bench/usual/entities'),
  rows: join(BUILT, 'bench/directory/usual-rows.js'),
  flags: join(BUILT, 'bench/flags.js'),
} as const;

/** Suburbs of a whole country; not part of the repository. */
export const SUBURBS_CSV = join(ROOT, '../shared/data/suburbs.csv');

/** What a run writes. */
export const RESULTS = join(ROOT, 'bench');
