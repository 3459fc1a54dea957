import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { describe, expect, it } from 'vitest';

const root = resolve(import.meta.dirname, '../..');
const read = (path: string): string => readFileSync(resolve(root, path), 'utf8');

interface Recipe {
  readonly edits: Readonly<Record<string, readonly (readonly [found: string, replacement: string])[]>>;
}

interface Mutation {
  readonly name: string;
  readonly file: string;
  readonly find: string;
  readonly specs: readonly string[];
}

const load = (script: string): Promise<unknown> => import(resolve(root, 'scripts', script));
const { recipes } = (await load('recipes.mjs')) as { recipes: Readonly<Record<string, Recipe>> }; // its only export
const { mutations } = (await load('mutations.mjs')) as { mutations: readonly Mutation[] }; // its only export

const specs = ['apps', 'libs', 'packages', 'test'].flatMap((folder) =>
  readdirSync(resolve(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('spec.ts'))
    .map((file) => `${folder}/${file}`),
);

describe('the recipes of CONTRIBUTING.md', () => {
  it.each(Object.entries(recipes))('%s: every text that scripts/recipes.mjs changes exists', (_, { edits }) => {
    const missing = Object.entries(edits).flatMap(([file, replacements]) =>
      replacements.flatMap(([found]) =>
        existsSync(resolve(root, file)) && read(file).includes(found) ? [] : [[file, found]],
      ),
    );
    expect(missing).toEqual([]);
  });

  it('are tested by one command, whose words name specs', () => {
    const { scripts } = JSON.parse(read('package.json')) as { scripts: Readonly<Record<string, string>> };
    const [, ...given] = scripts['test:declarations']?.split('vitest run')[1]?.split(' ') ?? [];
    const words = given.filter((word) => !word.startsWith('--'));
    expect(words).not.toEqual([]);
    expect(words.filter((word) => !specs.some((spec) => spec.startsWith(word)))).toEqual([]);
    expect(read('CONTRIBUTING.md')).toContain('npm run test:declarations');
  });
});

describe('the mutations of npm run test:mutations', () => {
  it.each(mutations)('$name: the text exists once, and its specs exist', ({ file, find, specs: named }) => {
    expect(read(file).split(find)).toHaveLength(2);
    expect(named.filter((name) => !specs.some((spec) => spec.includes(`/${name}.`)))).toEqual([]);
  });
});
