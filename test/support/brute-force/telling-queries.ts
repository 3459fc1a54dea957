import fc, { type Arbitrary } from 'fast-check';
import type { Query } from './lines.js';
import { LOCATION_NAMES } from './places.draws.js';

/** Parameters that have a meaning only together. */
const GROUPS = [
  ['near', 'radius', 'sort'],
  ['baseDate', 'datefrom', 'dateto', 'dates'],
  ['surroundingsuburb', 'listsIn', ...LOCATION_NAMES],
];

/** Parameters that select no rows. Every query may have them. */
const OF_PAGES = new Set(['page', 'limit', 'cursor', 'view']);

const MOST_DRAWS = 2_000;

const only = (query: Query, names: readonly string[]): Query =>
  Object.fromEntries(Object.entries(query).filter(([name]) => names.includes(name)));

const groupOf = (name: string): string[] => [name, ...GROUPS.filter((group) => group.includes(name)).flat()];

interface DrawnList {
  /** The parameters of the query. */
  readonly parameters: readonly string[];
  readonly queries: Arbitrary<Query>;
  /** The value by which all rows are found. */
  readonly everything: Query;
  /** The identifiers of the rows that a query finds, in order. */
  readonly read: (query: Query) => readonly unknown[];
}

/**
 * For each parameter, draws a query that finds rows, and finds other rows without the parameter. Parameters without
 * such a query are in `silent`: no comparison would notice a fault in them.
 */
export function tellingQueries(list: DrawnList, seed: number): { telling: Query[]; silent: string[] } {
  const found = new Map<string, Query>();
  const silent = new Set(list.parameters.filter((name) => !OF_PAGES.has(name)));
  for (const drawn of fc.sample(list.queries, { seed, numRuns: MOST_DRAWS })) {
    for (const name of silent) {
      const query = name in drawn ? tellingPart(list, drawn, name) : undefined;
      if (!query) continue;
      found.set(name, query);
      silent.delete(name);
    }
    if (silent.size === 0) break;
  }
  return { telling: [...found.values()], silent: [...silent] };
}

function tellingPart({ everything, read }: DrawnList, drawn: Query, name: string): Query | undefined {
  const { [name]: _, ...without } = { ...everything, ...only(drawn, groupOf(name)) };
  const query = { ...without, [name]: drawn[name] ?? '' };
  const rows = read(query);
  return rows.length > 0 && String(rows) !== String(read(without)) ? query : undefined;
}
