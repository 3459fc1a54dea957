import { HTML_ENTITIES } from './html-entities.js';
import { characterOf } from './xml-characters.js';

/** An entity or character reference, starting at its `&`. */
const REFERENCE = /&(?:#(\d{1,7})|#[xX]([0-9a-fA-F]{1,6})|([A-Za-z_][\w.-]{0,31}));/y;
/** Maximum length of a reference: an `&` without `;` within this length is a plain ampersand. */
export const REFERENCE_LENGTH = 40;

const PREDEFINED = new Set(['amp', 'lt', 'gt', 'quot', 'apos']);

/** How an `&` is to be read: its replacement, and the problem if there was one. */
export interface Reference {
  readonly length: number;
  readonly mended?: string;
  readonly problem?: string;
}

/** Reads the reference at an `&`; one that XML does not define is repaired. */
export function referenceAt(xml: string, at: number): Reference {
  REFERENCE.lastIndex = at;
  const [whole, decimal, hexadecimal, name] = REFERENCE.exec(xml) ?? [];
  if (!whole) return { length: 1, mended: '&amp;', problem: 'a bare ampersand' };
  if (name) return namedReference(name, whole);
  const code = decimal ? Number(decimal) : Number.parseInt(hexadecimal ?? '', 16);
  if (characterOf(code) !== undefined) return { length: whole.length };
  return { length: whole.length, mended: '', problem: `the character reference ${whole}, which XML forbids` };
}

function namedReference(name: string, whole: string): Reference {
  if (PREDEFINED.has(name)) return { length: whole.length };
  const character = HTML_ENTITIES.get(name);
  const mended = character ?? `&amp;${name};`;
  return { length: whole.length, mended, problem: `the entity ${whole}, which is not defined` };
}
