import type { FeedElement } from '../feed.types.js';
import type { Draft } from './draft.js';

/** Reads the elements of one name that an entry has; the name as the format spells it. */
export type ElementReader = (found: readonly FeedElement[], draft: Draft, name: string) => void;

/** An attribute, trimmed; undefined when it is not there. */
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

/** The text of a child on one line; undefined when it is not there. */
export const textOfChild = (element: FeedElement, name: string): string | undefined => {
  const child = childOf(element, name);
  return child && oneLine(child.text);
};

/** A text without line breaks and what pretty printing does around them. */
export const oneLine = (text: string): string => text.replace(/\s*[\r\n]+\s*/g, ' ');

/** Readers by the lower case of their names. */
export type ReadersByKey = ReadonlyMap<string, (found: readonly FeedElement[], draft: Draft) => void>;

/** Hands each of some elements to the reader of its name, those of one name together; the others are noted. */
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

/** A table of readers by name, for whatever case the names have in a feed. */
export const readersByKey = (table: Record<string, ElementReader>): ReadersByKey =>
  new Map(
    Object.entries(table).map(([name, reader]) => [name.toLowerCase(), (found, draft) => reader(found, draft, name)]),
  );
