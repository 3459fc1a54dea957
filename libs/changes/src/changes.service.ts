import { problems } from '@app/http';
import { ALL, cursorOf, offsetAfter, offsetOf, type LogOffset, type SafeHorizon } from '@app/cache';
import { Injectable } from '@nestjs/common';
import { ChangeDocuments } from './documents/change-documents.repository.js';
import { ChangeEntries, type Entry } from './change-entries.service.js';
import { fold, presentChange, type PresentedChange } from './documents/change.presenter.js';
import { LogHistoryRepository } from './log/log-history.repository.js';
import { ChangesRepository, upTo, type ChangesFilter } from './changes.repository.js';
import { FOLLOWED, NOW, type ChangesQuery, type ChangesRequest } from './dto/changes.query.js';

/** What the feed answers. */
export interface FeedPage {
  readonly items: readonly PresentedChange[];
  /** Behind what was read. */
  readonly place: LogOffset;
  readonly hasNext: boolean;
}

/** The first entries after a place. */
export interface FeedPart {
  readonly entries: readonly Entry[];
  /** Behind what was read. */
  readonly place: LogOffset;
  readonly hasNext: boolean;
}

/** Where another copy of everything is read. */
const RESYNC = '/api/v1/export/listings.ndjson';

/** A page of some resources looks at no more changes than these, whatever it finds. */
const MOST_READ = 20_000;

/** The changes that a query asks for. */
const filterOf = ({ resource = [...FOLLOWED], websiteID }: ChangesQuery): ChangesFilter => ({
  resources: resource,
  websiteID,
});

/** The feed of changes (B6 to B8). */
@Injectable()
export class ChangesService {
  constructor(
    private readonly changes: ChangesRepository,
    private readonly entries: ChangeEntries,
    private readonly documents: ChangeDocuments,
    private readonly history: LogHistoryRepository,
  ) {}

  /**
   * Where a reader begins.
   *
   * @param cursor that of the parameter, which is named when it is wrong
   * @throws INVALID_CURSOR, CURSOR_EXPIRED
   */
  async begin(cursor: string, parameter: string, end: SafeHorizon): Promise<LogOffset> {
    if (cursor === NOW) return offsetAfter(end);
    const place = offsetOf(cursor);
    if (!place) {
      throw problems.invalidCursor([
        { parameter, message: `must be a cursor that the service has answered, or ${NOW}` },
      ]);
    }
    if (place.log === end.log) return place;
    // After a planned switch-over the promoted server goes on with the log.
    if (!(await this.history.continues(place))) throw problems.cursorExpired(RESYNC);
    return { ...place, log: end.log };
  }

  /** The changes after a place. @throws CURSOR_EXPIRED */
  async read(place: LogOffset, query: ChangesRequest, end: SafeHorizon): Promise<FeedPage> {
    const { limit } = query;
    if (query.since === NOW) return { items: [], place, hasNext: false };
    const part = await this.part(place, filterOf(query), limit, end);
    const page = await this.page(part.entries, query, { ...place, wal: end.wal });
    return page.hasNext ? page : { ...page, place: part.place, hasNext: part.hasNext };
  }

  /** The first entries after a place. @throws CURSOR_EXPIRED */
  async part(begin: LogOffset, filter: ChangesFilter, limit: number, end: SafeHorizon): Promise<FeedPart> {
    const place = { ...begin, wal: end.wal };
    const { entries, isWhole } = await this.find(place, filter, limit + 1, end);
    // Afterwards, because days may be dropped while a statement is being planned.
    if (await this.changes.isExpired(place, filter.resources)) throw problems.cursorExpired(RESYNC);
    if (entries.length > limit) {
      const first = entries.slice(0, limit);
      return { entries: first, place: behind(first, place), hasNext: true };
    }
    const more = isWhole ? undefined : await this.changes.nth(place, MOST_READ);
    const hasNext = more !== undefined && more.xid <= end.xid;
    const read = hasNext ? { ...place, ...more, listing: ALL } : offsetAfter(end);
    return { entries, place: later(behind(entries, place), read), hasNext };
  }

  /** Presents entries that come after a place: fewer, if their documents are long. */
  private async page(entries: readonly Entry[], query: ChangesRequest, place: LogOffset): Promise<FeedPage> {
    const folded = fold(entries);
    const documents = query.include ? await this.documents.of(folded, query.viewer) : undefined;
    const shown = documents ? folded.slice(0, documents.length) : folded;
    return {
      items: shown.map((entry, at) => presentChange(place, entry, documents?.[at])),
      place: behind(shown, place),
      hasNext: shown.length < folded.length,
    };
  }

  /** The first entries after a place, and whether all changes up to the end were looked at. */
  private async find(place: LogOffset, filter: ChangesFilter, limit: number, end: SafeHorizon) {
    const begun = place.listing < ALL ? await this.changes.at(place) : undefined;
    const rest = begun ? await this.entries.moved(begun, place.listing, limit) : [];
    if (rest.length >= limit) return { entries: rest, isWhole: true };
    // Of an account, or of all resources, there is little to skip.
    const isWhole = filter.websiteID !== undefined || FOLLOWED.every((one) => filter.resources.includes(one));
    const found = upTo(end, await this.changes.after(place, filter, limit - rest.length, isWhole ? null : MOST_READ));
    const isUntold = found.some(
      ({ resource, resourceId, canMatchRows }) =>
        resource === 'account' && resourceId === filter.websiteID && !canMatchRows,
    );
    // Its offices may have changed, and with them any of its listings.
    if (isUntold) throw problems.cursorExpired(RESYNC);
    const entries = [...rest, ...(await this.entries.of(found, filter, limit - rest.length))];
    return { entries, isWhole };
  }
}

/** The place behind entries that come after one. */
export function behind(entries: readonly Entry[], { log, wal, ...place }: LogOffset): LogOffset {
  const { xid, id, listing } = entries.at(-1) ?? place;
  return { log, wal, xid, id, listing };
}

/** The later one of two places of a log. */
export function later(one: LogOffset, other: LogOffset): LogOffset {
  return other.xid > one.xid || (other.xid === one.xid && other.id > one.id) ? other : one;
}

export const feedText = ({ items, place, hasNext }: FeedPage): string =>
  `{"data":[${items.map(({ text }) => text).join(',')}],"cursor":${JSON.stringify(cursorOf(place))},"hasNext":${hasNext}}`;
