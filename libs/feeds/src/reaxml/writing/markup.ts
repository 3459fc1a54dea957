import { FORBIDDEN } from '../xml/xml-characters.js';
import type { ListingLine } from '@app/listings';
import { toLocalTime } from '@app/suburbs';
import type { FeedAgent } from '../mapping/listing-patch.js';

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

/** An agent of a listing to export; without an order, its place in the list. */
export interface OutgoingAgent extends FeedAgent {
  readonly order?: number;
}

/** A listing to export: its line, its agents by name, and the time zone of its suburb. */
export interface OutgoingListing {
  readonly line: ListingLine;
  readonly agents: readonly OutgoingAgent[];
  readonly timeZone: string;
}

export const yesNo = (value: boolean): string => (value ? 'yes' : 'no');

/** Formats an instant as a REAXML date in local time, `2009-01-01-12:30:00`. */
export const dateText = (instant: string, timeZone: string): string => toLocalTime(instant, timeZone).replace('T', '-');
