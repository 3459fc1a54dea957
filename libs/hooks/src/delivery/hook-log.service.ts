import {
  ChangeEntries,
  ChangesRepository,
  ChangesService,
  concerns,
  isOpen,
  LogHistoryRepository,
  upTo,
  type Change,
} from '@app/changes';
import { Problem } from '@app/http';
import { ALL, offsetAfter, type LogOffset, type SafeHorizon } from '@app/cache';
import { Injectable } from '@nestjs/common';
import { happeningsOf, HOOKED, HookMessages, type Telling } from '../messages/hook-messages.service.js';
import type { EndpointRun } from './endpoint-run.js';
import { MOST_QUEUED } from './endpoint-run.js';

/** Of the end of the log, so much is read at a time. */
const MOST_AT_ONCE = 1_000;

/** Endpoints, by the website that they are of. */
export type Endpoints = ReadonlyMap<number, readonly EndpointRun[]>;

/** Reads from the log what endpoints are sent, as the feed of changes reads it. */
@Injectable()
export class HookLog {
  constructor(
    private readonly changes: ChangesRepository,
    private readonly feed: ChangesService,
    private readonly entries: ChangeEntries,
    private readonly messages: HookMessages,
    private readonly history: LogHistoryRepository,
  ) {}

  /** A stored place, in the log as it is called now: after a planned switch-over the promoted server goes on with it. */
  async renamed(place: LogOffset, end: SafeHorizon): Promise<LogOffset> {
    const isFormer = place.log !== '' && place.log !== end.log && (await this.history.succeeds(place.log));
    return isFormer ? { ...place, log: end.log } : place;
  }

  /** Whether what comes after a place cannot be told any more. */
  async isExpired(place: LogOffset, end: SafeHorizon): Promise<boolean> {
    return place.log !== end.log || (await this.changes.isExpired(place, HOOKED));
  }

  /**
   * Reads once what was recorded after a place, for all endpoints that have everything before it.
   *
   * @returns behind what was read; undefined when it cannot be told
   */
  async follow(
    place: LogOffset,
    end: SafeHorizon,
    endpoints: Endpoints,
    queue: (run: EndpointRun, message: Parameters<EndpointRun['add']>[0]) => void,
  ): Promise<{ place: LogOffset; hasNext: boolean } | undefined> {
    const found = place.log === end.log ? await this.read(place, end) : undefined;
    if (!found) return undefined;
    const hasNext = found.length === MOST_AT_ONCE;
    const whole = hasNext ? withoutLast(found) : found;
    const tellings: Telling<EndpointRun>[] = [];
    for (const [websiteID, changes] of changesByAccount(whole, endpoints)) {
      const live = (endpoints.get(websiteID) ?? []).filter(
        (run) => run.isLive && run.endpointState.state !== 'disabled',
      );
      const filter = { resources: HOOKED, websiteID, asRecorded: true };
      if (live.length === 0) continue;
      // What a change alone does not say is read for each endpoint, as the streams of the feed do.
      if (changes.some((change) => isOpen(change, filter))) live.forEach((run) => run.unload());
      else {
        const entries = await this.entries.of(
          changes.filter((change) => concerns(change, filter)),
          filter,
          Infinity,
        );
        const happenings = happeningsOf(entries);
        for (const to of live) {
          for (const happening of happenings) {
            if (isBehind(happening[0], to.place)) tellings.push({ to, websiteID, happening });
          }
        }
      }
    }
    for (const { to, message } of await this.messages.of(place.log, tellings)) queue(to, message);
    const last = whole.at(-1);
    const read = last && { log: place.log, xid: last.xid, id: last.id, listing: ALL };
    if (hasNext && read) return { place: read, hasNext };
    return { place: offsetAfter(end), hasNext };
  }

  /** Up to the end, and not what was recorded meanwhile: it may be of endpoints that are not known yet. */
  private async read(place: LogOffset, end: SafeHorizon): Promise<Change[] | undefined> {
    const found = await this.changes.after(place, { resources: HOOKED }, MOST_AT_ONCE, null);
    // Afterwards, because days may be dropped while a statement is being planned.
    return (await this.changes.isExpired(place, HOOKED)) ? undefined : upTo(end, found);
  }

  /** Reads what one endpoint has not got, as far as its queue goes. @returns false when it cannot be told any more */
  async catchUp(run: EndpointRun, end: SafeHorizon): Promise<boolean> {
    const { websiteID } = run;
    if (run.place.log !== end.log) return false;
    // An endpoint that was made while an older transaction is open: up to there the log tells nothing yet.
    if (run.place.xid > end.xid) return true;
    try {
      const { entries, place, hasNext } = await this.feed.part(
        run.place,
        { resources: HOOKED, websiteID, asRecorded: true },
        MOST_QUEUED,
        end,
      );
      const happenings = happeningsOf(entries);
      // The rest of the last thing may be on the next page.
      if (hasNext && happenings.length > 1) happenings.pop();
      const tellings = happenings.map((happening) => ({ to: run, websiteID, happening }));
      for (const { message } of await this.messages.of(place.log, tellings)) run.add(message);
      const last = happenings.at(-1)?.at(-1);
      run.pass(hasNext && last ? { log: place.log, xid: last.xid, id: last.id, listing: last.listing } : place);
      return true;
    } catch (error) {
      if (error instanceof Problem && error.code === 'CURSOR_EXPIRED') return false;
      throw error;
    }
  }
}

const isBehind = ({ xid, id }: { xid: number; id: number }, place: LogOffset): boolean =>
  xid > place.xid || (xid === place.xid && id > place.id);

/** Without the last thing of the last transaction, of which there may be more. */
function withoutLast(changes: readonly Change[]): readonly Change[] {
  const last = changes.at(-1);
  const from = changes.findIndex(
    ({ xid, resource, resourceId }) =>
      xid === last?.xid && resource === last.resource && resourceId === last.resourceId,
  );
  return from > 0 ? changes.slice(0, from) : changes;
}

/** The changes that may concern the websites that have endpoints. */
function changesByAccount(changes: readonly Change[], endpoints: Endpoints): Map<number, Change[]> {
  const found = new Map<number, Change[]>();
  for (const change of changes) {
    const { websiteId, formerWebsiteId, shownBefore, shownAfter, canMatchRows, resource } = change;
    const isOpenTo = resource === 'listing' && !canMatchRows;
    const showing = isOpenTo
      ? subsOf(endpoints, [websiteId, formerWebsiteId])
      : [...(shownBefore ?? []), ...(shownAfter ?? [])];
    for (const account of new Set([websiteId, formerWebsiteId, ...showing])) {
      if (account === null || !endpoints.has(account)) continue;
      const own = found.get(account);
      if (own) own.push(change);
      else found.set(account, [change]);
    }
  }
  return found;
}

/** Sub-accounts of some accounts: any of them may show a listing of which no row was recorded. */
const subsOf = (endpoints: Endpoints, mains: readonly (number | null)[]): number[] =>
  [...endpoints].flatMap(([account, [run]]) => {
    const main = run?.endpoint.mainWebsiteID ?? null;
    return main !== null && mains.includes(main) ? [account] : [];
  });
