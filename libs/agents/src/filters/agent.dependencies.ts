import { parseStored } from '@app/schema';
import type { LinkIdentifier } from '@app/http';
import { equals, fold } from '@app/lists';
import {
  dependsOn,
  either,
  mayMatch,
  ofAccounts,
  ofIds,
  ofRows,
  type Invalidates,
  type CacheDependencies,
} from '@app/cache';

/** Changes of listings that count in the statistics of these agents. */
export const ofListingsWith =
  (agents: readonly unknown[]): Invalidates =>
  (change) =>
    mayMatch(change, ({ agents: linked }) => !Array.isArray(linked) || linked.some((id) => agents.includes(id)));

/** The dependencies of the single read of an agent. */
export function agentDependencies(text: string, read: LinkIdentifier): CacheDependencies {
  const { id, website } = parseStored<{ id: number; website: { websiteID: number } }>(text);
  const { websiteID } = website;
  return dependsOn({
    // Another agent with the slug may come first.
    agent: typeof read === 'object' ? either(ofIds([id]), ofRows(equals('slug', fold(read.name)))) : ofIds([id]),
    account: ofIds([websiteID]),
    credential: ofAccounts([websiteID]),
    listing: ofListingsWith([id]),
  });
}
