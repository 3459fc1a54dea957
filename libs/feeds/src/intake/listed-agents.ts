import type { ListingDetails, ListingLine } from '@app/listings';
import type { FeedAgent } from '../reaxml/mapping/listing-patch.js';
import { nameOf } from './feed-agent-match.js';

type OtherAgent = NonNullable<ListingDetails['otherAgents']>[number];
type LineAgent = ListingLine['agents'][number];

/** A person of another office (B68), who has no row: the id is of this list alone. */
export type ListedOther = Omit<OtherAgent, 'order'> & { readonly id: string; readonly order?: number };

/** An agent of a listing. */
export type Listed = LineAgent | ListedOther;

export const isOther = (listed: Listed): listed is ListedOther => 'agentID' in listed;

/** All agents of a listing, with their orders. */
export const listedIn = (line: ListingLine | undefined): Listed[] => [
  ...(line?.agents ?? []).map((agent, at) => ({ ...agent, order: agent.order ?? at + 1 })),
  ...(line?.details?.otherAgents ?? []).map((other) => ({ ...other, id: `order ${other.order}` })),
];

/** The fields of a line that hold its agents. */
export const agentFields = (
  { details }: ListingLine,
  listed: readonly (Listed & { readonly order: number })[],
): Pick<ListingLine, 'agents' | 'details'> => ({
  agents: listed.flatMap((one) => (isOther(one) ? [] : one)),
  details: { ...details, otherAgents: listed.flatMap((one) => (isOther(one) ? withoutId(one) : [])) },
});

const withoutId = ({ id: _id, ...other }: ListedOther & { readonly order: number }): OtherAgent => other;

/**
 * A person of another office as an entry gives it; what it does not give stays. Undefined if there is no name.
 *
 * @param id of a person who is new in the listing
 */
export function otherAgent(agent: FeedAgent, former: Listed | undefined, id: string): ListedOther | undefined {
  const stored = former && isOther(former) ? former : undefined;
  const name = agent.name || stored?.name || nameOf(agent);
  const person = agent.uniqueListingAgentID ?? stored?.uniqueListingAgentID;
  if (name === '') return undefined;
  const isEmptied = (field: string) => agent.emptied?.some((emptied) => emptied.startsWith(field));
  return {
    id: stored?.id ?? id,
    agentID: agent.agentID ?? '',
    ...(person ? { uniqueListingAgentID: person } : {}),
    name,
    telephone:
      agent.telephones.length > 0 || isEmptied('telephone') ? [...agent.telephones] : (stored?.telephone ?? []),
    email: agent.email || (isEmptied('email') ? '' : (stored?.email ?? '')),
    profileVisibility: agent.profileVisibility ?? former?.profileVisibility ?? true,
  };
}
