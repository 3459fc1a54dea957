import type { ListingLine } from '@app/listings';
import type { FeedNote } from '../reaxml/feed.types.js';
import type { FeedListing } from '../reaxml/mapping/listing-patch.js';
import { removedItems } from '../reaxml/merging/merge-items.js';
import type { ListedAgents } from './feed-agents.writer.js';

/** More ids are only counted. */
const MAX_IDS = 40;

/** Notes about what an entry removes from the lists of a listing, and about agents that are not linked. */
export function removalNotes(
  { position, patch, items }: FeedListing,
  before: ListingLine | undefined,
  line: ListingLine,
  agents: ListedAgents | undefined,
): FeedNote[] {
  const lists = before ? removedItems(before, line, { patch, items }) : [];
  const removed = [...lists, ['agents', agents?.removed ?? []] as const].filter(([, ids]) => ids.length > 0);
  const unknown = (agents?.unknown ?? []).map(({ uniqueListingAgentID }) => ({
    ...position,
    element: 'listingAgent',
    problem: `nobody has the uniqueListingAgentID ${JSON.stringify(uniqueListingAgentID)}, and no name is given`,
    done: 'left out',
  }));
  const others = (agents?.others ?? []).map(({ agentID, name }) => ({
    ...position,
    element: 'listingAgent',
    problem: `${JSON.stringify(name)} is of the office ${JSON.stringify(agentID)}`,
    done: 'shown with the listing alone',
  }));
  return [
    ...unknown,
    ...others,
    ...removed.map(([list, ids]) => ({
      ...position,
      element: list,
      problem: `${ids.length} removed (${idsText(ids)})`,
      done: 'as the entry says',
    })),
  ];
}

const idsText = (ids: readonly string[]): string =>
  ids.length > MAX_IDS ? `${ids.slice(0, MAX_IDS).join(', ')}, ...` : ids.join(', ');
