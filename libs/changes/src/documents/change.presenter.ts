import { cursorOf, type LogOffset } from '@app/cache';
import type { Entry } from '../change-entries.service.js';

/** The last change of a thing on a page, and what has happened to it there. */
interface Folded extends Entry {
  readonly kinds: readonly string[];
}

/** Several changes of one thing are one: the last. */
export function fold(entries: readonly Entry[]): Folded[] {
  const things = new Map<string, Folded>();
  for (const entry of entries) {
    const thing = `${entry.resource} ${entry.thing}`;
    const kinds = things.get(thing)?.kinds ?? [];
    // Deleted first: a Map keeps the place of a key that it has.
    things.delete(thing);
    things.set(thing, { ...entry, kinds: [...kinds.filter((kind) => kind !== entry.kind), entry.kind] });
  }
  return [...things.values()];
}

/** A change as JSON text, with its cursor. */
export interface PresentedChange {
  readonly cursor: string;
  readonly text: string;
}

/**
 * Presents a change.
 *
 * @param document the single read; null: there is none any more, undefined: it was not asked for
 */
export function presentChange(
  { log, wal }: LogOffset,
  entry: Folded,
  document: string | null | undefined,
): PresentedChange {
  const { xid, id, listing, at, resource, thing, uid, websiteId, kind, kinds, isGone } = entry;
  const cursor = cursorOf({ log, wal, xid, id, listing });
  const text = JSON.stringify({
    cursor,
    at: at.toISOString(),
    resource,
    id: thing,
    _id: uid,
    websiteID: websiteId,
    kind,
    ...(kinds.length > 1 && { kinds }),
    ...((isGone || document === null) && { deleted: true }),
  });
  const isShown = typeof document === 'string' && !isGone;
  return { cursor, text: isShown ? `${text.slice(0, -1)},"document":${document}}` : text };
}
