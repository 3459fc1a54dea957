import { join } from 'node:path';

/** The compiled bench: this file is in `bench/dist/bench`. */
const COMPILED = import.meta.dirname;

/** The repository. */
export const ROOT = join(COMPILED, '../../..');
/** The PostgreSQL server, and checkouts of other commits. */
export const DATA = join(ROOT, '.data');

export const FLOOR = join(COMPILED, 'floor/main.js');
export const USUAL = join(COMPILED, 'usual/main.js');
/** Loaded into a traced server before the program itself. */
export const SERVER_PROBE = join(COMPILED, 'servers/server-probe.js');
/** Writes to a directory by the import of any commit. */
export const WRITER = join(COMPILED, 'writing/main.js');
