import type { FeedListing, ListingPatch } from '../mapping/listing-patch.js';
import { patchAsKind } from './leave-kind.js';
import { mergeFiles } from './merge-files.js';

type Tree = Record<string, unknown>;

/** Merges two entries of one listing: fields that the later one does not mention keep the earlier value. */
export function joinEntries(earlier: FeedListing | undefined, later: FeedListing): FeedListing {
  if (!earlier) return later;
  const before = patchAsKind(earlier.patch, earlier.listingType, later.listingType);
  const patch: ListingPatch = joined(before, later.patch);
  const { documents } = later.patch;
  if (documents) patch.documents = mergeFiles(before.documents ?? [], documents, later.fileSources);
  const modTime = later.modTime ?? earlier.modTime;
  const agents = later.agents ?? earlier.agents;
  return {
    ...later,
    agentID: earlier.agentID,
    ...(modTime === undefined ? {} : { modTime }),
    ...(agents === undefined ? {} : { agents }),
    patch,
    times: { ...earlier.times, ...later.times },
    fileSources: [...new Set([...earlier.fileSources, ...later.fileSources])],
  };
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
