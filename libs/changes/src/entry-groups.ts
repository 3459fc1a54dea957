import type { LogOffset } from '@app/cache';
import type { Entry } from './change-entries.service.js';
import type { EntryBatch } from './changes.service.js';

/** The entries of one resource in one transaction: one to four. */
export type EntryGroup = readonly [Entry, ...Entry[]];

/** Groups consecutive entries of one resource in one transaction. */
export function groupEntries(entries: readonly Entry[]): EntryGroup[] {
  const groups: [Entry, ...Entry[]][] = [];
  for (const entry of entries) {
    const last = groups.at(-1);
    if (last && isSame(last[0], entry)) last.push(entry);
    else groups.push([entry]);
  }
  return groups;
}

const isSame = (one: Entry, other: Entry): boolean =>
  one.xid === other.xid &&
  one.resource === other.resource &&
  one.resourceId === other.resourceId &&
  one.listing === other.listing;

/**
 * The complete groups of a batch, and the offset after them; the next batch may contain further entries of the last
 * group.
 */
export function wholeGroups({ entries, place, hasNext }: EntryBatch): { groups: EntryGroup[]; place: LogOffset } {
  const groups = groupEntries(entries);
  if (!hasNext || groups.length <= 1) return { groups, place };
  groups.pop();
  const { xid, id, listing } = groups.at(-1)!.at(-1)!; // there is a group before the removed one
  return { groups, place: { ...place, xid, id, listing } };
}
