import { characterOf, HTML_ENTITIES } from '../xml/xml-characters.js';

const XML_ENTITIES: ReadonlyMap<string, string> = new Map(
  Object.entries({ amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }),
);
const ENTITY = /&(?:#(\d{1,7})|#x([\da-f]{1,6})|([a-z][a-z\d]{1,15}));/gi;
// No pattern reads a character twice: a text may be a megabyte of spaces or of tags without an end.
const UNSEEN = /<(script|style)\b[^<>]*>(?:(?!<\/?\1\b)[^])*<\/\1\s*>|<!--(?:(?!<!--|-->)[^])*-->/gi;
const LIST_ITEM = /(?<!\s)\s*<li\b[^<>]*>\s*/gi;
const LINE_END = /(?<![ \t])[ \t]*<(?:br\b[^<>]*|\/(?:div|h[1-6]|tr|ul|ol))>[ \t]*\n?/gi;
const PARAGRAPH_END = /(?<![ \t])[ \t]*<\/p\s*>\s*/gi;
/** Only the names of HTML: `<3 bedrooms>` is text. */
const TAG =
  /<\/?(?:a|abbr|b|big|blockquote|body|center|code|div|em|font|h[1-6]|head|hr|html|i|img|li|meta|o:p|ol|p|pre|s|small|span|strike|strong|sub|sup|table|tbody|td|th|thead|tr|u|ul)\b(?:\s[^<>]*)?\/?>/gi;

/** Senders escape texts up to this often. */
const MOST_ROUNDS = 3;

/** A text without the markup of HTML: line breaks are kept, entities decoded, also those that are escaped twice. */
export function plainText(text: string): string {
  let plain = text.replace(/\r\n?/g, '\n');
  for (let round = 0; round < MOST_ROUNDS && /[<&]/.test(plain); round += 1) {
    const before = plain;
    plain = decoded(withoutTags(plain));
    if (plain === before) break;
  }
  return plain === text
    ? text
    : plain
        .replace(/\u00A0/g, ' ')
        .replace(/\n{3,}/g, '\n\n')
        .trim();
}

const withoutTags = (text: string): string =>
  text
    .replace(UNSEEN, '')
    .replace(LIST_ITEM, '\n- ')
    .replace(LINE_END, '\n')
    .replace(PARAGRAPH_END, '\n\n')
    .replace(TAG, '');

const decoded = (text: string): string =>
  text.replace(ENTITY, (whole, decimal?: string, hex?: string, name = '') => {
    if (decimal ?? hex) return characterOf(decimal ? Number(decimal) : parseInt(hex ?? '', 16)) ?? whole;
    return XML_ENTITIES.get(String(name).toLowerCase()) ?? HTML_ENTITIES.get(String(name)) ?? whole;
  });
