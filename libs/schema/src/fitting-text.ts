const QUOTES = 2;

const MORE = '…';

/** The length of a value as JSON, in bytes of UTF-8. */
export const jsonBytes = (value: unknown): number => Buffer.byteLength(JSON.stringify(value));

/**
 * A text of at most this length as JSON, in bytes. A longer text is cut between two characters and ends with an
 * ellipsis.
 */
export function fittingText(text: string, bytes: number): string {
  if (jsonBytes(text) <= bytes) return text;
  let room = bytes - jsonBytes(MORE);
  let fitting = '';
  for (const character of text) {
    room -= jsonBytes(character) - QUOTES;
    if (room < 0) break;
    fitting += character;
  }
  return `${fitting.trimEnd()}${MORE}`;
}

/**
 * The text if its JSON has at most this length in bytes, else the empty text: a cut identifier or URL would be wrong.
 */
export const wholeText = (text: string, bytes: number): string => (jsonBytes(text) <= bytes ? text : '');
