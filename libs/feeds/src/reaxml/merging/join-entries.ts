import { joinChanges } from '../items/merge-by-id.js';
import type { FeedListing, ListingPatch } from '../mapping/listing-patch.js';
import { isBeforeLaunch, endsOffer, endsSale, givesSale } from './campaign.js';
import { compareAgents } from './merge-agents.js';
import { itemsAsKind, patchAsKind } from './leave-kind.js';
import { joinItems } from './merge-items.js';

type Tree = Record<string, unknown>;

/** Merges two entries of one listing: fields that the later one does not mention keep the earlier value. */
export function joinEntries(earlier: FeedListing | undefined, later: FeedListing): FeedListing {
  if (!earlier) return later;
  const before = withoutEnded(earlier, later);
  const patch: ListingPatch = joined(patchAsKind(before.patch, earlier.listingType, later.listingType), later.patch);
  if (isBeforeLaunch(earlier.status)) patch.feed = { ...patch.feed, neverCurrent: true };
  const items = itemsAsKind(earlier.items, earlier.listingType, later.listingType);
  const modTime = later.modTime ?? earlier.modTime;
  const agents = joinChanges(earlier.agents, later.agents, { compare: compareAgents });
  return {
    ...later,
    agentID: earlier.agentID,
    ...(modTime === undefined ? {} : { modTime }),
    ...(agents === undefined ? {} : { agents }),
    patch,
    times: { ...before.times, ...later.times },
    items: joinItems(items, later.items, later.patch),
  };
}

/** What stays of an entry after a later one: a sale is replaced as a whole, and ends with the status `current`. */
function withoutEnded({ patch, times, status }: FeedListing, later: FeedListing): Pick<FeedListing, 'patch' | 'times'> {
  const left = { patch: { ...patch }, times: { ...times } };
  if (givesSale(later) || endsSale(status, later)) {
    delete left.patch.soldDetails;
    delete left.times.sold;
  }
  if (endsOffer(patch, status, later)) {
    delete left.patch.underOffer;
    left.patch.feed = { ...patch.feed, underOfferByStatus: null };
  }
  return left;
}

const isTree = (value: unknown): value is Tree => typeof value === 'object' && value !== null && !Array.isArray(value);

function joined(earlier: Tree, later: Tree): Tree {
  const both: Tree = { ...earlier };
  for (const [name, value] of Object.entries(later)) {
    const before = both[name];
    both[name] = isTree(before) && isTree(value) ? joined(before, value) : value;
  }
  return both;
}

/** Whether an entry names a suburb or a street. */
export const hasAddress = ({ patch: { address } }: FeedListing): boolean => Boolean(address?.suburb || address?.street);
