import { dependsOn, mayConcern, ofAccounts, ofThings, type Concern, type Dependence } from '@app/snapshot-cache';

/** Changes of listings that are in the statistics of these agents. */
export const ofListingsWith =
  (agents: readonly unknown[]): Concern =>
  (change) =>
    mayConcern(change, ({ agents: linked }) => !Array.isArray(linked) || linked.some((id) => agents.includes(id)));

/** What the single read of an agent depends on. */
export function agentDependence(text: string): Dependence {
  const { id, website } = JSON.parse(text) as { id: number; website: { websiteID: number } }; // the text of an agent
  const { websiteID } = website;
  return dependsOn({
    agent: ofThings([id]),
    account: ofThings([websiteID]),
    credential: ofAccounts([websiteID]),
    listing: ofListingsWith([id]),
  });
}
