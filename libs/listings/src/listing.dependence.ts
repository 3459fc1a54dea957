import { dependsOn, either, ofRows, ofThings, type Concern, type Dependence, type NarrowRow } from '@app/cache';

/** What a single listing shows of other things. */
interface ShownListing {
  readonly agents: readonly { readonly id: number }[];
  readonly website: { readonly websiteID: number };
}

/** The ids of the agents that are shown with listings. */
export const agentsOf = (listings: readonly ShownListing[]): number[] => [
  ...new Set(listings.flatMap(({ agents }) => agents.map(({ id }) => id))),
];

const isCurrentOf = (row: NarrowRow | null, agent: number): boolean => {
  const { agents, status } = row ?? {};
  return status === 'current' && Array.isArray(agents) && agents.includes(agent);
};

/** Changes that can give one of these agents a current listing, or take the last one away. */
export const ofCurrentListings =
  (agents: readonly number[]): Concern =>
  ({ old, new: now }) =>
    (old === null && now === null) || agents.some((agent) => isCurrentOf(old, agent) !== isCurrentOf(now, agent));

/**
 * What the single read of a listing depends on.
 *
 * @param id the numeric id or object identifier that was asked for, if it was one
 * @param uniqueID the identifier as it was asked for
 */
export function listingDependence(id: number | string | undefined, uniqueID: string, text: string): Dependence {
  const listing = JSON.parse(text) as ShownListing; // the text of a listing
  const uid = typeof id === 'string' ? id.toLowerCase() : id;
  const isAsked = (row: NarrowRow) => [row['id'], row['uid']].includes(uid) || row['unique_id'] === uniqueID;
  const agents = agentsOf([listing]);
  return dependsOn({
    listing: either(ofRows(isAsked), ofCurrentListings(agents)),
    account: ofThings([listing.website.websiteID]),
    agent: ofThings(agents),
  });
}
