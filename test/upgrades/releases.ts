import { readdirSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type TestService } from '@testing';

const FOLDER = import.meta.dirname;

/** The releases with a dump. */
export const releases = readdirSync(FOLDER).flatMap((file) => /^(.+)\.sql$/.exec(file)?.slice(1) ?? []);

/** A database of a release, as SQL. */
export const dumpOfRelease = (version: string): Promise<string> => readFile(join(FOLDER, `${version}.sql`), 'utf8');

/** Writes the rows of the dump of a release. */
export async function fillOf(version: string): Promise<(service: TestService) => Promise<void>> {
  const { fill } = (await import(`./${version}.fill.ts`)) as typeof import('./1.0.0.fill.js'); // all export the same function
  return fill;
}
