import { parseStored } from '@app/schema';
import {
  dependsOn,
  mayMatch,
  ofAccounts,
  ofIds,
  type Invalidates,
  type CacheDependencies,
  type NarrowRow,
} from '@app/cache';

/** Changes of listings that are in the statistics of these agents. */
export const ofListingsWith =
  (agents: readonly unknown[]): Invalidates =>
  (change) =>
    mayMatch(change, ({ agents: linked }) => !Array.isArray(linked) || linked.some((id) => agents.includes(id)));

/** Changes that move listings into what is counted of agents, or out of it. */
export const ofCountedListings: Invalidates = ({ old, new: now }) =>
  (old === null && now === null) || countedIn(old) === undefined || countedIn(old) !== countedIn(now);

/** Whose current listing a row is, and of which account; undefined: not known. */
function countedIn(row: NarrowRow | null): string | undefined {
  const { status, website_id: websiteID, agents } = row ?? {};
  if (row === null || (status !== undefined && status !== 'current')) return '';
  return Array.isArray(agents) ? JSON.stringify([status, websiteID, agents]) : undefined;
}

/** What the single read of an agent depends on. */
export function agentDependencies(text: string): CacheDependencies {
  const { id, website } = parseStored<{ id: number; website: { websiteID: number } }>(text);
  const { websiteID } = website;
  return dependsOn({
    agent: ofIds([id]),
    account: ofIds([websiteID]),
    credential: ofAccounts([websiteID]),
    listing: ofListingsWith([id]),
  });
}
