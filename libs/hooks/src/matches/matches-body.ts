import type { GroupMatches, Match, ToldSearch } from '@app/searches';
import { reasonFor } from '@app/searches';
import { TimeSlice } from '@app/fairness';
import { offsetOf } from '@app/cache';
import { MOST_STORED } from '../delivery/endpoint-state.js';
import { MOST_BODY } from '../messages/hook-body.js';
import type { MatchesMessage } from './search-hooks.repository.js';

/** A match in the body of a message. */
interface MatchItem {
  readonly searchID: number;
  readonly reference: string;
  readonly reason: string;
  readonly listingIDs: number[];
  readonly was?: number;
  readonly relisted?: true;
}

/** Maximum number of matches per message, and of listings per match (B71). */
const [MOST_MATCHES, MOST_LISTINGS] = [500, 100];

/** The searches of an account, and the matches of their groups. */
export interface AccountMatches {
  readonly websiteID: number;
  readonly searches: readonly ToldSearch[];
  readonly found: ReadonlyMap<string, readonly GroupMatches[]>;
  readonly log: string;
  readonly publicUrl: string;
  /** The number of messages made before, for other searches of the account. */
  readonly before: number;
}

/** The messages about matches of an account, and the message that there were more. Each is shorter than 20 kB. */
export async function matchesMessages(
  account: AccountMatches,
): Promise<{ messages: MatchesMessage[]; more: MatchesMessage }> {
  const slice = new TimeSlice();
  const { items, last } = await itemsOf(account, slice);
  const { websiteID, publicUrl, before } = account;
  const at = last?.at ?? new Date(0);
  const bodyOf = (matches: readonly MatchItem[], more?: true): string => {
    const url = `${publicUrl}/api/v1/searches`;
    const data = { websiteID, matches, ...(more && { more, url }) };
    return JSON.stringify({ type: 'search-matched', timestamp: at.toISOString(), data });
  };
  const id = `${last?.xid ?? 0}_${last?.id ?? 0}_m`;
  const messages: MatchesMessage[] = [];
  const room = MOST_BODY - Buffer.byteLength(bodyOf([])) - 1;
  let begin = 0;
  while (begin < items.length && messages.length < MOST_STORED) {
    let [end, bytes] = [begin, 0];
    for (; end < items.length && end - begin < MOST_MATCHES; end += 1) {
      bytes += Buffer.byteLength(JSON.stringify(items[end])) + 1;
      if (bytes > room && end > begin) break;
    }
    const some = items.slice(begin, end);
    messages.push({ id: `${id}${before + messages.length}`, at, body: bodyOf(some), count: some.length });
    begin = end;
    await slice.giveWay();
  }
  // No endpoint has room for the others.
  const count = items.length - begin;
  if (count > 0) messages.push({ id: '', at, body: '', count });
  return { messages, more: { id: `${id}more`, at, body: bodyOf([], true), count: 0 } };
}

async function itemsOf({ websiteID, searches, found, log }: AccountMatches, slice: TimeSlice) {
  const items: MatchItem[] = [];
  let last: Match['last'] | undefined;
  for (const { id: searchID, reference, notify, cursor, groupKey } of searches) {
    const open = new Map<string, MatchItem>();
    const begins = offsetOf(cursor);
    if (slice.isOver) await slice.giveWay();
    for (const { change, matches } of found.get(groupKey) ?? []) {
      for (const match of matches) {
        const reason = reasonFor(notify, match);
        const isEarlier = begins?.log === log && !isAfter(match.entry, begins);
        if (!reason || isEarlier || (match.sites && !match.sites.includes(websiteID))) continue;
        last = !last || isAfter(match.last, last) ? match.last : last;
        const { was } = match;
        const relisted = reason === 'new' && match.relisted ? ({ relisted: true } as const) : {};
        const key = `${reason} ${was ?? ''} ${String(match.relisted)}`;
        let item = open.get(key);
        if (item?.listingIDs.includes(change.listingID)) continue;
        if (!item || item.listingIDs.length >= MOST_LISTINGS) {
          item = { searchID, reference, reason, listingIDs: [], ...(was !== undefined && { was }), ...relisted };
          open.set(key, item);
          items.push(item);
        }
        item.listingIDs.push(change.listingID);
      }
    }
  }
  return { items, last };
}

/** Whether a log entry or offset is after another one. */
export const isAfter = (
  one: { readonly xid: number; readonly id: number },
  other: { readonly xid: number; readonly id: number },
) => one.xid > other.xid || (one.xid === other.xid && one.id > other.id);
