import { problems } from '@app/http';
import { cursorOf, placeAfter, placeOf, type LogPlace, type RecordedUpTo } from '@app/snapshot-cache';
import { Injectable } from '@nestjs/common';
import { fold, presentChange } from './change.presenter.js';
import { ChangesRepository, type Change } from './changes.repository.js';
import { FOLLOWED, NOW, type ChangesQuery } from './changes.query.js';

/** What the feed answers. */
export interface FeedPage {
  readonly items: readonly string[];
  readonly cursor: string;
  readonly hasNext: boolean;
}

/** Where another copy of everything is read. */
const RESYNC = '/api/v1/export/listings.ndjson';

/** The feed of changes (B6 to B8). */
@Injectable()
export class ChangesService {
  constructor(private readonly changes: ChangesRepository) {}

  /** @throws INVALID_CURSOR, CURSOR_EXPIRED */
  async read(query: ChangesQuery, end: RecordedUpTo): Promise<FeedPage> {
    const { limit, websiteID, resource = FOLLOWED } = query;
    if (query.since === NOW) return { items: [], cursor: cursorOf(placeAfter(end)), hasNext: false };
    const place = placeOf(query.since);
    if (!place) throw problems.invalidCursor('since', `must be a cursor that the service has answered, or ${NOW}`);
    if (place.log !== end.log) throw problems.cursorExpired(RESYNC);
    const found = await this.changes.after(place, { resources: resource, websiteID }, limit + 1);
    if (!found || found.some(({ resourceId }) => resourceId === null)) throw problems.cursorExpired(RESYNC);
    const hasNext = found.length > limit;
    const shown = found.slice(0, limit);
    const isGone = (change: Change) =>
      change.kind === 'deleted' || (websiteID !== undefined && !isShownBy(change, websiteID));
    const items = fold(shown, isGone).map((folded) => presentChange(place.log, folded));
    return { items, cursor: cursorOf(placeBehind(place, shown.at(-1), hasNext ? undefined : end)), hasNext };
  }
}

const isShownBy = ({ resource, websiteId, shownBy }: Change, websiteID: number): boolean =>
  resource === 'listing' && shownBy ? shownBy.includes(websiteID) : websiteId === websiteID;

/** The last of the places up to which everything was read. */
function placeBehind(place: LogPlace, last: Change | undefined, end: RecordedUpTo | undefined): LogPlace {
  const behind = last ? { ...placeAfter({ log: place.log, xid: last.xid }), id: last.id } : place;
  return end && end.xid > behind.xid ? placeAfter(end) : behind;
}
