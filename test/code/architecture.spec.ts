import { readdirSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { describe, expect, it } from 'vitest';

const root = resolve(import.meta.dirname, '../..');
/** All files written by hand. */
const FOLDERS = ['apps', 'libs', 'bench', 'packages', 'test', 'scripts'];
const sources = FOLDERS.flatMap((folder) =>
  readdirSync(resolve(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts') && !/^(dist|node_modules|client\/dist|client\/src\/generated)\//.test(file))
    .map((file) => `${folder}/${file}`),
);
const linesOf = (file: string): string[] => readFileSync(resolve(root, file), 'utf8').split('\n');

interface NestCli {
  readonly projects: Readonly<Record<string, { readonly type: string; readonly sourceRoot: string }>>;
}

describe('the architecture', () => {
  it('has no file longer than 300 lines', () => {
    const rooms = sources.filter((file) => !file.endsWith('spec.ts'));
    expect(rooms.filter((file) => linesOf(file).length > 301)).toEqual([]);
  });

  it('names files in kebab-case by their role', () => {
    const name = /^(\d+-[A-Z]\w+|[a-z0-9]+(-[a-z0-9]+)*(\.[a-z0-9]+(-[a-z0-9]+)*)*)\.ts$/;
    expect(sources.filter((file) => !name.test(file.split('/').at(-1) ?? ''))).toEqual([]);
  });

  it('has no unfinished code and no suppressed rules', () => {
    const later = new RegExp(['TO', 'DO|FIX', 'ME|@ts-ig', 'nore|eslint-dis', 'able'].join(''));
    expect(sources.filter((file) => linesOf(file).some((line) => later.test(line)))).toEqual([]);
  });

  it('has every library in nest-cli.json', () => {
    const { projects } = JSON.parse(readFileSync(resolve(root, 'nest-cli.json'), 'utf8')) as NestCli;
    const libraries = Object.entries(projects).filter(([, { type }]) => type === 'library');
    const folders = readdirSync(resolve(root, 'libs')).map((name) => ({ name, sourceRoot: `libs/${name}/src` }));
    expect(libraries.map(([name, { sourceRoot }]) => ({ name, sourceRoot }))).toEqual(folders);
  });

  it('is drawn in ARCHITECTURE.md with the import rules, from the top down', () => {
    const rules = readFileSync(resolve(root, '.dependency-cruiser.cjs'), 'utf8');
    const [, list = ''] = /FLOORS = \[(.*?)\]/s.exec(rules) ?? [];
    const floors = [...list.matchAll(/'([\w-]+)'/g)].map(([, name = '']) => name);
    const [, map = ''] = readFileSync(resolve(root, 'docs/ARCHITECTURE.md'), 'utf8').split('```');
    const drawn = [...map.matchAll(/libs\/([\w-]+)/g)].map(([, name = '']) => name);
    expect(drawn).toEqual(floors.toReversed());
    expect(drawn.toSorted()).toEqual(readdirSync(resolve(root, 'libs')));
  });
});
