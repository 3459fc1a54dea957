import { FeedFault } from '../feed-fault.js';

/** How much of a file tells its encoding. */
export const HEAD_BYTES = 1024;

const DECLARED = /^\s*<\?xml[^>]*?\sencoding\s*=\s*["']([\w.:-]+)["']/;

/** The encodings that feeds come in, by the name that they declare. */
const ENCODINGS: Record<string, string> = {
  'utf-8': 'utf-8',
  utf8: 'utf-8',
  ascii: 'utf-8',
  'us-ascii': 'utf-8',
  // Bytes in single file cannot be UTF-16, whatever the declaration says: .NET writes it on what it then saves as UTF-8.
  'utf-16': 'utf-8',
  // As browsers do: the control characters of ISO-8859-1 are never meant, the quotes and dashes of windows-1252 are.
  'iso-8859-1': 'windows-1252',
  latin1: 'windows-1252',
  'windows-1252': 'windows-1252',
  cp1252: 'windows-1252',
  'iso-8859-15': 'iso-8859-15',
};

/**
 * The encoding of a file by its first bytes: the byte order mark, else the width of `<`, else the XML declaration, else UTF-8.
 *
 * @throws FeedFault when it declares one that is not read
 */
export function encodingOf(head: Buffer): string {
  const [first, second, third] = head;
  if (first === 0xef && second === 0xbb && third === 0xbf) return 'utf-8';
  if ((first === 0xff && second === 0xfe) || (first === 0x3c && second === 0)) return 'utf-16le';
  if ((first === 0xfe && second === 0xff) || (first === 0 && second === 0x3c)) return 'utf-16be';
  const declared = DECLARED.exec(head.toString('latin1'))?.[1]?.toLowerCase() ?? 'utf-8';
  const encoding = ENCODINGS[declared];
  if (!encoding) throw new FeedFault(`is in the encoding "${declared}", which is not read`);
  return encoding;
}
