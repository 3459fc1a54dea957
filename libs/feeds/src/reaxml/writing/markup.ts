import { FORBIDDEN } from '../xml/xml-characters.js';

/** The attributes of an element; those that are undefined are left out. */
export type Attributes = Readonly<Record<string, string | number | undefined>>;

const ESCAPES: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  '\r': '&#13;',
  '\n': '&#10;',
  '\t': '&#9;',
};

/** A text as content; line breaks stay readable. */
export const escapeText = (text: string): string =>
  text.replace(FORBIDDEN, '').replace(/[&<>\r]/g, (character) => ESCAPES[character] ?? '');

const escapeAttribute = (text: string): string =>
  text.replace(FORBIDDEN, '').replace(/[&<>"\r\n\t]/g, (character) => ESCAPES[character] ?? '');

const tag = (name: string, attributes: Attributes): string =>
  Object.entries(attributes).reduce(
    (open, [attribute, value]) =>
      value === undefined ? open : `${open} ${attribute}="${escapeAttribute(String(value))}"`,
    name,
  );

/** An element with a text. */
export const leaf = (name: string, text: string | number, attributes: Attributes = {}): string =>
  `<${tag(name, attributes)}>${escapeText(String(text))}</${name}>`;

/** An element without content. */
export const empty = (name: string, attributes: Attributes): string => `<${tag(name, attributes)}/>`;

/** An element around others, which are markup already. */
export const around = (name: string, children: readonly string[], attributes: Attributes = {}): string =>
  `<${tag(name, attributes)}>${children.join('')}</${name}>`;

/** An element with a text, and with others, which are markup already. */
export const leafAround = (
  name: string,
  text: string | number,
  children: string,
  attributes: Attributes = {},
): string => around(name, [escapeText(String(text)), children], attributes);
