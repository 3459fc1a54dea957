import type { FeedElement } from '../feed.types.js';
import type { Draft } from './draft.js';

/** Reads all elements of one name in an entry. */
export type ElementReader = (found: readonly FeedElement[], draft: Draft) => void;

/** An attribute, trimmed; undefined when it does not exist. */
export function attributeOf({ attributes }: FeedElement, name: string): string | undefined {
  const exact = attributes[name];
  if (exact !== undefined) return exact.trim();
  const wanted = name.toLowerCase();
  for (const written in attributes) if (written.toLowerCase() === wanted) return attributes[written]?.trim();
  return undefined;
}

/** The children of one name. */
export function childrenOf({ children }: FeedElement, name: string): FeedElement[] {
  const key = name.toLowerCase();
  return children.filter((child) => child.key === key);
}

/** The first child of one name. */
export function childOf({ children }: FeedElement, name: string): FeedElement | undefined {
  const key = name.toLowerCase();
  return children.find((child) => child.key === key);
}

/** The text of a child on one line; undefined when there is no such child. */
export const textOfChild = (element: FeedElement, name: string): string | undefined => {
  const child = childOf(element, name);
  return child && oneLine(child.text);
};

/** The text without line breaks and the white space around them. */
export const oneLine = (text: string): string =>
  /[\r\n]/.test(text) ? text.replace(/\s+/g, (space) => (/[\r\n]/.test(space) ? ' ' : space)) : text;

/** Readers by element name in lower case. */
export type ReadersByKey = ReadonlyMap<string, ElementReader>;

/** Calls the reader of each element name with all elements of that name; elements without a reader are noted. */
export function readChildren(children: readonly FeedElement[], readers: ReadersByKey, draft: Draft): void {
  const byKey = new Map<string, FeedElement[]>();
  for (const child of children) {
    const same = byKey.get(child.key);
    if (same) same.push(child);
    else byKey.set(child.key, [child]);
  }
  for (const [key, found] of byKey) {
    const reader = readers.get(key);
    if (reader) reader(found, draft);
    else if (found[0]) draft.note(found[0], 'is not known');
  }
}

/** A table of readers with keys in lower case, because feeds differ in case. */
export const readersByKey = (table: Record<string, ElementReader>): ReadersByKey =>
  new Map(Object.entries(table).map(([name, reader]) => [name.toLowerCase(), reader]));
