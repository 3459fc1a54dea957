import {
  always,
  haveSame,
  mayMatch,
  movesCount,
  never,
  ofRows,
  type Change,
  type Invalidates,
  type Resource,
  type MatchesRow,
} from '@app/cache';
import type { ShownPage } from './list-query.js';
import type { Order } from './order.js';
import { givenOf, selectivityIn, type GivenParameter } from './parameter.js';
import { anyRow, meetsAll } from './row-matchers.js';

/**
 * The given parameters with a condition or a row test, the most selective first: a row that fails one test needs no
 * other.
 */
const conditionsOf = (query: object): GivenParameter[] =>
  givenOf(query)
    .filter(({ parameter: { predicate, matchesRow } }) => predicate ?? matchesRow)
    .toSorted((one, other) => rankOf(one) - rankOf(other));

const RANKS = { high: 0, medium: 1, low: 2 };
const rankOf = (given: GivenParameter): number => RANKS[selectivityIn(given)];

/** Whether all conditions of a query declare a row test. */
const canMatchRows = (query: object): boolean =>
  conditionsOf(query).every(({ parameter: { matchesRow } }) => matchesRow !== undefined);

/** Whether a condition of a query reads rows of a resource. */
const reads = (query: object, resource: Resource): boolean =>
  conditionsOf(query).some(({ parameter: { matchesRow } }) => matchesRow?.[resource] !== undefined);

/**
 * The test of a query on logged rows of a resource, combined with the tests of named functions; undefined if there is
 * none.
 */
const matchesRowOf = (
  query: object,
  resource: Resource,
  ...combined: (MatchesRow | undefined)[]
): MatchesRow | undefined =>
  meetsAll([
    ...conditionsOf(query).map(({ parameter: { matchesRow }, value }) => matchesRow?.[resource]?.(value as never)),
    ...combined,
  ]);

/**
 * Whether a logged row of the list's own resource is in the list. The result is unknown if a condition on another
 * resource decides. Undefined means that every row is in the list.
 */
export function isListed(query: object, resource: Resource, ...combined: (MatchesRow | undefined)[]) {
  const test = matchesRowOf(query, resource, ...combined);
  const isOwn = conditionsOf(query).every(({ parameter: { matchesRow } }) => matchesRow?.[resource]);
  return isOwn ? test : meetsAll([test, anyRow]);
}

/**
 * The changes of the list's own resource that invalidate a page: they move a row into, out of or within the list, or
 * change a row of the page.
 */
export function ofList(
  resource: Resource,
  { query, order }: { readonly query: object; readonly order: Pick<Order, 'columns'> },
  { keys }: ShownPage,
  ...combined: (MatchesRow | undefined)[]
): Invalidates {
  if (!canMatchRows(query)) return always;
  const test = matchesRowOf(query, resource, ...combined);
  const columns = order.columns && (test ? test.columns && [...order.columns, ...test.columns] : order.columns);
  const invalidates = (change: Change): boolean => {
    if (test && !mayMatch(change, test)) return false;
    return change.id === null || keys.includes(change.id) || !columns || !keepsPlace(change, columns);
  };
  const whole = isListed(query, resource, ...combined);
  return Object.assign(invalidates, { movesTotal: (change: Change) => movesCount(change, whole) });
}

/** The changes of another resource that the conditions read. */
export function ofConditions(query: object, resource: Resource, ...combined: (MatchesRow | undefined)[]): Invalidates {
  if (!canMatchRows(query)) return always;
  const isRead = reads(query, resource) || combined.some((test) => test !== undefined);
  return isRead ? ofRows(matchesRowOf(query, resource, ...combined)) : never;
}

/** Whether a change keeps the values of these columns, and so the position of the row. */
const keepsPlace = ({ old, new: now }: Change, columns: readonly string[]): boolean =>
  old !== null && now !== null && haveSame(columns, old, now);
