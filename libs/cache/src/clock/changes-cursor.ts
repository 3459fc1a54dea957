import type { SafeHorizon } from './safe-horizon.js';

/** The version of the cursor format. */
const VERSION = 1;

/** An offset in a change log: all changes up to it were read. */
export interface LogOffset {
  readonly log: string;
  readonly xid: number;
  /** The last change of the transaction that was read; `ALL`: every one. */
  readonly id: number;
  /** The last listing that was read, of those that the change shows or hides on a website. */
  readonly listing: number;
}

/** The offset after all changes of a transaction, or all listings of a change. */
export const ALL = Number.MAX_SAFE_INTEGER;

/** The offset after the safe horizon. */
export const offsetAfter = ({ log, xid }: SafeHorizon): LogOffset => ({ log, xid, id: ALL, listing: ALL });

/** The cursor of an offset. Trailing `ALL` numbers are left out. */
export function cursorOf({ log, xid, id, listing }: LogOffset): string {
  const parts = [VERSION, log, xid, ...(id === ALL ? [] : [id, ...(listing === ALL ? [] : [listing])])];
  return Buffer.from(JSON.stringify(parts)).toString('base64url');
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
