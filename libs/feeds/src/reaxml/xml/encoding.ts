import { FeedFault } from '../feed-fault.js';

/** Number of bytes that are examined to find the encoding. */
export const HEAD_BYTES = 1024;

const DECLARED = /^\s*<\?xml[^>]*?\sencoding\s*=\s*["']([\w.:-]+)["']/;

/** Supported encodings, by the declared name. A map: an object would know `constructor` as well. */
const ENCODINGS: ReadonlyMap<string, string> = new Map(
  Object.entries({
    'utf-8': 'utf-8',
    utf8: 'utf-8',
    ascii: 'utf-8',
    'us-ascii': 'utf-8',
    // A file whose declaration is read byte by byte cannot be UTF-16: .NET declares UTF-16 in files that it then saves as
    // UTF-8.
    'utf-16': 'utf-8',
    // As browsers do: feeds mean the quotes and dashes of windows-1252, never the control characters of ISO-8859-1.
    'iso-8859-1': 'windows-1252',
    latin1: 'windows-1252',
    'windows-1252': 'windows-1252',
    cp1252: 'windows-1252',
    'iso-8859-15': 'iso-8859-15',
  }),
);

/**
 * The encoding of a file: by its byte order mark, else by the width of `<`, else by the XML declaration, else UTF-8.
 *
 * @throws FeedFault when the declared encoding is not supported
 */
export function encodingOf(head: Buffer): string {
  const [first, second, third] = head;
  if (first === 0xef && second === 0xbb && third === 0xbf) return 'utf-8';
  if ((first === 0xff && second === 0xfe) || (first === 0x3c && second === 0)) return 'utf-16le';
  if ((first === 0xfe && second === 0xff) || (first === 0 && second === 0x3c)) return 'utf-16be';
  const declared = DECLARED.exec(head.toString('latin1'))?.[1]?.toLowerCase() ?? 'utf-8';
  const encoding = ENCODINGS.get(declared);
  if (!encoding) throw new FeedFault(`is in the encoding "${declared}", which is not read`);
  return encoding;
}
