/** Limits of a JSON body. */
export const JSON_BOUNDS = { bytes: 1024 * 1024, depth: 32, values: 5_000 } as const;

const QUOTE = 0x22;
const COMMA = 0x2c;
const COLON = 0x3a;
const BACKSLASH = 0x5c;
const SPACE = 0x20;
/** `[` and `{`, and `]` and `}`, differ only in this bit. */
const BRACE = 0x20;
const OPEN = 0x5b;
const CLOSE = 0x5d;

/**
 * Describes the limit that a JSON text exceeds; `undefined` when it exceeds none. It is one pass over the bytes before
 * parsing, so expensive bodies are never parsed. It does not check that the text is valid JSON.
 */
export function excessOf(bytes: Uint8Array): string | undefined {
  let depth = 0;
  let values = 1; // one more than the number of commas and opening brackets
  let last = 0;
  for (let at = 0; at < bytes.length; at++) {
    const byte = bytes[at]!; // the index is below the length
    if (byte <= SPACE) continue;
    if (byte === QUOTE) at = endOfString(bytes, at);
    else if (byte === COMMA) values++;
    else if ((byte & ~BRACE) === OPEN) {
      if (++depth > JSON_BOUNDS.depth) return `is nested more than ${JSON_BOUNDS.depth} levels deep`;
      values++;
    } else if ((byte & ~BRACE) === CLOSE) {
      depth--;
      // An empty array or object has no value.
      if ((last & ~BRACE) === OPEN) values--;
    }
    // For an array or object that has just been opened it is not known yet whether it has a value.
    if (values > JSON_BOUNDS.values && (byte & ~BRACE) !== OPEN) return `holds more than ${JSON_BOUNDS.values} values`;
    last = byte;
  }
  return undefined;
}

/** The number of members of all objects of a valid JSON text. */
export function membersIn(bytes: Uint8Array): number {
  let members = 0;
  for (let at = 0; at < bytes.length; at++) {
    if (bytes[at] === QUOTE) at = endOfString(bytes, at);
    else if (bytes[at] === COLON) members++;
  }
  return members;
}

/** The end of the string that starts at `start`. */
function endOfString(bytes: Uint8Array, start: number): number {
  let at = start + 1;
  for (; at < bytes.length && bytes[at] !== QUOTE; at++) if (bytes[at] === BACKSLASH) at++;
  return at;
}
