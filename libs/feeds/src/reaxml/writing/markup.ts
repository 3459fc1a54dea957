import { FORBIDDEN } from '../xml/xml-characters.js';

/** Attributes of an element; undefined ones are left out. */
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

/** Escapes text content; line breaks stay readable. */
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

/** An element with text content. */
export const leaf = (name: string, text: string | number, attributes: Attributes = {}): string =>
  `<${tag(name, attributes)}>${escapeText(String(text))}</${name}>`;

/** An element without content. */
export const empty = (name: string, attributes: Attributes): string => `<${tag(name, attributes)}/>`;

/** An element with child elements, given as markup. */
export const around = (name: string, children: readonly string[], attributes: Attributes = {}): string =>
  `<${tag(name, attributes)}>${children.join('')}</${name}>`;

/** An element with text and child elements, the latter given as markup. */
export const leafAround = (
  name: string,
  text: string | number,
  children: string,
  attributes: Attributes = {},
): string => around(name, [escapeText(String(text)), children], attributes);
