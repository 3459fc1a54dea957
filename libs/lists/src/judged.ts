import { always, mayConcern, never, ofRows, type Change, type Concern, type Resource, type RowTest } from '@app/cache';
import type { ShownPage } from './list-query.js';
import type { Order } from './order.js';
import { givenOf, selectivityIn, type Given } from './parameter.js';
import { meetsAll } from './row-test.js';

/**
 * The given parameters with a condition or a test, the most selective first: a row that fails it needs no other test.
 */
const conditionsOf = (query: object): Given[] =>
  givenOf(query)
    .filter(({ parameter: { predicate, judged } }) => predicate ?? judged)
    .toSorted((one, other) => rankOf(one) - rankOf(other));

const RANKS = { high: 0, medium: 1, low: 2 };
const rankOf = (given: Given): number => RANKS[selectivityIn(given)];

/** Whether all conditions of a query declare a test. */
const isJudged = (query: object): boolean =>
  conditionsOf(query).every(({ parameter: { judged } }) => judged !== undefined);

/** Whether a condition of a query reads rows of a resource. */
const reads = (query: object, resource: Resource): boolean =>
  conditionsOf(query).some(({ parameter: { judged } }) => judged?.[resource] !== undefined);

/**
 * The test of a query on logged rows of a resource, combined with the tests of named functions; undefined if it has
 * none.
 */
const rowTestOf = (query: object, resource: Resource, ...combined: (RowTest | undefined)[]): RowTest | undefined =>
  meetsAll([
    ...conditionsOf(query).map(({ parameter: { judged }, value }) => judged?.[resource]?.(value as never)),
    ...combined,
  ]);

/**
 * The changes of the list's own resource that invalidate a page: they move a row into the list, out of it or within it,
 * or change a row of the page.
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

/** The changes of another resource that the conditions read. */
export function ofNamed(query: object, resource: Resource, ...combined: (RowTest | undefined)[]): Concern {
  if (!isJudged(query)) return always;
  const isRead = reads(query, resource) || combined.some((test) => test !== undefined);
  return isRead ? ofRows(rowTestOf(query, resource, ...combined)) : never;
}

/** Whether a row keeps its position in a list that depends on these columns. */
function keepsPlace({ old, new: now }: Change, columns: readonly string[]): boolean {
  return old !== null && now !== null && columns.every((column) => isSame(old[column], now[column]));
}

function isSame(one: unknown, other: unknown): boolean {
  if (one === undefined || other === undefined) return false;
  return one === other || (typeof one === 'object' && JSON.stringify(one) === JSON.stringify(other));
}
