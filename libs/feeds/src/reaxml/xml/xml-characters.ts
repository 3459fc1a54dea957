/** What no XML document can hold, not even escaped: all but the characters that the standard lists. */
export const FORBIDDEN = /[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu;

/** The same, and the mark of a byte that is none of the declared encoding. */
export const SUSPECT = /[^\t\n\r\u0020-\uD7FF\uE000-\uFFFC\u{10000}-\u{10FFFF}]/gu;
