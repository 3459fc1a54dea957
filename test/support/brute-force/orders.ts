import { byText, fold } from './texts.js';

type Order<Thing> = (a: Thing, b: Thing) => number;

/** Something with a name and dates. */
interface Dated {
  readonly name: string;
  readonly createdAt: string;
  readonly updatedAt: string;
}

/** Sorts the latest first. */
const latest =
  (name: 'createdAt' | 'updatedAt'): Order<Pick<Dated, typeof name>> =>
  (a, b) =>
    Date.parse(b[name]) - Date.parse(a[name]);

/** The orders of accounts and agents; ties by id. */
export const DATED_ORDERS: Readonly<Record<string, Order<Dated>>> = {
  id: () => 0,
  name: (a, b) => byText(fold(a.name), fold(b.name)),
  newest: latest('createdAt'),
  updated: latest('updatedAt'),
};

/** Sorts in an order of a list; ties by id. */
export function inOrder<Thing>(
  things: readonly Thing[],
  orders: Readonly<Record<string, Order<Thing>>>,
  sort: string,
  idOf: (thing: Thing) => number,
): Thing[] {
  const order = orders[sort];
  if (!order) throw new RangeError(`No such order: ${sort}`);
  return things.toSorted((a, b) => order(a, b) || idOf(a) - idOf(b));
}
