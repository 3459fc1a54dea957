import { readdirSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { describe, expect, it } from 'vitest';

const root = resolve(import.meta.dirname, '../..');
const filesOf = (folder: string, end: RegExp): string[] =>
  readdirSync(resolve(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((file) => end.test(file) && !/spec\.ts$|support\.ts$/.test(file))
    .map((file) => `${folder}/${file}`);
const textOf = (file: string): string => readFileSync(resolve(root, file), 'utf8');
const sources = [...filesOf('libs', /\.ts$/), ...filesOf('apps', /\.ts$/)];
const statements = filesOf('libs/persistence/src/tables', /\.sql$/);

/** The files whose statements may name the tables of listings. */
const DOORS = [
  // Decides which fields a recipient sees.
  /^libs\/listings\/src\/finder\//,
  // Writers of listings, and the records that they merge with.
  /\.writer\.ts$/,
  /^libs\/listings\/src\/(listing-keys\.repository|documents\/listing\.documents)\.ts$/,
  /^libs\/feeds\/src\/intake\//,
  /^libs\/bundles\/src\/demo-directory\.repository\.ts$/,
  // Accounts are below listings; the masks of the finder stand there.
  /^libs\/accounts\/src\/listings\//,
  // Agents are below listings; their counts have their own masks.
  /^libs\/agents\/src\/documents\/agent-statistics\.reads\.ts$/,
];

describe('statements on listings', () => {
  it('go through ListingFinder', () => {
    const named = /\b(FROM|JOIN) (listings|current_listings)\b/;
    const elsewhere = sources.filter((file) => !DOORS.some((door) => door.test(file)) && named.test(textOf(file)));
    expect(elsewhere).toEqual([]);
  });

  it('name columns as expressions with known dependencies', () => {
    const ofListing =
      /sql`[^`]*?(?<![\w.'"(])listing\.(price|price_to|latitude|longitude|suburb_id|street|full_address|address_order)\b/;
    const rooms = sources.filter((file) => /^libs\/listings\/src\/(filters|similar|facets|words)\//.test(file));
    expect(rooms.length).toBeGreaterThan(5);
    expect(rooms.filter((file) => ofListing.test(textOf(file)))).toEqual([]);
  });
});

describe('SQL and JSON of the service', () => {
  it('are not parsed with regular expressions', () => {
    // Allowed: PostgreSQL functions on stored documents, and JavaScript on the text of a statement or on JSON.
    expect([...statements, ...sources].filter((file) => /\bregexp_\w+\(/.test(textOf(file)))).toEqual([]);
    const onText =
      /\btext\.(match|matchAll|replace|search)\(\/\\b(listing|FROM|SELECT)|JSON\.stringify\([^;]*\)\s*\.(match|matchAll|replace|search)\(/;
    expect(sources.filter((file) => onText.test(textOf(file)))).toEqual([]);
  });
});
