import { movesListings } from './change-entries.service.js';
import type { Change, ChangesFilter } from './changes.repository.js';

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
