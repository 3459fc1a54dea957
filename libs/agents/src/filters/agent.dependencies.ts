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

/** Changes of listings that count in the statistics of these agents. */
export const ofListingsWith =
  (agents: readonly unknown[]): Invalidates =>
  (change) =>
    mayMatch(change, ({ agents: linked }) => !Array.isArray(linked) || linked.some((id) => agents.includes(id)));

/** Changes that move listings into or out of the counts of agents. */
export const ofCountedListings: Invalidates = ({ old, new: now }) =>
  (old === null && now === null) || countedIn(old) === undefined || countedIn(old) !== countedIn(now);

/** The account and agents for whom a row is a current listing; undefined: unknown. */
function countedIn(row: NarrowRow | null): string | undefined {
  const { status, website_id: websiteID, agents } = row ?? {};
  if (row === null || (status !== undefined && status !== 'current')) return '';
  return Array.isArray(agents) ? JSON.stringify([status, websiteID, agents]) : undefined;
}

/** The dependencies of the single read of an agent. */
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
