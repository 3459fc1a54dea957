import type { FacetDeclaration, FacetValue } from './facet.js';
import { keysOf, type FacetGroups, type FacetPass } from './facet-statement.js';
import { fold } from './search-text.js';

/** A value and its number of rows. */
export interface FacetCount {
  readonly value: FacetValue;
  /** The name of the row that the value identifies. */
  readonly name?: string;
  readonly count: number;
}

/** The counts of a list. */
export interface FacetCounts {
  /** The number of rows that match every filter. */
  readonly total: number;
  readonly facets: Readonly<Record<string, readonly FacetCount[]>>;
  /** The number of all values, by facet. */
  readonly distinct: Readonly<Record<string, number>>;
}

/** The highest counts of each requested facet. */
export function countsOf(
  passes: readonly FacetPass[],
  groups: readonly FacetGroups[],
  asked: readonly string[],
  most: number,
): FacetCounts {
  const found = new Map(
    passes.flatMap((pass, at) => {
      const ofPass = new Map(groups.filter((group) => group.pass === at).map((group) => [group.key, group]));
      const { of } = keysOf(pass);
      return pass.facets.map((facet) => [facet.name, valuesOf(facet, of.get(facet.name) ?? [], ofPass)] as const);
    }),
  );
  const declared = new Map(passes.flatMap((pass) => pass.facets.map((facet) => [facet.name, facet])));
  const facets = asked.map((name) => {
    const { shown } = declared.get(name) ?? {};
    const counts = highest(found.get(name) ?? [], most);
    return [name, shown ? counts.map((one) => ({ ...one, ...shown.membersOf(one.value) })) : counts] as const;
  });
  const distinct = asked.map((name) => [name, found.get(name)?.length ?? 0] as const);
  return { total: totalOf(passes, groups), facets: Object.fromEntries(facets), distinct: Object.fromEntries(distinct) };
}

/** The total: the first pass applies every filter. */
function totalOf([first]: readonly FacetPass[], groups: readonly FacetGroups[]): number {
  const whole = first ? keysOf(first).keys.length : 0;
  return groups.find(({ pass, key }) => pass === 0 && key === whole)?.counts[0] ?? 0;
}

/** The counts per value, summed over keys. Names that differ only in case count as one value, as in filters. */
function valuesOf(
  { named, valuesOf: ofKey }: FacetDeclaration,
  places: readonly number[],
  groups: ReadonlyMap<number, FacetGroups>,
): FacetCount[] {
  const found = new Map<FacetValue, { value: FacetValue; count: number; name?: string }>();
  const isName = named && !named.isBeside;
  for (const [at, place] of places.entries()) {
    const { counts = [], keys = [], names } = groups.get(place) ?? {};
    const shown = (named && names?.[named.column]) ?? [];
    for (const [row, key] of (isName ? shown : keys).entries()) {
      if (key === null || key === '') continue;
      const count = counts[row] ?? 0;
      for (const value of isName ? [key] : ofKey(key, at)) {
        const folded = isName ? fold(String(value)) : value;
        const known = found.get(folded);
        if (!known) found.set(folded, { value, count, ...(named?.isBeside && { name: shown[row] ?? '' }) });
        else {
          known.count += count;
          if (value < known.value) known.value = value;
        }
      }
    }
  }
  return [...found.values()];
}

/** The highest counts first, then by value: numbers by size, texts by character. */
function highest(counts: FacetCount[], most: number): FacetCount[] {
  return counts.sort((one, other) => other.count - one.count || (one.value < other.value ? -1 : 1)).slice(0, most);
}
