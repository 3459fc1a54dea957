import { entryOf } from './feed-entries.js';

export const MB = 1_048_576;
export const [OPEN = '', CLOSE = ''] = entryOf('|').split('|');

/** The parts of a huge entry: its beginning, a part that is repeated, and its end. */
export const HUGE = [
  ['text', '<description>', 'lorem ipsum '.repeat(5000), '</description>'],
  ['a text of entities', '<description>', '&amp;&#33;&nbsp; '.repeat(3750), '</description>'],
  ['a CDATA section', '<description><![CDATA[', 'lorem <p>sum '.repeat(5000), ']]></description>'],
  ['many CDATA sections', '<description>', '<![CDATA[lorem]]> ipsum'.repeat(2600), '</description>'],
  ['an attribute', '<externalLink href="', 'https://x.example/'.repeat(3333), '"/>'],
  ['a comment', '<!--', 'lorem & <ipsum> - '.repeat(3500), '-->'],
  ['an instruction', '<?php ', 'lorem & <ipsum> ? '.repeat(3500), '?>'],
  ['what is private', '<vendorDetails><name>', 'lorem ipsum '.repeat(5000), '</name></vendorDetails>'],
  ['elements', '<features>', '<study>yes</study>'.repeat(3333), '</features>'],
  ['elements side by side', '', '<foo bar="1">lorem</foo>'.repeat(2500), ''],
  ['images', '<images>', '<img id="a" url="https://x.example/a"/>'.repeat(1600), '</images>'],
] as const;

/** A list whose second entry is huge. It is generated while it is read. */
export async function* around(begin: string, part: string, times: number, end: string): AsyncGenerator<Uint8Array> {
  yield Buffer.from(`<propertyList>${entryOf('')}${begin}`);
  const bytes = Buffer.from(part);
  for (let at = 0; at < times; at += 1) yield bytes;
  yield Buffer.from(`${end}${entryOf('', 'land')}</propertyList>`);
}

/** A list whose second entry contains a number of bytes. */
export const hugeEntry = (size: number, begin: string, part: string, end: string): AsyncGenerator<Uint8Array> =>
  around(OPEN + begin, part, Math.ceil(size / part.length), end + CLOSE);
