/**
 * Contents of character classes for patterns that ECMA-262 with and without the flag `u`, Python and Java read alike: they
 * lack `\p{...}`, and `\s`, `\d` and `\w` differ. Other Unicode categories have too many ranges; `formatted` checks these.
 */

/** Spaces, as `\s` of ECMA-262. */
export const SPACE = '\\t-\\r \\u00A0\\u1680\\u2000-\\u200A\\u2028\\u2029\\u202F\\u205F\\u3000\\uFEFF';
/** Control characters (category Cc). */
export const CONTROL = '\\u0000-\\u001F\\u007F-\\u009F';
/** Zero-width and direction characters (category Cf, up to U+FFFF). */
export const ZERO_WIDTH =
  '\\u00AD\\u0600-\\u0605\\u061C\\u06DD\\u070F\\u0890\\u0891\\u08E2\\u180E\\u200B-\\u200F\\u202A-\\u202E\\u2060-\\u2064\\u2066-\\u206F\\uFEFF\\uFFF9-\\uFFFB';
/** Line breaks, with all control characters. */
export const LINE_BREAKS = `${CONTROL}\\u2028\\u2029`;
/** Most characters that are not visible: spaces, control and zero-width characters, accents, private use. */
export const INVISIBLE = `${CONTROL}${ZERO_WIDTH}${SPACE}\\u0300-\\u036F\\u20D0-\\u20F0\\uE000-\\uF8FF\\uFE00-\\uFE0F`;
/** Most characters that are neither letters, digits nor accents, except NUL, the apostrophe and the backtick. */
export const PUNCTUATION =
  '\\u0001-&(-\\/:-@\\[-_{-\\u00A9\\u00AB-\\u00B1\\u00B4\\u00B6-\\u00B8\\u00BB\\u00BF\\u00D7\\u00F7\\u2000-\\u2017\\u201A-\\u206F\\u20A0-\\u20CF\\u2190-\\u245F\\u3000-\\u3004\\u3008-\\u3020\\uE000-\\uF8FF';
