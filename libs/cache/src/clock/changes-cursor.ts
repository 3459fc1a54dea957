import type { RecordedUpTo } from './log-end.js';

/** Of the form of a cursor. */
const VERSION = 1;

/** A place in a log of changes: everything up to it was read. */
export interface LogPlace {
  readonly log: string;
  readonly xid: number;
  /** The last change of the transaction that was read; `ALL` of them. */
  readonly id: number;
  /** Of the listings that the change shows or hides on a website: the last one that was read. */
  readonly listing: number;
}

/** Behind every change of a transaction, and every listing of a change. */
export const ALL = Number.MAX_SAFE_INTEGER;

/** The place behind everything that is recorded. */
export const placeAfter = ({ log, xid }: RecordedUpTo): LogPlace => ({ log, xid, id: ALL, listing: ALL });

/** The text of a place, as clients send it back. Numbers at the end that are `ALL` are left out. */
export function cursorOf({ log, xid, id, listing }: LogPlace): string {
  const parts = [VERSION, log, xid, ...(id === ALL ? [] : [id, ...(listing === ALL ? [] : [listing])])];
  return Buffer.from(JSON.stringify(parts)).toString('base64url');
}

let latest: { readonly end: RecordedUpTo; readonly cursor: string } | undefined;

/** The cursor behind everything that is recorded: of an answer, what happened since is after it (B9). */
export function cursorAfter(end: RecordedUpTo): string {
  // Every list has it, and it is the same until something is recorded.
  if (latest?.end !== end) latest = { end, cursor: cursorOf(placeAfter(end)) };
  return latest.cursor;
}

/** The place of a cursor; undefined: no cursor of this service. */
export function placeOf(cursor: string): LogPlace | undefined {
  const [version, log, xid, id = ALL, listing = ALL, ...others] = partsOf(cursor);
  if (version !== VERSION || typeof log !== 'string' || others.length > 0) return undefined;
  return isNumber(xid) && isNumber(id) && isNumber(listing) ? { log, xid, id, listing } : undefined;
}

const isNumber = (part: unknown): part is number => Number.isSafeInteger(part) && Number(part) >= 0;

function partsOf(cursor: string): unknown[] {
  try {
    const parts: unknown = JSON.parse(Buffer.from(cursor, 'base64url').toString());
    return Array.isArray(parts) ? parts : [];
  } catch {
    return [];
  }
}
