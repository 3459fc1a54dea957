import { itemID, type FeedItemIDs, type FeedState } from './listing-feed.fields.js';
import type { ListingLine } from './listing.line.js';

/** Orders beyond it are ignored. */
const MAX_ORDER = 1000;

/** Leaves of the feed state of a line only what differs from the default, so that equal states are equal texts. */
export function normalizeFeedState(line: ListingLine): void {
  const { itemIDs, neverCurrent, isHidden, underOfferByStatus, viewFromWords } = line.feed ?? {};
  const ids = itemIDs && normalIds(itemIDs, line);
  const feed: FeedState = {
    ...(ids && { itemIDs: ids }),
    ...(neverCurrent && line.status !== 'current' && { neverCurrent }),
    ...(isHidden && (line.status === 'offmarket' || line.status === 'withdrawn') && { isHidden }),
    ...(underOfferByStatus && { underOfferByStatus }),
    ...(viewFromWords && line.price.priceView !== '' && { viewFromWords }),
  };
  if (Object.keys(feed).length > 0) line.feed = feed;
  else delete line.feed;
}

/** The ids that fit the texts and are not their positions. */
function normalIds(given: FeedItemIDs, line: ListingLine): FeedItemIDs | undefined {
  const texts = { ...line, highlights: line.details?.highlights ?? [] };
  const names = ['commercialCategory', 'businessCategory', 'externalLinks', 'videoLinks', 'highlights'] as const;
  const entries = names.flatMap((name) => {
    const ids = given[name];
    if (!ids || ids.length !== texts[name].length || new Set(ids).size !== ids.length) return [];
    if (!ids.every((id) => itemID.accepts(id)) || ids.every((id, at) => id === `${at + 1}`)) return [];
    return [[name, ids] as const];
  });
  return entries.length > 0 ? Object.fromEntries(entries) : undefined;
}

/** Removes repeated agents, and orders that are the position in the list or not above the one before. */
export function normalizeAgents(line: ListingLine): void {
  const distinct = [...new Map(line.agents.map((agent) => [agent.id, agent])).values()];
  let last = 0;
  line.agents = distinct.map(({ order, ...agent }, at) => {
    const own = order !== undefined && order > last && order <= MAX_ORDER ? order : Math.max(at, last) + 1;
    last = own;
    return own === at + 1 ? agent : { ...agent, order: own };
  });
}
