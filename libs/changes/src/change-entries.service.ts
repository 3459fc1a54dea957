import { ALL, type LogOffset } from '@app/cache';
import { Injectable } from '@nestjs/common';
import { ChangesRepository, type Change, type ChangesFilter } from './changes.repository.js';
import { shownOffices, ShownListingsRepository } from './documents/shown-listings.repository.js';

/** One change of one thing, as a reader with a filter sees it. */
export interface Entry extends Omit<LogOffset, 'log'> {
  readonly at: Date;
  readonly resource: string;
  readonly thing: number;
  readonly uid: string;
  readonly websiteId: number | null;
  readonly kind: string;
  /** Whether it is gone, or not shown by the account of the filter. */
  readonly isGone: boolean;
}

/** Makes of changes what a reader with a filter sees. */
@Injectable()
export class ChangeEntries {
  constructor(
    private readonly changes: ChangesRepository,
    private readonly shown: ShownListingsRepository,
  ) {}

  /** The first entries of changes that the filter has chosen, at least `limit` if there are as many. */
  async of(changes: readonly Change[], filter: ChangesFilter, limit: number): Promise<Entry[]> {
    const isShown = await this.shownBy(changes, filter);
    const entries: Entry[] = [];
    for (const change of changes) {
      if (entries.length >= limit) break;
      const moves = movesListings(change, filter);
      if (filter.resources.includes(change.resource)) entries.push(entryOf(change, !isShown(change), moves ? 0 : ALL));
      if (moves) entries.push(...(await this.moved(change, 0, limit - entries.length)));
    }
    return entries;
  }

  /** The listings that an account shows newly, or no longer, by a change of its offices. */
  async moved(change: Change, behind: number, limit: number): Promise<Entry[]> {
    if (limit <= 0) return [];
    const moved = await this.shown.movedBy(change, behind, limit);
    return moved.map(({ id, uid, websiteId, isShown }) => ({
      xid: change.xid,
      id: change.id,
      listing: id,
      at: change.at,
      resource: 'listing',
      thing: id,
      uid,
      websiteId,
      kind: 'updated',
      isGone: !isShown,
    }));
  }

  /** Whether the account of a filter shows what has changed; without an account, whether it exists. */
  private async shownBy(changes: readonly Change[], filter: ChangesFilter): Promise<(change: Change) => boolean> {
    const { websiteID } = filter;
    const isOpen = (change: Change): boolean => isLookedUp(change, filter);
    const shown = await this.changes.shown(changes.filter(isOpen), websiteID);
    return (change) => {
      if (isOpen(change)) return shown.has(`${change.resource} ${change.resourceId}`);
      if (websiteID === undefined || change.websiteId === websiteID) return true;
      return change.shownAfter?.includes(websiteID) ?? false;
    };
  }
}

/** Whether the log does not answer that. What was deleted may have been created again by a transaction that began earlier. */
function isLookedUp(
  { kind, resource, canMatchRows, websiteId }: Change,
  { websiteID, asRecorded }: ChangesFilter,
): boolean {
  if (kind === 'deleted') return true;
  if (websiteID === undefined) return false;
  return !asRecorded || (resource === 'listing' && !canMatchRows && websiteId !== websiteID);
}

/** Whether a change decides which listings of its main account the account of the filter shows. */
function movesListings(change: Change, { websiteID, resources }: ChangesFilter): boolean {
  if (change.resource !== 'account' || change.resourceId !== websiteID || !resources.includes('listing')) return false;
  const [before, after] = [shownOffices(change.officesBefore), shownOffices(change.officesAfter)];
  return JSON.stringify(before) !== JSON.stringify(after);
}

function entryOf(change: Change, isGone: boolean, listing: number): Entry {
  const { xid, id, at, resource, resourceId, uid, websiteId, kind } = change;
  // TRUNCATE alone names no thing, and ends the feed.
  return { xid, id, listing, at, resource, thing: Number(resourceId), uid: String(uid), websiteId, kind, isGone };
}
