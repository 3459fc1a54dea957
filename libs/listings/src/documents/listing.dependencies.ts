import { parseStored } from '@app/schema';
import type { Recipient } from '@app/http';
import {
  dependsOn,
  either,
  never,
  ofRows,
  ofIds,
  type Invalidates,
  type CacheDependencies,
  type NarrowRow,
} from '@app/cache';

/** The rows of other resources that a single read of a listing shows. */
interface ShownListing {
  readonly agents: readonly { readonly id: number }[];
  readonly website: { readonly websiteID: number };
}

/** The ids of the agents of listings. */
export const agentsOf = (listings: readonly ShownListing[]): number[] => [
  ...new Set(listings.flatMap(({ agents }) => agents.map(({ id }) => id))),
];

const isCurrentOf = (row: NarrowRow | null, agent: number): boolean => {
  const { agents, status } = row ?? {};
  return status === 'current' && Array.isArray(agents) && agents.includes(agent);
};

/** Changes that may give one of these agents the first current listing, or remove the last one. */
export const ofCurrentListings =
  (agents: readonly number[]): Invalidates =>
  ({ old, new: now }) =>
    (old === null && now === null) || agents.some((agent) => isCurrentOf(old, agent) !== isCurrentOf(now, agent));

/** Changes of the recipient's account, which determine the listings that it shows and that come first (D2). */
export const ofRecipient = ({ siteID }: Recipient): Invalidates => (siteID === undefined ? never : ofIds([siteID]));

/** Whether a row has a requested identifier. @param id as in `listingDependencies` */
export function isRequested(id: number | string | undefined, uniqueID: string): (row: NarrowRow) => boolean {
  const uid = typeof id === 'string' ? id.toLowerCase() : id;
  return (row) => [row['id'], row['uid']].includes(uid) || row['unique_id'] === uniqueID;
}

/**
 * The dependencies of the single read of a listing.
 * @param id the requested identifier, if it was a numeric id or object identifier
 * @param uniqueID the requested identifier
 * @param account changes of other accounts that affect it
 */
export function listingDependencies(
  id: number | string | undefined,
  uniqueID: string,
  text: string,
  account: Invalidates,
): CacheDependencies {
  const listing = parseStored<ShownListing>(text);
  const agents = agentsOf([listing]);
  return dependsOn({
    listing: either(ofRows(isRequested(id, uniqueID)), ofCurrentListings(agents)),
    account: either(ofIds([listing.website.websiteID]), account),
    agent: ofIds(agents),
  });
}
