import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, it } from 'vitest';

const root = resolve(import.meta.dirname, '../..');
const read = (path: string): string => readFileSync(resolve(root, path), 'utf8');
const matches = (text: string, pattern: RegExp): string[] =>
  [...text.matchAll(pattern)].flatMap(([, name]) => name ?? []);

const sourcesOf = (library: string): string[] =>
  readdirSync(join(root, 'libs', library, 'src'), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts') && !file.endsWith('spec.ts'))
    .map((file) => read(join('libs', library, 'src', file)));

/** The texts of the places. */
const places = {
  entities: read('libs/persistence/src/entities.ts'),
  modules: read('apps/api/src/app.module.ts'),
  document: read('apps/api/src/openapi/document.ts'),
  map: read('docs/ARCHITECTURE.md'),
  nest: read('nest-cli.json'),
  floors: read('.dependency-cruiser.cjs'),
  fill: read('test/upgrades/now.fill.ts') + read('test/upgrades/1.0.0.fill.ts') + read('test/upgrades/1.0.0.sql'),
};

/** The places of docs/NEW-RESOURCE.md that a library of a feature is missing from. */
function missingPlaces(library: string): string[] {
  const sources = sourcesOf(library).join('\n');
  const entities = matches(sources, /export class (\w+Entity)\b/g);
  const tables = matches(sources, /@Entity\((?:\{ name: )?'(\w+)'/g);
  const controlled = sourcesOf(library).filter((source) => /@Module\([^]*?controllers: \[\w/.test(source));
  const modules = matches(controlled.join('\n'), /export class (\w+Module)\b/g);
  const tags = matches(sources, /@ApiTags\('([\w-]+)'\)/g);
  const checks: [string, string, boolean][] = [
    ...entities.map((name): [string, string, boolean] => [
      'libs/persistence/src/entities.ts',
      name,
      places.entities.includes(`  ${name},`),
    ]),
    ...modules.map((name): [string, string, boolean] => [
      'apps/api/src/app.module.ts',
      name,
      places.modules.includes(name),
    ]),
    ...tags.map((name): [string, string, boolean] => [
      'apps/api/src/openapi/document.ts (TAGS)',
      name,
      new RegExp(`^ {2}'?${name}'?:`, 'm').test(places.document),
    ]),
    ...tables.map((name): [string, string, boolean] => [
      'docs/ARCHITECTURE.md (tables)',
      name,
      places.map.includes(`\`${name}\``),
    ]),
    ...tables.map((name): [string, string, boolean] => ['test/upgrades/now.fill.ts', name, places.fill.includes(name)]),
    ['docs/ARCHITECTURE.md (map)', `libs/${library}`, places.map.includes(`libs/${library}`)],
    ['nest-cli.json', library, places.nest.includes(`"${library}"`)],
    ['.dependency-cruiser.cjs (FLOORS)', library, places.floors.includes(`  '${library}',`)],
  ];
  return checks.filter(([, , isThere]) => !isThere).map(([place, name]) => `${place}: ${name}`);
}

it('every feature is registered in all places of docs/NEW-RESOURCE.md', () => {
  const features = readdirSync(join(root, 'libs')).filter((library) => existsSync(join(root, 'libs', library, 'src')));
  expect(features.flatMap(missingPlaces)).toEqual([]);
});

it('a library that is registered nowhere is missing from every place', () => {
  expect(missingPlaces('searches')).toEqual([]);
  for (const place of ['entities', 'modules', 'document', 'map', 'nest', 'floors', 'fill'] as const) {
    const text = places[place];
    places[place] = '';
    expect([place, missingPlaces('searches').length > 0]).toEqual([place, true]);
    places[place] = text;
  }
});
