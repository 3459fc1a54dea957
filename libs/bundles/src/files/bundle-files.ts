import { stat } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { ndjsonSource, suburbsCsvSources } from './file-source.js';
import { BUNDLE_KINDS, type LineSource, type BundleKind } from './line-source.js';

/** A path without importable files. */
class NoBundleError extends Error {
  override readonly name = 'NoBundleError';
}

/** `listings.ndjson`, and also `2026-03-listings.ndjson`. */
const NAME = new RegExp(`(?:^|[-_. ])(${BUNDLE_KINDS.join('|')})\\.ndjson$`, 'i');

/**
 * The sources at some paths. A path is a folder with files of a bundle, a single such file, or a suburbs CSV with its
 * supplement.
 * @throws NoBundleError at the first other path
 */
export async function findSources(paths: readonly string[]): Promise<LineSource[]> {
  const sources: LineSource[] = [];
  for (const path of paths) sources.push(...(await sourcesAt(path)));
  return sources;
}

async function sourcesAt(path: string): Promise<LineSource[]> {
  const found = await stat(path).catch(() => undefined);
  if (!found) throw new NoBundleError(`${path}: no such file or folder`);
  if (found.isDirectory()) return sourcesIn(path);
  if (/\.csv$/i.test(path)) return suburbsCsvSources(path);
  const [, name] = NAME.exec(basename(path)) ?? [];
  if (name) return [ndjsonSource(path, name.toLowerCase() as BundleKind)]; // the pattern allows no other kinds
  if (/\.xml$/i.test(path))
    throw new NoBundleError(`${path}: REAXML and bundles are imported by commands of their own`);
  throw new NoBundleError(
    `${path}: not a suburbs CSV, nor a file called ${BUNDLE_KINDS.map((kind) => `${kind}.ndjson`).join(', ')}`,
  );
}

async function sourcesIn(folder: string): Promise<LineSource[]> {
  const sources: LineSource[] = [];
  for (const kind of BUNDLE_KINDS) {
    const path = join(folder, `${kind}.ndjson`);
    if (await stat(path).catch(() => undefined)) sources.push(ndjsonSource(path, kind));
  }
  if (sources.length > 0) return sources;
  throw new NoBundleError(`${folder}: holds none of ${BUNDLE_KINDS.map((kind) => `${kind}.ndjson`).join(', ')}`);
}
