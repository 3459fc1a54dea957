import fc, { type Arbitrary } from 'fast-check';
import type { Query } from './lines.js';
import { lower, upper } from './texts.js';

/** Values of one parameter, most of which match a thing. */
export type Draw<Thing> = (thing: Thing) => Arbitrary<string>;

export type Draws<Thing> = Readonly<Record<string, Draw<Thing>>>;

/** The text, in random case. */
export const exactly = (text: string): Arbitrary<string> => fc.constantFrom(text, text, upper(text), lower(text));

/** A part of the text, in random case. */
export function partOf(text: string): Arbitrary<string> {
  const letters = [...text];
  const at = fc.nat({ max: letters.length });
  return fc
    .tuple(at, at)
    .map(([one, other]) => letters.slice(Math.min(one, other), Math.max(one, other)).join(''))
    .chain(exactly);
}

/** A part of an address, also without commas and with abbreviations. */
export const partOfAddress = (address: string): Arbitrary<string> =>
  fc.oneof(
    partOf(address),
    partOf(address.replaceAll(',', '')),
    partOf(
      address
        .replace(/\bStreet\b/g, 'St')
        .replace(/\bRoad\b/g, 'Rd')
        .replace('/', ' / '),
    ),
  );

/** The beginning of the text. */
export const startOf = (text: string): Arbitrary<string> =>
  fc.nat({ max: text.length }).chain((length) => exactly([...text].slice(0, length).join('')));

/** A comma-separated list with some of the other values. */
export const oneAnd = (value: Arbitrary<string>, others: readonly string[]): Arbitrary<string> =>
  fc
    .tuple(value, fc.array(fc.constantFrom(...others), { maxLength: 2 }), fc.constantFrom(',', ', ', ',,'))
    .map(([one, more, comma]) => [...more, one].join(comma));

export const flag = (): Arbitrary<string> => fc.constantFrom('true', 'false', '1', '0', 'TRUE', 'False');

export const view = (): Arbitrary<string> => fc.constantFrom('full', 'card', 'CARD');

/** A number near a count, or a small one. */
export const countNear = (count: unknown): Arbitrary<string> =>
  fc.oneof(fc.constant(typeof count === 'number' ? count : 0), fc.nat({ max: 5 })).map(String);

/** Values of some parameters, each drawn to match one of the things. */
export function some<Thing>(
  draws: Draws<Thing>,
  names: readonly string[],
  thing: Arbitrary<Thing>,
  most: number,
): Arbitrary<Query> {
  return fc
    .tuple(fc.uniqueArray(fc.constantFrom(...names), { maxLength: most }), thing, thing, fc.nat({ max: 9 }))
    .chain(([chosen, one, other, odds]) => {
      const values = chosen.map((name, at) => draws[name]?.(odds === at ? other : one) ?? fc.constant(''));
      return fc.tuple(...values).map((texts) => Object.fromEntries(chosen.map((name, at) => [name, texts[at] ?? ''])));
    });
}

/** A page of any size, possibly beyond the end. */
export const pages: Arbitrary<Query> = fc
  .record(
    { page: fc.constantFrom('1', '1', '2', '3', '9'), limit: fc.constantFrom('1', '3', '20', '100') },
    { requiredKeys: [] },
  )
  .map((page) => ({ ...page }));

/** Merges queries. Like the service, trims values and drops empty ones (D3). */
export const together = (...queries: Arbitrary<Query>[]): Arbitrary<Query> =>
  fc
    .tuple(...queries)
    .map((parts) => Object.assign({}, ...parts) as Query)
    .map((query) =>
      Object.fromEntries(
        Object.entries(query)
          .map(([name, value]) => [name, value.trim()] as const)
          .filter(([, value]) => /[^,\s]/.test(value)),
      ),
    );

/** Queries of a list with a limited number of parameters, and a page. */
export const queriesOf = <Thing>(draws: Draws<Thing>, things: readonly Thing[], most: number): Arbitrary<Query> =>
  together(some(draws, Object.keys(draws), fc.constantFrom(...things), most), pages);
