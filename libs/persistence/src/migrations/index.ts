import { CreateDirectory1770000000000 } from './1770000000000-CreateDirectory.js';

/** Every migration, oldest first. A released one is never edited: a change of the schema is a new file (ADR 29). */
export const migrations = [
  // A comment keeps one migration a line.
  CreateDirectory1770000000000,
];
