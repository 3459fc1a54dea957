import { parametersOf } from '@app/lists';
import fc, { type Arbitrary } from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { ListingsQuery } from '../../libs/listings/src/listing.filters.js';
import { PropertiesQuery } from '../../libs/properties/src/property.filters.js';
import { SuburbNamesQuery, SuburbsQuery } from '../../libs/suburbs/src/suburb.filters.js';
import { anyCharacters, seed, specService } from '@testing';
import { makeWorld } from '@testing/brute-force';

/** As many as fit into the time. */
const RUNS = { numRuns: 300, interruptAfterTimeLimit: 1_500 };

const service = specService();

beforeAll(async () => {
  await seed(service, { ...makeWorld(3, Date.now()) });
});

const anyText = fc.oneof(
  anyCharacters({ maxLength: 30 }),
  fc.string({ unit: 'grapheme', maxLength: 30 }),
  fc.constantFrom(
    '',
    ' ',
    ',',
    ',,,',
    '%',
    '_',
    '\\',
    '\\%',
    '\0',
    "'",
    '"',
    '$1',
    '{}',
    '{1}',
    'NULL',
    '--',
    ';',
    '\u{10FFFF}',
  ),
  fc.constantFrom(
    '-1',
    '0',
    '1',
    '1e9',
    '1e400',
    'NaN',
    'Infinity',
    '32767',
    '2147483647',
    '2147483648',
    '9'.repeat(40),
  ),
  fc.constantFrom(
    '0.000000001',
    '999999999999999.999999999',
    '0x1',
    '١',
    'true',
    'FALSE',
    'all',
    'Richmond',
    'ß',
    'İ',
    'ΑΣ',
  ),
  fc.constantFrom(
    '0001-01-01',
    '9999-12-31',
    '2026-02-29',
    '2026-03-07T9:5:0Z',
    '0001-01-01T0:0:0+14:00',
    '9999-12-31T23:59:59-12:00',
  ),
);

/** Mostly known names; each given once, twice, or in a bracket form. */
const queryOf = (names: readonly string[]): Arbitrary<string> => {
  const name = fc.oneof({ weight: 9, arbitrary: fc.constantFrom(...names) }, { weight: 1, arbitrary: anyText });
  const pair = fc.tuple(name, fc.constantFrom('', '', '', '', '', '[]', '[a]', '[__proto__]'), anyText);
  const encoded = fc.oneof({ weight: 9, arbitrary: fc.constant(true) }, { weight: 1, arbitrary: fc.constant(false) });
  return fc
    .tuple(fc.array(pair, { maxLength: 6 }), encoded)
    .map(([pairs, isEncoded]) =>
      pairs
        .map(([parameter, form, value]) => `${write(parameter + form, isEncoded)}=${write(value, isEncoded)}`)
        .join('&'),
    );
};

/** As browsers write it, or raw as far as a request line can hold it. */
const write = (text: string, isEncoded: boolean): string =>
  isEncoded ? encodeURIComponent(text.toWellFormed()) : text.replace(/[^!-~]|#/g, '');

describe('random query strings never fail the service', () => {
  it.each([
    ['listings', ListingsQuery],
    ['properties', PropertiesQuery],
    ['suburbs', SuburbsQuery],
    ['suburbs/postcodes', SuburbNamesQuery],
    ['suburbs/regions', SuburbNamesQuery],
    ['suburbs/areanames', SuburbNamesQuery],
  ])('of GET /%s: 200, or 400 that names every fault', async (path, query) => {
    const property = fc.asyncProperty(queryOf([...parametersOf(query).keys()]), async (search) => {
      const { status, body } = await service.get<{ errors?: object[] }>(`/api/v1/${path}?${search}`);
      expect([200, 400]).toContain(status);
      if (status === 400) expect(body.errors?.length).toBeGreaterThan(0);
    });
    await fc.assert(property, RUNS);
  });

  it.each(['listings', 'properties'])('nor do random ids of GET /%s/{id}', async (path) => {
    const property = fc.asyncProperty(anyText, async (text) => {
      const { status } = await service.get(`/api/v1/${path}/${encodeURIComponent(`x${text}`.toWellFormed())}`);
      expect([400, 404]).toContain(status);
    });
    await fc.assert(property, RUNS);
  });
});
