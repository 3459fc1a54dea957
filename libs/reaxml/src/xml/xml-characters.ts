/** Characters that an XML document cannot contain, not even escaped: all except those listed in the standard. */
export const FORBIDDEN = /[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu;

/** The forbidden characters, and U+FFFD, which marks a byte that the declared encoding does not have. */
export const SUSPECT = /[^\t\n\r\u0020-\uD7FF\uE000-\uFFFC\u{10000}-\u{10FFFF}]/gu;

/** The character of a code; undefined if XML forbids it. */
export function characterOf(code: number): string | undefined {
  const character = code <= 0x10ffff ? String.fromCodePoint(code) : '';
  return character.replace(FORBIDDEN, '') || undefined;
}

/** Entity names of U+00A0 to U+00FF, in order. */
const LATIN_1 =
  'nbsp iexcl cent pound curren yen brvbar sect uml copy ordf laquo not shy reg macr deg plusmn sup2 sup3 acute micro ' +
  'para middot cedil sup1 ordm raquo frac14 frac12 frac34 iquest Agrave Aacute Acirc Atilde Auml Aring AElig Ccedil ' +
  'Egrave Eacute Ecirc Euml Igrave Iacute Icirc Iuml ETH Ntilde Ograve Oacute Ocirc Otilde Ouml times Oslash Ugrave ' +
  'Uacute Ucirc Uuml Yacute THORN szlig agrave aacute acirc atilde auml aring aelig ccedil egrave eacute ecirc euml ' +
  'igrave iacute icirc iuml eth ntilde ograve oacute ocirc otilde ouml divide oslash ugrave uacute ucirc uuml yacute ' +
  'thorn yuml';

/** The characters of HTML entities, which feeds use although XML does not define them. */
export const HTML_ENTITIES: ReadonlyMap<string, string> = new Map([
  ...LATIN_1.split(' ').map((name, at): [string, string] => [name, String.fromCodePoint(0xa0 + at)]),
  ['ndash', '\u2013'],
  ['mdash', '\u2014'],
  ['lsquo', '\u2018'],
  ['rsquo', '\u2019'],
  ['sbquo', '\u201A'],
  ['ldquo', '\u201C'],
  ['rdquo', '\u201D'],
  ['bdquo', '\u201E'],
  ['bull', '\u2022'],
  ['hellip', '\u2026'],
  ['prime', '\u2032'],
  ['euro', '\u20AC'],
  ['trade', '\u2122'],
  ['rarr', '\u2192'],
  ['minus', '\u2212'],
  ['ensp', '\u2002'],
  ['emsp', '\u2003'],
]);

/** An entity or character reference, starting at its `&`. */
const REFERENCE = /&(?:#(\d{1,7})|#[xX]([0-9a-fA-F]{1,6})|([A-Za-z_][\w.-]{0,31}));/y;
/** Maximum length of a reference: an `&` without `;` within this length is a plain ampersand. */
export const REFERENCE_LENGTH = 40;

const PREDEFINED = new Set(['amp', 'lt', 'gt', 'quot', 'apos']);

/** The reading of an `&`: its replacement, and the problem, if any. */
export interface Reference {
  readonly length: number;
  readonly mended?: string;
  readonly problem?: string;
}

/** Reads the reference at an `&`; one that neither XML nor the file defines is repaired. */
export function referenceAt(xml: string, at: number, declared?: ReadonlyMap<string, string>): Reference {
  REFERENCE.lastIndex = at;
  const [whole, decimal, hexadecimal, name] = REFERENCE.exec(xml) ?? [];
  if (!whole) return { length: 1, mended: '&amp;', problem: 'a bare ampersand' };
  if (name) return namedReference(name, whole, declared?.get(name));
  const code = decimal ? Number(decimal) : Number.parseInt(hexadecimal ?? '', 16);
  if (characterOf(code) !== undefined) return { length: whole.length };
  return { length: whole.length, mended: '', problem: `the character reference ${whole}, which XML forbids` };
}

function namedReference(name: string, whole: string, declared?: string): Reference {
  if (PREDEFINED.has(name)) return { length: whole.length };
  if (declared !== undefined) return { length: whole.length, mended: declared };
  const character = HTML_ENTITIES.get(name);
  const mended = character ?? `&amp;${name};`;
  return { length: whole.length, mended, problem: `the entity ${whole}, which is not defined` };
}
