import { compareIds, type Item, type ItemChanges, mergeById } from '../items/merge-by-id.js';

/** An agent of a listing; a person of another office has a text as id. */
interface Listed {
  readonly id: number | string;
  readonly order?: number;
}

/** Agents in their order; one without an order goes last. */
const compareAgents = (one: Item<unknown>, other: Item<unknown>): number => compareIds(one.id, other.id);

/** The agents of a listing by their orders. */
const agentsByOrder = <T extends Listed>(agents: readonly T[]): Item<T>[] =>
  agents.map((value, at) => ({ id: `${value.order ?? at + 1}`, value }));

/**
 * The agents of a listing after an entry. A person has one place: an agent with a new place leaves the former one. One that
 * is named without an order keeps the place, or becomes the first agent.
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
