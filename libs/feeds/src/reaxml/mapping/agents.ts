import type { FeedElement } from '../feed.types.js';
import { agentOf, isEmptyAgent } from './agent.js';
import type { Draft } from './draft.js';
import { attributeOf, type ElementReader } from './element.js';
import type { FeedAgent } from './listing-patch.js';

/** The format has four; some senders have more. */
const MAX_ORDER = 100;

/**
 * `listingAgent` by `@id`, the order in the listing. An element with the id alone removes the agent. Several elements
 * without an id are the whole list; the merge finds the place of a single one.
 */
export const listingAgents: ElementReader = (found, draft) => {
  const hasOrders = found.some((element) => orderOf(element) !== undefined);
  if (!hasOrders && found.length > 1) draft.agents.clear('');
  for (const [order, element] of numbered(found, hasOrders)) {
    const agent = agentOf(element, draft);
    if (agent) addAgent(order, agent, draft);
    else if (orderOf(element) !== undefined && isEmptyAgent(element)) draft.agents.remove(order);
  }
};

/** The elements by their orders. Where two have one order, the later one gets the next free one. */
function numbered(found: readonly FeedElement[], hasOrders: boolean): (readonly [string, FeedElement])[] {
  if (!hasOrders && found.length === 1) return found.map((element) => ['', element]);
  const sorted = found.toSorted((one, other) => (orderOf(one) ?? 1) - (orderOf(other) ?? 1));
  const taken = new Set<number>();
  return sorted.map((element) => {
    let order = orderOf(element) ?? 1;
    while (taken.has(order)) order += 1;
    taken.add(order);
    return [`${order}`, element];
  });
}

function orderOf(element: FeedElement): number | undefined {
  const id = attributeOf(element, 'id') ?? '';
  return /^0*[1-9]\d{0,2}$/.test(id) && Number(id) <= MAX_ORDER ? Number(id) : undefined;
}

/** Adds an agent. A person who is named twice stays at the first place, and does not keep the second one. */
function addAgent(order: string, agent: FeedAgent, draft: Draft): void {
  const same = draft.agents.entries().find(([, existing]) => isSame(existing, agent));
  if (!same) draft.agents.set(order, agent);
  else {
    draft.agents.set(same[0], joined(same[1], agent));
    draft.agents.remove(order);
  }
}

/** The same id; without two ids the same name and no different e-mail: colleagues may share the office's address. */
function isSame(one: FeedAgent, other: FeedAgent): boolean {
  if (one.uniqueListingAgentID && other.uniqueListingAgentID)
    return one.uniqueListingAgentID === other.uniqueListingAgentID;
  return (
    one.name.toLowerCase() === other.name.toLowerCase() &&
    (one.email === '' || other.email === '' || one.email.toLowerCase() === other.email.toLowerCase())
  );
}

function joined(one: FeedAgent, other: FeedAgent): FeedAgent {
  const existing = new Set(one.telephones.map(({ number }) => number));
  const further = other.telephones.filter(({ number }) => !existing.has(number));
  return {
    ...other,
    ...one,
    name: one.name || other.name,
    email: one.email || other.email,
    telephones: [...one.telephones, ...further],
  };
}
