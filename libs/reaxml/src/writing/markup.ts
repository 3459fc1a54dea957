import type { ListingLine } from '@app/listings';
import { toLocalTime } from '@app/suburbs';
import { MAIN } from '../items/listing-lists.js';
import { FORBIDDEN } from '../xml/xml-characters.js';
import type { FeedAgent } from '../mapping/listing-patch.js';
import { DTDS, keyOf, type Names, type Revision } from './revisions.js';

/** Attributes of an element; undefined ones are left out. */
export type Attributes = Readonly<Record<string, string | number | undefined>>;

/** An element to write. */
export interface Markup {
  readonly name: string;
  readonly attributes: Attributes;
  readonly text: string;
  readonly children: readonly (Markup | undefined)[];
}

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
  /^\w*$/.test(text) ? text : text.replace(FORBIDDEN, '').replace(/[&<>\r]/g, (found) => ESCAPES[found] ?? '');

const escapeAttribute = (text: string): string =>
  /^\w*$/.test(text) ? text : text.replace(FORBIDDEN, '').replace(/[&<>"\r\n\t]/g, (found) => ESCAPES[found] ?? '');

/** An element with child elements, and with text if it is given. */
export const around = (
  name: string,
  children: Markup['children'],
  attributes: Attributes = {},
  text: string | number = '',
): Markup => ({ name, attributes, text: String(text), children });

/** An element with text content; none without a text. */
export const leaf = (name: string, text: string | number | undefined, attributes?: Attributes): Markup | undefined =>
  text === undefined ? undefined : around(name, [], attributes, text);

/** An element without content; none without attributes. */
export const empty = (name: string, attributes: Attributes): Markup | undefined =>
  Object.values(attributes).every((value) => value === undefined) ? undefined : around(name, [], attributes);

/** Attributes that are left out alone if the revision does not have them, or their value. */
const OPTIONAL = new Set(['listingAgent@displayAgentProfile', 'price@plusSAV', 'telephone@type']);

/**
 * Writes an element as a revision has it: children in their order, names and values in their spelling, and without all
 * that the revision does not have. Empty if this leaves out the element itself.
 */
export function render(markup: Markup, revision: Revision, name = markup.name): string {
  const { attributes, text, children } = markup;
  let tag = name;
  for (const attribute in attributes) {
    const given = attributes[attribute];
    if (given === undefined) continue;
    const values = DTDS[revision].get(`${name}@${attribute}`);
    const value = values ? values.get(keyOf(given))?.name : String(given);
    if (value !== undefined) tag += ` ${attribute}="${escapeAttribute(value)}"`;
    else if (!OPTIONAL.has(`${name}@${attribute}`)) return '';
  }
  const content = escapeText(text) + renderChildren(children, DTDS[revision].get(name), revision);
  return content === '' ? `<${tag}/>` : `<${tag}>${content}</${name}>`;
}

function renderChildren(children: Markup['children'], known: Names | undefined, revision: Revision): string {
  if (!known) return children.map((child) => (child ? render(child, revision) : '')).join('');
  const byKey = new Map<string, Markup[]>();
  for (const child of children) {
    const key = child?.name.toLowerCase() ?? '';
    if (child && !byKey.get(key)?.push(child)) byKey.set(key, [child]);
  }
  let content = '';
  for (const [key, { name, isRepeated }] of known) {
    const same = byKey.get(key);
    if (!same) continue;
    const written = withKnownIds(same, DTDS[revision].get(`${name}@id`)).map((child) => render(child, revision, name));
    content += isRepeated ? written.join('') : (written.find((one) => one !== '') ?? '');
  }
  return content;
}

/** If the format lacks one of the ids, all get the next ones that it has, except for the main image. */
function withKnownIds(list: readonly Markup[], known: Names | undefined): readonly Markup[] {
  if (!known) return list;
  const ids = list.map(({ attributes }) => known.get(keyOf(attributes['id'] ?? ''))?.name);
  if (new Set(ids).size === ids.length && !ids.includes(undefined)) return list;
  const fresh = [...known.keys()].filter((id) => id !== MAIN);
  const fit = ids.map((id) => (id === MAIN ? id : (fresh.shift() ?? '')));
  return list.map((one, at) => ({ ...one, attributes: { ...one.attributes, id: fit[at] } }));
}

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

export const yesNo = (value: boolean | undefined): string | undefined =>
  value ? 'yes' : value === false ? 'no' : value;

/** Formats an instant as a REAXML date in local time, `2009-01-01-12:30:00`. */
export const dateText = <T extends string | undefined>(instant: T, timeZone: string): string | Exclude<T, string> =>
  instant && toLocalTime(instant, timeZone).replace('T', '-');
