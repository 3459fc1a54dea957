import { fieldsOf, type Class, type FieldDeclaration } from '@app/schema';
import { ListingLine } from '@app/listings';
import type { FeedElement } from '../feed.types.js';
import { said, type Reading } from '../values/numbers.js';
import type { Draft } from './draft.js';
import { attributeOf, childrenOf } from './element.js';

/** The `extraFields@table` of our own exports: each `eField@name` is the path of a field of the listing. */
export const OWN_TABLE = 'listing';

/** What a path of a listing may be said of it: not whose it is, what it is known by, and what the store makes. */
const NOT_SAID = new Set(
  `id _id propertyID websiteID uniqueID agentID listingType status agents modtime createdAt updatedAt website slug link
  address._id`.split(/\s+/),
);

/** Every field of a listing that an export may say, by its path; objects stand before their parts. */
export const OWN_FIELDS: ReadonlyMap<string, FieldDeclaration> = new Map(pathsOf(ListingLine));

function pathsOf(type: Class, above = ''): (readonly [string, FieldDeclaration])[] {
  return fieldsOf(type).flatMap((field) => {
    const path = `${above}${field.name}`;
    if (NOT_SAID.has(path)) return [];
    const parts = field.of && !field.many ? pathsOf(field.of(), `${path}.`) : [];
    return [[path, field] as const, ...parts];
  });
}

/** The text of a field's value, and the value of a text: JSON, but for a text that XML holds as it is. */
export const ownText = (value: unknown): string =>
  typeof value === 'string' && isPlain(value) ? value : JSON.stringify(value);

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
    return { problem: `${said(text)} is no JSON` };
  }
}

/** What our own export says in `extraFields`: what the elements of the format have no room for. */
export function readOwnFields(element: FeedElement, draft: Draft): void {
  for (const child of childrenOf(element, 'eField')) {
    const path = attributeOf(child, 'name') ?? '';
    const field = OWN_FIELDS.get(path);
    const value = field && draft.accept(readOwn(child.text, field), child);
    if (!field) draft.note(child, `${said(path)} is no field of a listing`);
    if (value === undefined) continue;
    draft.put(path, value, child);
    if (path === 'inspectionTimes') delete draft.times.inspections;
  }
}
