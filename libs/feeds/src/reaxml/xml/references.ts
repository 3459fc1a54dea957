import { HTML_ENTITIES } from './html-entities.js';

/** An entity or character reference, from its `&`. */
const REFERENCE = /&(?:#(\d{1,7})|#[xX]([0-9a-fA-F]{1,6})|([A-Za-z_][\w.-]{0,31}));/y;
/** No reference is longer: behind so much text an `&` without `;` is just an ampersand. */
export const REFERENCE_LENGTH = 40;

const PREDEFINED = new Set(['amp', 'lt', 'gt', 'quot', 'apos']);

/** What stands at an `&`: what the parser is to read instead, and what was wrong. */
export interface Reference {
  readonly length: number;
  readonly mended?: string;
  readonly problem?: string;
}

/** Reads the reference at an `&`; what XML does not have is mended. */
export function referenceAt(xml: string, at: number): Reference {
  REFERENCE.lastIndex = at;
  const [whole, decimal, hexadecimal, name] = REFERENCE.exec(xml) ?? [];
  if (!whole) return { length: 1, mended: '&amp;', problem: 'a bare ampersand' };
  if (name) return namedReference(name, whole);
  const code = decimal ? Number(decimal) : Number.parseInt(hexadecimal ?? '', 16);
  if (isXmlCharacter(code)) return { length: whole.length };
  return { length: whole.length, mended: '', problem: `the character reference ${whole}, which XML forbids` };
}

function namedReference(name: string, whole: string): Reference {
  if (PREDEFINED.has(name)) return { length: whole.length };
  const known = HTML_ENTITIES.get(name);
  const mended = known ?? `&amp;${name};`;
  return { length: whole.length, mended, problem: `the entity ${whole}, which is not defined` };
}

const isXmlCharacter = (code: number): boolean =>
  code === 9 ||
  code === 10 ||
  code === 13 ||
  (code >= 0x20 && code <= 0xd7ff) ||
  (code >= 0xe000 && code <= 0xfffd) ||
  (code >= 0x10000 && code <= 0x10ffff);
