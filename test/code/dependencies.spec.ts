import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { expect, it } from 'vitest';

const read = <File>(file: string): File =>
  JSON.parse(readFileSync(resolve(import.meta.dirname, '../..', file), 'utf8')) as File; // the format that npm writes

interface Locked {
  readonly dev?: boolean;
  readonly hasInstallScript?: boolean;
}

it('only allowed production packages have install scripts, because npm 10 runs all of them', () => {
  const { packages } = read<{ packages: Readonly<Record<string, Locked>> }>('package-lock.json');
  const { allowScripts } = read<{ allowScripts: Readonly<Record<string, boolean>> }>('package.json');
  const running = Object.entries(packages).flatMap(([path, { dev, hasInstallScript }]) =>
    hasInstallScript && !dev ? path.replace(/^.*node_modules\//, '') : [],
  );
  expect(running.filter((name) => !allowScripts[name])).toEqual([]);
  expect(running).not.toEqual([]);
});

it('ADR 41 names exactly the dependencies of the manifests', () => {
  const manifests = ['.', 'packages/client', 'packages/mcp', 'examples/agency-website'].map((folder) =>
    read<Partial<Record<string, Readonly<Record<string, string>>>>>(`${folder}/package.json`),
  );
  const names = manifests.flatMap(({ dependencies, optionalDependencies, devDependencies }) =>
    Object.keys({ ...dependencies, ...optionalDependencies, ...devDependencies }),
  );
  const page = readFileSync(resolve(import.meta.dirname, '../../docs/adr/0041-dependencies.md'), 'utf8');
  const rows = [...page.matchAll(/^\| `([^`]+)`/gm)].map(([, name = '']) => name);
  const own = 'agency-directory-client';
  expect(rows.toSorted()).toEqual([...new Set(names)].filter((name) => name !== own).toSorted());
});
