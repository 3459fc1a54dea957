import type { SafeHorizon } from './safe-horizon.js';

/** The version of the cursor format. */
const VERSION = 1;

/** An offset in a change log: all changes up to it were read. */
export interface LogOffset {
  readonly log: string;
  /** A place in the write-ahead log, in bytes, behind all that was read. */
  readonly wal?: number | undefined;
  readonly xid: number;
  /** The last change of the transaction that was read; `ALL`: every one. */
  readonly id: number;
  /** The last listing that was read, of those that the change shows or hides on a website. */
  readonly listing: number;
}

/** The offset after all changes of a transaction, or all listings of a change. */
export const ALL = Number.MAX_SAFE_INTEGER;

/** The offset after the safe horizon. */
export const offsetAfter = ({ log, xid, wal }: SafeHorizon): LogOffset => ({ log, wal, xid, id: ALL, listing: ALL });

/**
 * The cursor of an offset. Trailing `ALL` numbers are left out. The place in the write-ahead log follows a `=`, where a
 * reader of base64 stops: release 0.9.0, which may run beside this one, does not see it.
 */
export function cursorOf({ log, wal, xid, id, listing }: LogOffset): string {
  const parts = [VERSION, log, xid, ...(id === ALL ? [] : [id, ...(listing === ALL ? [] : [listing])])];
  const text = Buffer.from(JSON.stringify(parts)).toString('base64url');
  return wal === undefined ? text : `${text}=${wal.toString(36)}`;
}

let latest: { readonly end: SafeHorizon; readonly cursor: string } | undefined;

/** The cursor after the safe horizon: the changes after a response follow it (B9). */
export function cursorAfter(end: SafeHorizon): string {
  // Every list sends the same cursor until the horizon moves.
  if (latest?.end !== end) latest = { end, cursor: cursorOf(offsetAfter(end)) };
  return latest.cursor;
}

/** The offset of a cursor; undefined if the cursor is invalid. */
export function offsetOf(cursor: string): LogOffset | undefined {
  const [text = '', place, ...rest] = cursor.split('=');
  const [version, log, xid, id = ALL, listing = ALL, ...others] = partsOf(text);
  if (version !== VERSION || typeof log !== 'string' || others.length + rest.length > 0) return undefined;
  const wal = place === undefined ? undefined : /^[\da-z]{1,11}$/.test(place) ? parseInt(place, 36) : NaN;
  if (wal !== undefined && !isNumber(wal)) return undefined;
  return isNumber(xid) && isNumber(id) && isNumber(listing) ? { log, wal, xid, id, listing } : undefined;
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
