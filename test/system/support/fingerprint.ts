import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';

const ROOT = resolve(import.meta.dirname, '../../..');

interface Lock {
  readonly packages: Readonly<Record<string, { readonly version?: string }>>;
}

const filesOf = (path: string): string[] =>
  statSync(join(ROOT, path)).isDirectory()
    ? readdirSync(join(ROOT, path))
        .toSorted()
        .flatMap((name) => filesOf(join(path, name)))
    : [path];

/**
 * An expensive check of files that seldom change. It runs if they, or the packages that it uses, differ from the
 * fingerprint in `recorded`. `npx vitest run -u` of its spec records it.
 * @param paths files, or folders with all their files, from the root of the project
 */
export class Fingerprint {
  readonly hash: string;
  readonly isRecorded: boolean;

  constructor(recorded: string, paths: readonly string[], packages: readonly string[]) {
    const { packages: locked } = JSON.parse(readFileSync(join(ROOT, 'package-lock.json'), 'utf8')) as Lock;
    const hash = createHash('sha256');
    for (const file of paths.flatMap(filesOf)) hash.update(`${file}\n`).update(readFileSync(join(ROOT, file)));
    for (const name of packages) hash.update(`${name} ${locked[`node_modules/${name}`]?.version}\n`);
    this.hash = `${hash.digest('hex')}\n`;
    this.isRecorded = existsSync(recorded) && readFileSync(recorded, 'utf8') === this.hash;
  }
}
