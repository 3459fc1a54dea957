import { ALL, type LogOffset } from '@app/cache';
import { Injectable } from '@nestjs/common';
import { ChangesRepository, type ChangeRow, type ChangesFilter } from './changes.repository.js';
import { shownOffices, ShownListingsRepository } from './documents/shown-listings.repository.js';

/** A change of one resource, as a reader with a filter sees it. */
export interface Entry extends Omit<LogOffset, 'log'> {
  readonly at: Date;
  readonly resource: string;
  readonly resourceId: number;
  readonly uid: string;
  readonly websiteId: number | null;
  readonly kind: string;
  /** Whether the resource is deleted, or the account of the filter does not show it. */
  readonly isGone: boolean;
}

/** Converts changes to the entries that a reader with a filter sees. */
@Injectable()
export class ChangeEntries {
  constructor(
    private readonly changes: ChangesRepository,
    private readonly shown: ShownListingsRepository,
  ) {}

  /** The first entries of filtered changes: at least `limit`, if there are enough. */
  async of(changes: readonly ChangeRow[], filter: ChangesFilter, limit: number): Promise<Entry[]> {
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

  /** The listings that an account shows or hides after a change of its offices. */
  async moved(change: ChangeRow, behind: number, limit: number): Promise<Entry[]> {
    if (limit <= 0) return [];
    const moved = await this.shown.movedBy(change, behind, limit);
    return moved.map(({ id, uid, websiteId, isShown }) => ({
      xid: change.xid,
      id: change.id,
      listing: id,
      at: change.at,
      resource: 'listing',
      resourceId: id,
      uid,
      websiteId,
      kind: 'updated',
      isGone: !isShown,
    }));
  }

  /** Whether the account of a filter shows the changed resource; without an account, whether the resource exists. */
  private async shownBy(changes: readonly ChangeRow[], filter: ChangesFilter): Promise<(change: ChangeRow) => boolean> {
    const { websiteID } = filter;
    const isOpen = (change: ChangeRow): boolean => isLookedUp(change, filter);
    const shown = await this.changes.shown(changes.filter(isOpen), websiteID);
    return (change) => {
      if (isOpen(change)) return shown.has(`${change.resource} ${change.resourceId}`);
      if (websiteID === undefined || change.websiteId === websiteID) return true;
      return change.shownAfter?.includes(websiteID) ?? false;
    };
  }
}

/** Whether the current rows must decide. An earlier transaction may have created a deleted resource again. */
function isLookedUp(
  { kind, resource, canMatchRows, websiteId }: ChangeRow,
  { websiteID, asRecorded }: ChangesFilter,
): boolean {
  if (kind === 'deleted') return true;
  if (websiteID === undefined) return false;
  return !asRecorded || (resource === 'listing' && !canMatchRows && websiteId !== websiteID);
}

/** Whether a change affects which listings of its main account the account of the filter shows. */
function movesListings(change: ChangeRow, { websiteID, resources }: ChangesFilter): boolean {
  if (change.resource !== 'account' || change.resourceId !== websiteID || !resources.includes('listing')) return false;
  const [before, after] = [shownOffices(change.officesBefore), shownOffices(change.officesAfter)];
  return JSON.stringify(before) !== JSON.stringify(after);
}

function entryOf(change: ChangeRow, isGone: boolean, listing: number): Entry {
  const { xid, id, at, resource, resourceId, uid, websiteId, kind } = change;
  // Only TRUNCATE has no resource id, and it expires all cursors.
  return { xid, id, listing, at, resource, resourceId: Number(resourceId), uid: String(uid), websiteId, kind, isGone };
}
