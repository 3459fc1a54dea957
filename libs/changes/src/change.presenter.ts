import { ALL, cursorOf } from '@app/snapshot-cache';
import type { Change } from './changes.repository.js';

/** A change, and what happened to the same thing before it. */
export interface Folded {
  readonly change: Change;
  readonly kinds: readonly string[];
  readonly isGone: boolean;
}

/** What was dropped from a page: the earlier changes of a thing that it names again. */
export function fold(changes: readonly Change[], isGone: (change: Change) => boolean): Folded[] {
  const things = new Map<string, Folded>();
  for (const change of changes) {
    const thing = `${change.resource} ${change.resourceId}`;
    const kinds = things.get(thing)?.kinds ?? [];
    // Deleted first: a Map keeps the place of a key that it has.
    things.delete(thing);
    things.set(thing, {
      change,
      kinds: [...kinds.filter((kind) => kind !== change.kind), change.kind],
      isGone: isGone(change),
    });
  }
  return [...things.values()];
}

/** An item of the feed as JSON text. */
export function presentChange(log: string, { change, kinds, isGone }: Folded): string {
  const { xid, id, at, resource, resourceId, uid, websiteId, kind } = change;
  return JSON.stringify({
    cursor: cursorOf({ log, xid, id, listing: ALL }),
    at: at.toISOString(),
    resource,
    id: resourceId,
    _id: uid,
    websiteID: websiteId,
    kind,
    ...(kinds.length > 1 && { kinds }),
    ...(isGone && { deleted: true }),
  });
}
