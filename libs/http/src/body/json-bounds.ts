/** How large a JSON body may be, in each way in which one can be large. */
export const JSON_BOUNDS = { bytes: 1024 * 1024, depth: 32, values: 5_000 } as const;

const QUOTE = 0x22;
const COMMA = 0x2c;
const BACKSLASH = 0x5c;
const SPACE = 0x20;
/** `[` and `{`, `]` and `}` differ in this bit alone. */
const BRACE = 0x20;
const OPEN = 0x5b;
const CLOSE = 0x5d;

/**
 * What is too large about JSON text, in words; `undefined` when nothing is. One pass over the bytes, before anything is made
 * of them: what would be dear to parse or to walk is never parsed. Whether it is JSON at all it does not tell.
 */
export function excessOf(bytes: Uint8Array): string | undefined {
  let depth = 0;
  let values = 1; // one more than there are commas and beginnings
  let last = 0;
  for (let at = 0; at < bytes.length; at++) {
    const byte = bytes[at]!; // within its length
    if (byte <= SPACE) continue;
    if (byte === QUOTE) at = endOfString(bytes, at);
    else if (byte === COMMA) values++;
    else if ((byte & ~BRACE) === OPEN) {
      if (++depth > JSON_BOUNDS.depth) return `is nested more than ${JSON_BOUNDS.depth} levels deep`;
      values++;
    } else if ((byte & ~BRACE) === CLOSE) {
      depth--;
      // An empty one holds none, whatever the commas say.
      if ((last & ~BRACE) === OPEN) values--;
    }
    // Of one that has just begun it is not known yet.
    if (values > JSON_BOUNDS.values && (byte & ~BRACE) !== OPEN) return `holds more than ${JSON_BOUNDS.values} values`;
    last = byte;
  }
  return undefined;
}

/** Where the string that begins at `start` ends. */
function endOfString(bytes: Uint8Array, start: number): number {
  let at = start + 1;
  for (; at < bytes.length && bytes[at] !== QUOTE; at++) if (bytes[at] === BACKSLASH) at++;
  return at;
}
