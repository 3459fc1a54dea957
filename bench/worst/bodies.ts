import { JSON_BOUNDS } from '../../libs/http/src/body/json-bounds.js';

const { bytes: BYTES, depth: DEPTH, values: VALUES } = JSON_BOUNDS;

const several = (count: number, text: (at: number) => string) =>
  Array.from({ length: count }, (_, at) => text(at)).join(',');
const filled = (unit: string) => unit.repeat(BYTES / unit.length);
/** Values of the largest number, as long as they may be together. */
const padding = (count: number) => 'x'.repeat(Math.floor(BYTES / count) - 20);

/** Bodies of an account of up to a megabyte, each the worst of its kind. */
export const WORST_BODIES: Readonly<Record<string, string>> = {
  'arrays in arrays': filled('['),
  '90,000 unknown names': `{${several(90_000, (at) => `"k${at}":1`)}}`,
  '330,000 {} in hooks': `{"hooks":[${several(330_000, () => '{}')}]}`,
  '490,000 integers in hooks': `{"hooks":[${several(490_000, () => '1')}]}`,
  'as many unknown names as are read': `{${several(VALUES - 1, (at) => `"${at}${padding(VALUES)}":1`)}}`,
  'as many names in text as are read': `{"about":{${several(VALUES - 2, (at) => `"${at}${padding(VALUES)}":1`)}}}`,
  'as many {} in hooks as are read': `{"hooks":[${several(VALUES - 2, () => '{}')}]}`,
  'wrong leaves in slugs': `{"slugs":[${several(1_000, () => `{"listingType":"${padding(2_000)}","slug":"${padding(2_000)}"}`)}]}`,
  'templates in slugs': `{"slugs":[${several(1_000, () => `{"slug":"/${'{x}'.repeat(160)}"}`)}]}`,
  'offices': `{"subsiteDetails":{"listingOfficeIDs":[${several(1_000, () => `"${'x'.repeat(100)}"`)}]}}`,
  'nested to the limit': `[${several(VALUES / DEPTH - 1, () => '['.repeat(DEPTH - 1) + ']'.repeat(DEPTH - 1))}]`,
  'one text': `{"about":"${'x'.repeat(BYTES - 20)}"}`,
  'one text of escapes': `{"name":"${filled('\\u0041').slice(0, BYTES - 60)}"}`,
  'one number': `{"name":${'1'.repeat(BYTES - 20)}}`,
  'spaces': ' '.repeat(BYTES),
}; // prettier-ignore

/** The path that takes them. */
export const BODIES_PATH = '/api/v1/accounts';
/** The end of a longer body is cut. */
export const bodyOf = (text: string): string => text.slice(0, BYTES);
