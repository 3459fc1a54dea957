import { always, mayConcern, never, ofRows, type Change, type Concern, type Resource, type RowTest } from '@app/cache';
import type { ShownPage } from './list-query.js';
import type { Order } from './order.js';
import { givenOf, selectivityIn, type Given } from './parameter.js';
import { meetsAll } from './row-test.js';

/**
 * The given parameters that have a condition of their own, or say how theirs is judged. The most selective ones come
 * first: a row that does not meet them is judged at once.
 */
const conditionsOf = (query: object): Given[] =>
  givenOf(query)
    .filter(({ parameter: { predicate, judged } }) => predicate ?? judged)
    .toSorted((one, other) => rankOf(one) - rankOf(other));

const RANKS = { high: 0, medium: 1, low: 2 };
const rankOf = (given: Given): number => RANKS[selectivityIn(given)];

/** Whether all conditions of a query declare what they read. */
const isJudged = (query: object): boolean =>
  conditionsOf(query).every(({ parameter: { judged } }) => judged !== undefined);

/** Whether a condition of a query reads rows of a resource. */
const reads = (query: object, resource: Resource): boolean =>
  conditionsOf(query).some(({ parameter: { judged } }) => judged?.[resource] !== undefined);

/**
 * The conditions of a query on logged rows of a resource, and those of named functions; undefined if none can be judged
 * by such rows.
 */
const rowTestOf = (query: object, resource: Resource, ...combined: (RowTest | undefined)[]): RowTest | undefined =>
  meetsAll([
    ...conditionsOf(query).map(({ parameter: { judged }, value }) => judged?.[resource]?.(value as never)),
    ...combined,
  ]);

/**
 * The changes of the resource that a list consists of, that can concern a page of it: they move a row into the list, out
 * of it or to another place in it, or change a row that the page shows.
 */
export function ofList(
  resource: Resource,
  { query, order }: { readonly query: object; readonly order: Pick<Order, 'columns'> },
  { keys }: ShownPage,
  ...combined: (RowTest | undefined)[]
): Concern {
  if (!isJudged(query)) return always;
  const test = rowTestOf(query, resource, ...combined);
  const columns = order.columns && (test ? test.columns && [...order.columns, ...test.columns] : order.columns);
  return (change) => {
    if (test && !mayConcern(change, test)) return false;
    return change.id === null || keys.includes(change.id) || !columns || !keepsPlace(change, columns);
  };
}

/** The changes of another resource that conditions read, if any do. */
export function ofNamed(query: object, resource: Resource, ...combined: (RowTest | undefined)[]): Concern {
  if (!isJudged(query)) return always;
  const isRead = reads(query, resource) || combined.some((test) => test !== undefined);
  return isRead ? ofRows(rowTestOf(query, resource, ...combined)) : never;
}

/** Whether a row is where it was, in a list that these columns decide. */
function keepsPlace({ old, new: now }: Change, columns: readonly string[]): boolean {
  return old !== null && now !== null && columns.every((column) => isSame(old[column], now[column]));
}

function isSame(one: unknown, other: unknown): boolean {
  if (one === undefined || other === undefined) return false;
  return one === other || (typeof one === 'object' && JSON.stringify(one) === JSON.stringify(other));
}
