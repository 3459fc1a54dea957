import type { SafeHorizon } from './safe-horizon.js';

/** Versions of the cursor format. Cursors contain a position in the write-ahead log if there are standbys. */
const PLAIN = 1;
const WITH_WAL = 2;
/** The identifier of a log. */
const LOG = /^[\da-f]{12}$/;

/** An offset in a change log: all changes up to it have been read. */
export interface LogOffset {
  readonly log: string;
  /** A position in the write-ahead log, in bytes, after everything that was read; undefined without standbys. */
  readonly wal?: number | undefined;
  readonly xid: number;
  /** The last change read of the transaction; `ALL`: every change. */
  readonly id: number;
  /** The last listing read, for a change that shows or hides listings of a website; `ALL`: every listing. */
  readonly listing: number;
}

/** The offset after all changes of a transaction, or all listings of a change. */
export const ALL = Number.MAX_SAFE_INTEGER;

/** The offset after the safe horizon. */
export const offsetAfter = ({ log, xid, wal }: SafeHorizon): LogOffset => ({ log, wal, xid, id: ALL, listing: ALL });

/** The cursor of an offset. Trailing `ALL` numbers are omitted. */
export function cursorOf({ log, wal, xid, id, listing }: LogOffset): string {
  const head = wal === undefined ? [PLAIN, log, xid] : [WITH_WAL, log, xid, wal];
  const parts = [...head, ...(id === ALL ? [] : [id, ...(listing === ALL ? [] : [listing])])];
  return Buffer.from(JSON.stringify(parts)).toString('base64url');
}

let latest: { readonly end: SafeHorizon; readonly cursor: string } | undefined;

/** The cursor after the safe horizon: the changes after a response follow it (B9). */
export function cursorAfter(end: SafeHorizon): string {
  // All lists send the same cursor until the horizon moves.
  if (latest?.end !== end) latest = { end, cursor: cursorOf(offsetAfter(end)) };
  return latest.cursor;
}

/** The offset of a cursor; undefined if the cursor is invalid. */
export function offsetOf(cursor: string): LogOffset | undefined {
  const [version, log, xid, ...others] = cursorParts(cursor);
  if ((version !== PLAIN && version !== WITH_WAL) || typeof log !== 'string' || !LOG.test(log)) return undefined;
  const wal = version === WITH_WAL ? others.shift() : undefined;
  const [id = ALL, listing = ALL, ...rest] = others;
  if (rest.length > 0 || (version === WITH_WAL && !isNumber(wal))) return undefined;
  // All parts are numbers.
  return [xid, id, listing].every(isNumber) ? ({ log, wal, xid, id, listing } as LogOffset) : undefined;
}

const isNumber = (part: unknown): part is number => Number.isSafeInteger(part) && Number(part) >= 0;

/** The parts of a cursor; empty for an invalid cursor. */
export function cursorParts(cursor: string): unknown[] {
  try {
    const parts: unknown = JSON.parse(Buffer.from(cursor, 'base64url').toString());
    return Array.isArray(parts) ? parts : [];
  } catch {
    return [];
  }
}
