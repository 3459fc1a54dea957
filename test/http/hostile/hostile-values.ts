import type { Chance } from '../../../bench/classes/chance.js';

const TEXTS = [
  '', ' ', '%', '%00', '%ff', '%zz', "'", '"', '\\', '$1', ',', '-1', '0', '1', '1e9', '9'.repeat(40), 'NaN', 'true', 'null', '../..', '..%2f',
  '<script>', '{{x}}', '\u{1F3E0}', '\u0130', '\u202e', 'a'.repeat(300), 'x,'.repeat(250), '2026-02-30', '2026-01-01T1:1Z', 'javascript:alert(1)',
  'https://x.example', '1 OR 1=1', ';DROP TABLE accounts', '%', '_', 'Richmond', 'VIC', '3121', '12', '00000000-0000-0000-0000-000000000000',
] as const; // prettier-ignore

/** Names that code may look up by mistake. */
export const ODD_NAMES = [
  'constructor', '__proto__', 'prototype', 'toString', 'valueOf', 'hasOwnProperty', 'then', 'length', '0', '', '__defineGetter__', '$ref',
] as const; // prettier-ignore

/** Unexpected text. */
export function oddText(chance: Chance): string {
  return chance.fraction() < 0.9
    ? chance.pick(TEXTS)
    : String.fromCharCode(...Array.from({ length: chance.integer(1, 20) }, () => chance.integer(0, 0xffff)));
}

/** As a request line may contain it, mostly. */
export function encoded(chance: Chance, text: string): string {
  if (chance.fraction() < 0.1) return text.replaceAll(/[\s\u0080-\uffff\0]/g, '%');
  return encodeURIComponent(text.toWellFormed());
}

/** A JSON value of any shape, as text: not always valid, sometimes large. */
export function oddJson(chance: Chance, names: readonly string[], depth = 0): string {
  const nested = () => oddJson(chance, names, depth + 1);
  const several = <T>(most: number, make: () => T) => Array.from({ length: chance.integer(0, most) }, make);
  switch (depth > 4 ? chance.integer(0, 4) : chance.integer(0, 8)) {
    case 0:
      return chance.pick(['null', 'true', 'false', '0', '-1', '1e999', '0.1', '9'.repeat(400), '12']);
    case 1:
    case 2:
    case 3:
      return JSON.stringify(oddText(chance));
    case 4:
      return chance.pick(['{}', '[]', '', '"\\ud800"', '{"a":1,"a":2}', '[,]']);
    case 5:
      return `[${several(6, nested).join(',')}]`;
    default:
      return `{${several(8, () => `${JSON.stringify(oddName(chance, names))}:${nested()}`).join(',')}}`;
  }
}

function oddName(chance: Chance, names: readonly string[]): string {
  const draw = chance.fraction();
  if (draw < 0.8) return chance.pick(names);
  return draw < 0.95 ? chance.pick(ODD_NAMES) : oddText(chance);
}

/** A body of a megabyte that is expensive to parse, to walk, to validate, or to answer. */
export function largeJson(chance: Chance): string {
  const filled = (unit: string, count: number) => unit.repeat(count).slice(0, -1);
  const count = chance.pick([1_000, 4_900, 20_000, 100_000]);
  const deep = chance.pick([30, 500, 100_000]);
  return chance.pick([
    () => '['.repeat(deep) + ']'.repeat(deep),
    () => `{"hooks":[${filled('{},', count)}]}`,
    () => `{"slugs":[${filled('{"slug":1},', Math.min(count, 90_000))}]}`,
    () => `{"hooks":[${filled('1,', count)}]}`,
    () => `{"name":"${'x'.repeat(count * 9)}"}`,
    () => `{"about":"${'\\u0000'.repeat(count)}"}`,
    () => `{${Array.from({ length: Math.min(count, 60_000) }, (_, at) => `"k${at}":1`).join(',')}}`,
    () => `{"about":{${Array.from({ length: Math.min(count, 60_000) }, (_, at) => `"k${at}":1`).join(',')}}}`,
    () => `{"subsiteDetails":{"listingOfficeIDs":[${filled(`"${'x'.repeat(90)}",`, Math.min(count, 10_000))}]}}`,
  ])();
}
