import { cursorOf, type LogOffset } from '@app/cache';
import type { Entry } from '../change-entries.service.js';

/**
 * The last change of a resource on a page, with the kinds of all its changes there. The changes of one transaction are
 * logged by importance, so the first of the last transaction is the kind.
 */
interface CompactedEntry extends Entry {
  readonly kinds: readonly string[];
}

/** Merges the changes of each resource into its last change. */
export function compactEntries(entries: readonly Entry[]): CompactedEntry[] {
  const byResource = new Map<string, CompactedEntry>();
  for (const entry of entries) {
    const key = `${entry.resource} ${entry.resourceId}`;
    const before = byResource.get(key);
    const kinds = before?.kinds ?? [];
    const kind = before?.xid === entry.xid && !entry.isGone ? before.kind : entry.kind;
    // Deleted first, because a Map keeps the position of an existing key.
    byResource.delete(key);
    byResource.set(key, { ...entry, kind, kinds: [...kinds.filter((one) => one !== entry.kind), entry.kind] });
  }
  return [...byResource.values()];
}

/** A change as JSON text, with its cursor. */
export interface PresentedChange {
  readonly cursor: string;
  readonly text: string;
}

/**
 * Presents a change.
 * @param document the resource as a line of its export; null: it no longer exists, undefined: not requested
 */
export function presentChange(
  { log, wal }: LogOffset,
  entry: CompactedEntry,
  document: string | null | undefined,
): PresentedChange {
  const { xid, id, listing, at, resource, resourceId, uid, websiteId, kind, kinds, isGone } = entry;
  const cursor = cursorOf({ log, wal, xid, id, listing });
  const text = JSON.stringify({
    cursor,
    at: at.toISOString(),
    resource,
    id: resourceId,
    _id: uid,
    websiteID: websiteId,
    kind,
    ...(kinds.length > 1 && { kinds }),
    ...((isGone || document === null) && { deleted: true }),
  });
  const isShown = typeof document === 'string' && !isGone;
  return { cursor, text: isShown ? `${text.slice(0, -1)},"document":${document}}` : text };
}
