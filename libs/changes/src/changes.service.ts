import { problems } from '@app/http';
import { ALL, cursorOf, offsetAfter, offsetOf, type LogOffset, type SafeHorizon } from '@app/cache';
import { instant } from '@app/schema';
import { Injectable } from '@nestjs/common';
import { ChangeDocuments } from './documents/change-documents.repository.js';
import { ChangeEntries, type Entry } from './change-entries.service.js';
import { HiddenChanges } from './documents/hidden-changes.repository.js';
import { compactEntries, presentChange, type PresentedChange } from './documents/change.presenter.js';
import { LogHistoryRepository } from './log/log-history.repository.js';
import { ChangesRepository, changesUpTo, type ChangesFilter } from './changes.repository.js';
import { FOLLOWED, NOW, type ChangesQuery, type ChangesRequest } from './dto/changes.query.js';

/** A page of the change feed. */
export interface FeedPage {
  readonly items: readonly PresentedChange[];
  /** The offset after the page. */
  readonly place: LogOffset;
  readonly hasNext: boolean;
}

/** The first entries after an offset. */
export interface EntryBatch {
  readonly entries: readonly Entry[];
  /** The offset after the entries. */
  readonly place: LogOffset;
  readonly hasNext: boolean;
}

/** The path of a full copy. */
const RESYNC = '/api/v1/export/listings.ndjson';

/** Maximum number of log entries that a page filtered by resource scans. */
const MOST_READ = 20_000;

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
    private readonly hidden: HiddenChanges,
    private readonly history: LogHistoryRepository,
  ) {}

  /**
   * The offset of a cursor.
   * @param parameter the name of the cursor's parameter, for error messages
   * @throws INVALID_CURSOR, CURSOR_EXPIRED
   */
  async begin(cursor: string, parameter: string, end: SafeHorizon): Promise<LogOffset> {
    if (cursor === NOW) return offsetAfter(end);
    const at = instant.parse(cursor);
    if (at !== undefined) return this.beginAt(at, parameter, end);
    const place = offsetOf(cursor);
    if (!place) {
      throw problems.invalidCursor([{ parameter, message: `must be a cursor from a response, or ${NOW}` }]);
    }
    if (place.log === end.log) return place;
    // After a planned switch-over, the promoted server continues the log.
    if (!(await this.history.continues(place))) throw problems.cursorExpired(RESYNC);
    return { ...place, log: end.log };
  }

  /** The offset before the first change at or after an instant. @throws INVALID_CURSOR, CURSOR_EXPIRED */
  private async beginAt(at: string, parameter: string, end: SafeHorizon): Promise<LogOffset> {
    const { isFuture, isDropped, xid, id } = await this.changes.startingAt(at);
    if (isFuture) throw problems.invalidCursor([{ parameter, message: 'is in the future' }]);
    if (isDropped) throw problems.cursorExpired(RESYNC);
    return xid === null || id === null ? offsetAfter(end) : { ...offsetAfter(end), xid, id: id - 1 };
  }

  /** The changes after an offset. @throws CURSOR_EXPIRED */
  async read(place: LogOffset, query: ChangesRequest, end: SafeHorizon): Promise<FeedPage> {
    const { limit } = query;
    if (query.since === NOW) return { items: [], place, hasNext: false };
    const part = await this.batch(place, filterOf(query), limit, end);
    const page = await this.page(part.entries, query, { ...place, wal: end.wal });
    return page.hasNext ? page : { ...page, place: part.place, hasNext: part.hasNext };
  }

  /** The first entries after an offset. @throws CURSOR_EXPIRED */
  async batch(begin: LogOffset, filter: ChangesFilter, limit: number, end: SafeHorizon): Promise<EntryBatch> {
    const place = { ...begin, wal: end.wal };
    const { entries, isWhole } = await this.find(place, filter, limit + 1, end);
    // Checked afterwards, because partitions may be dropped while a statement is being planned.
    if (await this.changes.isExpired(place, filter.resources)) throw problems.cursorExpired(RESYNC);
    if (entries.length > limit) {
      const first = entries.slice(0, limit);
      return { entries: first, place: offsetBehind(first, place), hasNext: true };
    }
    const more = isWhole ? undefined : await this.changes.nth(place, MOST_READ);
    const hasNext = more !== undefined && more.xid <= end.xid;
    const read = hasNext ? { ...place, ...more, listing: ALL } : offsetAfter(end);
    return { entries, place: laterOffset(offsetBehind(entries, place), read), hasNext };
  }

  /** Presents the entries after an offset; fewer if their documents are long. */
  private async page(entries: readonly Entry[], query: ChangesRequest, place: LogOffset): Promise<FeedPage> {
    const folded = compactEntries(await this.hidden.masked(entries, query.viewer));
    const documents = query.include ? await this.documents.of(folded, query.viewer) : undefined;
    const shown = documents ? folded.slice(0, documents.length) : folded;
    return {
      items: shown.map((entry, at) => presentChange(place, entry, documents?.[at])),
      place: offsetBehind(shown, place),
      hasNext: shown.length < folded.length,
    };
  }

  /** The first entries after an offset, and whether all changes up to the end were scanned. */
  private async find(place: LogOffset, filter: ChangesFilter, limit: number, end: SafeHorizon) {
    const begun = place.listing < ALL ? await this.changes.at(place) : undefined;
    const rest = begun ? await this.entries.moved(begun, place.listing, limit) : [];
    if (rest.length >= limit) return { entries: rest, isWhole: true };
    // With an account, or with all resources, few changes are skipped.
    const isWhole = filter.websiteID !== undefined || FOLLOWED.every((one) => filter.resources.includes(one));
    const found = changesUpTo(
      end,
      await this.changes.after(place, filter, limit - rest.length, isWhole ? null : MOST_READ),
    );
    const lacksOffices = found.some(
      ({ resource, resourceId, canMatchRows }) =>
        resource === 'account' && resourceId === filter.websiteID && !canMatchRows,
    );
    // The offices of the account may have changed, and with them any of its listings.
    if (lacksOffices) throw problems.cursorExpired(RESYNC);
    const entries = [...rest, ...(await this.entries.of(found, filter, limit - rest.length))];
    return { entries, isWhole };
  }
}

/** The offset after entries; without entries, the given one. */
export function offsetBehind(entries: readonly Entry[], { log, wal, ...place }: LogOffset): LogOffset {
  const { xid, id, listing } = entries.at(-1) ?? place;
  return { log, wal, xid, id, listing };
}

/** The later of two offsets of a log. */
export function laterOffset(one: LogOffset, other: LogOffset): LogOffset {
  return other.xid > one.xid || (other.xid === one.xid && other.id > one.id) ? other : one;
}

export const feedText = ({ items, place, hasNext }: FeedPage): string =>
  `{"data":[${items.map(({ text }) => text).join(',')}],"cursor":${JSON.stringify(cursorOf(place))},"hasNext":${hasNext}}`;
