import { offsetAfter, type LogOffset, type SafeHorizon } from '@app/cache';
import { Injectable } from '@nestjs/common';
import { movesListings } from './change-entries.service.js';
import { eventsOf } from './change-stream.js';
import { ChangesRepository, upTo, type Change, type ChangesFilter } from './changes.repository.js';
import { ChangesService, filterOf } from './changes.service.js';
import { FOLLOWED, type ChangesRequest } from './changes.query.js';

/** More changes than these are read by each stream for itself. */
const MOST_AT_ONCE = 1_000;
/** Longer texts are read by each stream as fast as it takes them. */
const LONGEST = 128 * 1024;

/** What streams get of what was recorded since they were served last. */
export interface TailPart {
  /** The place that it leads to. */
  readonly place: LogOffset;
  /** The events of a query after a place; undefined when the stream has to read its pages by itself. */
  readonly eventsOf: (query: ChangesRequest, after: LogOffset) => Promise<string | undefined>;
}

/** Reads the end of the log once for all streams. */
@Injectable()
export class ChangeTail {
  constructor(
    private readonly changes: ChangesRepository,
    private readonly feed: ChangesService,
  ) {}

  /**
   * What was recorded after a place.
   *
   * @returns undefined when it cannot be told
   */
  async after(place: LogOffset, end: SafeHorizon): Promise<TailPart | undefined> {
    if (place.log !== end.log) return undefined;
    const found = upTo(end, await this.changes.after(place, { resources: FOLLOWED }, MOST_AT_ONCE, null));
    // Afterwards, as a page of the feed does.
    if (await this.changes.isExpired(place, FOLLOWED)) return undefined;
    const made = new Map<string, Promise<string | undefined>>();
    return {
      place: offsetAfter(end),
      eventsOf: async (query, after) => {
        if (found.length === MOST_AT_ONCE) return undefined;
        const first = found.findIndex((change) => isBehind(change, after));
        if (first === -1) return '';
        const { resource = [], websiteID = '', include = '', viewer } = query;
        const key = `${first} ${JSON.stringify(viewer)} ${websiteID} ${include} ${[...resource].sort().join()}`;
        const events = made.get(key) ?? this.tell(found.slice(first), query, { ...after, wal: end.wal });
        made.set(key, events);
        return events;
      },
    };
  }

  private async tell(changes: readonly Change[], query: ChangesRequest, after: LogOffset): Promise<string | undefined> {
    const filter = filterOf(query);
    if (changes.some((change) => isOpen(change, filter))) return undefined;
    const chosen = changes.filter((change) => concerns(change, filter));
    if (chosen.length === 0) return '';
    const page = await this.feed.present(chosen, query, after);
    const text = eventsOf(page.items);
    return page.hasNext || text.length > LONGEST ? undefined : text;
  }
}

const isBehind = ({ xid, id }: Change, place: LogOffset): boolean =>
  xid > place.xid || (xid === place.xid && id > place.id);

/** Whether the change alone does not say what a reader with the filter sees: the store has to be asked. */
export function isOpen(change: Change, filter: ChangesFilter): boolean {
  const { websiteID } = filter;
  if (websiteID === undefined) return false;
  const { resource, resourceId, canMatchRows, websiteId } = change;
  if (resource === 'account') return resourceId === websiteID && (!canMatchRows || movesListings(change, filter));
  return resource === 'listing' && !canMatchRows && websiteId !== websiteID;
}

/** Whether a reader with the filter is told of a change; see `concerning` for the same in SQL. */
export function concerns(change: Change, { resources, websiteID }: ChangesFilter): boolean {
  if (!resources.includes(change.resource)) return false;
  if (websiteID === undefined || change.websiteId === websiteID || change.formerWebsiteId === websiteID) return true;
  return Boolean(change.shownBefore?.includes(websiteID) || change.shownAfter?.includes(websiteID));
}
