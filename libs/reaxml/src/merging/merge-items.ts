import { ListingDetails, type ListingLine } from '@app/listings';
import { applyDefaults } from '@app/schema';
import { valueAt, type FeedItems, type FeedListing, type ListingPatch } from '../mapping/listing-patch.js';
import { forgetIds, LIST_NAMES, listOf, TEXT_LISTS } from '../items/listing-lists.js';
import { mergeById } from '../items/merge-by-id.js';

/** Changes the lists of a line by the ids of their items. */
export function mergeItems(line: ListingLine, items: FeedItems): void {
  for (const name of LIST_NAMES) {
    const changes = items[name];
    const list = listOf(name);
    if (changes) list.store(line, mergeById(list.itemsOf(line, changes), changes, list));
  }
  // In the order of the declarations, as in lines that are read back.
  if (line.details) line.details = applyDefaults(ListingDetails, line.details);
}

/** Forgets the ids of texts whose list a patch replaces as a whole. */
export function forgetReplacedIds(line: ListingLine, patch: ListingPatch): void {
  for (const list of TEXT_LISTS) if (valueAt(patch, list) !== undefined) forgetIds(line, list);
}

/** The ids of the items that an entry removes from lists. Links that are replaced as a whole have addresses instead. */
export function removedItems(
  before: ListingLine,
  after: ListingLine,
  { patch, items }: Pick<FeedListing, 'patch' | 'items'>,
): (readonly [list: string, ids: readonly string[]])[] {
  const byId = LIST_NAMES.flatMap((name) => {
    const changes = items[name];
    if (!changes || name === SUB_CATEGORIES) return [];
    const { itemsOf, addressOf } = listOf(name);
    const kept = itemsOf(after, changes);
    const ids = new Set(kept.map(({ id }) => id));
    const addresses = new Set(addressOf && kept.map(({ value }) => addressOf(value)));
    const gone = itemsOf(before, changes).flatMap(({ id, value }) =>
      ids.has(id) || (addressOf && addresses.has(addressOf(value))) ? [] : id,
    );
    return [[name.replace('details.', ''), gone.map(shownId)] as const];
  });
  const links = LINKS.filter((name) => patch[name]).map(
    (name) => [name, before[name].filter((link) => !after[name].includes(link))] as const,
  );
  return [...byId, ...links];
}

/** Removed with their categories. */
const SUB_CATEGORIES = 'details.businessSubCategory';
const LINKS = ['externalLinks', 'videoLinks'] as const;

/** `document:1` -> 1, `floorplan:1` -> floorplan 1. An item without an id gives its address. */
const shownId = (id: string): string =>
  id
    .replace(/^document:/, '')
    .replace(/^(floorplan|attachment):/, '$1 ')
    .replace(/^(\w+ )?url:/, '$1');
