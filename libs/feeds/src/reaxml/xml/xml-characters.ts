/** Characters that an XML document cannot contain, not even escaped: all except those listed in the standard. */
export const FORBIDDEN = /[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu;

/** The forbidden characters, and U+FFFD, which marks a byte that the declared encoding does not have. */
export const SUSPECT = /[^\t\n\r\u0020-\uD7FF\uE000-\uFFFC\u{10000}-\u{10FFFF}]/gu;

/** The character of a code; undefined if XML forbids it. */
export function characterOf(code: number): string | undefined {
  const character = code <= 0x10ffff ? String.fromCodePoint(code) : '';
  return character.replace(FORBIDDEN, '') || undefined;
}
