import { derived, fieldsOf, type Class, type FieldDeclaration } from '@app/schema';
import { ListingLine } from '@app/listings';
import type { FeedElement } from '../feed.types.js';
import { quoted, type Reading } from '../values/numbers.js';
import { SUSPECT } from '../xml/xml-characters.js';
import type { Draft } from './draft.js';
import { attributeOf, childrenOf } from './element.js';

/** Value of `extraFields@table` in our own exports, where each `eField@name` is the path of a listing field. */
export const OWN_TABLE = 'listing';

/** Paths that an export must not set: owner, ids, and dates that the database makes; nor what is derived. */
const NOT_EXPORTED = new Set(
  'id _id propertyID websiteID uniqueID agentID listingType status agents modtime createdAt updatedAt address._id'.split(
    ' ',
  ),
);

/** Every listing field that an export may set, by path; an object comes before its parts. */
export const OWN_FIELDS: ReadonlyMap<string, FieldDeclaration> = new Map(pathsOf(ListingLine));

function pathsOf(type: Class, above = ''): (readonly [string, FieldDeclaration])[] {
  return fieldsOf(type).flatMap((field) => {
    const path = `${above}${field.name}`;
    if (NOT_EXPORTED.has(path) || field.kind === derived) return [];
    const parts = field.of && !field.many ? pathsOf(field.of(), `${path}.`) : [];
    return [[path, field] as const, ...parts];
  });
}

/** Converts a field's value to text and back: JSON, except that plain text is written as it is. */
export const ownText = (value: unknown): string =>
  typeof value === 'string' && isPlain(value) ? value : JSON.stringify(value).replace(SUSPECT, escaped);

/** What JSON may hold as it is, and XML may not. */
const escaped = (character: string): string => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;

const isPlain = (text: string): boolean =>
  text !== '' &&
  text === text.trim() &&
  !text.startsWith('"') &&
  text !== 'null' &&
  !/[\p{Control}\uFFFD-\uFFFF]/u.test(text);

function readOwn(text: string, field: FieldDeclaration): Reading<unknown> {
  if (field.kind?.schema.type === 'string' && !text.startsWith('"') && text !== 'null') return { value: text };
  try {
    return { value: JSON.parse(text) as unknown };
  } catch {
    return { problem: `${quoted(text)} is not JSON` };
  }
}

/** Reads the `extraFields` of our own exports: the fields that have no element in the format. */
export function readOwnFields(element: FeedElement, draft: Draft): void {
  for (const child of childrenOf(element, 'eField')) {
    const path = attributeOf(child, 'name') ?? '';
    const field = OWN_FIELDS.get(path);
    const value = field && draft.accept(readOwn(child.text, field), child);
    if (!field) draft.note(child, `${quoted(path)} is not a field of a listing`);
    if (value === undefined) continue;
    draft.put(path, value, child);
    if (path === 'inspectionTimes') delete draft.times.inspections;
  }
}
