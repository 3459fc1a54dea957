import type { ListingDetails, ListingLine } from '@app/listings';
import { type FeedAgent, compareIds, mergeById, type Item, type ItemChanges } from '@app/reaxml';
import { agentNameOf } from './feed-agent-match.js';

type OtherAgent = NonNullable<ListingDetails['otherAgents']>[number];
type LineAgent = ListingLine['agents'][number];

/** A person of another office (B68), without a row: the id is valid in this list only. */
export type ListedOther = Omit<OtherAgent, 'order'> & { readonly id: string; readonly order?: number };

/** An agent of a listing. */
export type Listed = LineAgent | ListedOther;

export const isOtherAgent = (listed: Listed): listed is ListedOther => 'agentID' in listed;

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
  agents: listed.flatMap((one) => (isOtherAgent(one) ? [] : one)),
  details: { ...details, otherAgents: listed.flatMap((one) => (isOtherAgent(one) ? withoutId(one) : [])) },
});

const withoutId = ({ id: _id, ...other }: ListedOther & { readonly order: number }): OtherAgent => other;

/**
 * A person of another office after an entry. Fields that the entry omits stay. Undefined without a name.
 *
 * @param id for a person who is new in the listing
 */
export function otherAgent(agent: FeedAgent, former: Listed | undefined, id: string): ListedOther | undefined {
  const stored = former && isOtherAgent(former) ? former : undefined;
  const name = agent.name || stored?.name || agentNameOf(agent);
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

/** Agents in order; agents without an order go last. */
const compareAgents = (one: Item<unknown>, other: Item<unknown>): number => compareIds(one.id, other.id);

/** The agents of a listing by their orders. */
const agentsByOrder = <T extends Listed>(agents: readonly T[]): Item<T>[] =>
  agents.map((value, at) => ({ id: `${value.order ?? at + 1}`, value }));

/**
 * The agents of a listing after an entry. A person has one place: an agent with a new place leaves the former one. An
 * agent without an order keeps its place, or becomes the first agent.
 */
export function mergeAgents<T extends Listed>(
  before: readonly T[],
  changes: ItemChanges<T>,
): (T & { readonly order: number })[] {
  const stored = agentsByOrder(before);
  const placeOf = new Map(stored.map(({ id, value }) => [value.id, id]));
  const put = changes.put.map(({ id, value }) => ({ id: id || (placeOf.get(value.id) ?? '1'), value }));
  const named = new Set(put.map(({ value }) => value.id));
  const others = stored.filter(({ id, value }) => !named.has(value.id) || put.some((one) => one.id === id));
  const merged = mergeById(others, { ...changes, put }, { compare: compareAgents });
  const distinct = new Map(merged.toReversed().map(({ id, value }) => [value.id, { ...value, order: Number(id) }]));
  return [...distinct.values()].toReversed();
}

/** The orders of the agents that are gone and not replaced. */
export function removedAgents(before: readonly Listed[], after: readonly Listed[]): string[] {
  const persons = new Set(after.map(({ id }) => id));
  const orders = new Set(agentsByOrder(after).map(({ id }) => id));
  return agentsByOrder(before).flatMap(({ id, value }) => (persons.has(value.id) || orders.has(id) ? [] : id));
}
