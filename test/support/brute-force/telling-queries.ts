import fc, { type Arbitrary } from 'fast-check';
import type { Query } from './lines.js';
import { LOCATION_NAMES } from './places.draws.js';

/** Parameters that mean something only together. */
const GROUPS = [
  ['near', 'radius', 'sort'],
  ['baseDate', 'datefrom', 'dateto', 'dates'],
  ['surroundingsuburb', ...LOCATION_NAMES],
];

/** They select no rows: every query has them by chance. */
const OF_PAGES = new Set(['page', 'limit', 'cursor', 'view']);

const MOST_DRAWS = 2_000;

const only = (query: Query, names: readonly string[]): Query =>
  Object.fromEntries(Object.entries(query).filter(([name]) => names.includes(name)));

const groupOf = (name: string): string[] => [name, ...GROUPS.filter((group) => group.includes(name)).flat()];

interface DrawnList {
  /** The parameters that it has. */
  readonly parameters: readonly string[];
  readonly queries: Arbitrary<Query>;
  /** What all its rows are found by. */
  readonly everything: Query;
  /** What identifies the rows that a query finds, in order. */
  readonly read: (query: Query) => readonly unknown[];
}

/**
 * For each parameter a drawn query with it and what it needs, which finds rows, and other rows than the same query without
 * the parameter. A parameter without such a draw is in `silent`: whatever it did, no comparison would notice.
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
