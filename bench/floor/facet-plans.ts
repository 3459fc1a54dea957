import { FLAGS } from '../flags.js';
import { conditionsOf } from './listing-conditions.js';
import { prepared, Values, type Answer, type Plan, type Query, type Row } from './plan.js';

type Value = string | number;

/** So many flags are a key. */
const CHUNK = 10;
const CHUNKS = Array.from({ length: Math.ceil(FLAGS.length / CHUNK) }, (_, at) => at * CHUNK);

const HALVES = Array.from({ length: 18 }, (_, at) => 10 + at * 5);
const BOUNDS = [0, ...[10, 1e2, 1e3, 1e4, 1e5, 1e6].flatMap((unit) => HALVES.map((one) => one * unit)), 1e8];

/** SQL of the keys of a facet. */
const KEYS: Readonly<Record<string, readonly string[]>> = {
  bedrooms: ['bedrooms'],
  category: ['category'],
  suburb: ['suburb_id'],
  price: [`width_bucket(price, '{${BOUNDS.join()}}'::float8[])`],
  features: CHUNKS.map((shift) => `(flags >> ${shift} & ${2 ** CHUNK - 1})::int`),
};

/** What a key stands for. */
const VALUES: Readonly<Record<string, (key: string, chunk: number) => readonly Value[]>> = {
  bedrooms: (key) => [Number(key)],
  category: (key) => [key],
  suburb: (name) => [name],
  price: (key) => [BOUNDS[Number(key) - 1] ?? 0],
  features: (key, chunk) => FLAGS.slice(chunk * CHUNK).filter((_, bit) => bit < CHUNK && (Number(key) >> bit) & 1),
};

const isOfBedrooms = (facet: string): boolean => facet === 'bedrooms';

/** How many listings have each value: the rows are read once, and once more for a facet that is filtered by. */
export function planFacets(query: Query): Plan {
  const names = (query['facets'] ?? '').split(',');
  const values = new Values();
  const { minbedrooms, ...others } = query;
  const isSplit = minbedrooms !== undefined && names.some(isOfBedrooms);
  const arms = isSplit
    ? [
        arm(
          query,
          names.filter((name) => !isOfBedrooms(name)),
          values,
        ),
        arm(others, names.filter(isOfBedrooms), values),
      ]
    : [arm(query, names, values)];
  const text = arms.join(' UNION ALL ');
  return { statement: prepared(text, values.list), present: (rows) => counted(query, names, rows) };
}

/** Rows of `facet, part of it, keys, counts`, these in JSON. */
function arm(query: Query, names: readonly string[], values: Values): string {
  const conditions = conditionsOf(query, values).texts;
  const table = 'region' in query ? 'current_listings' : 'listings';
  const where = [...(table === 'listings' ? ["listing.status = 'current'"] : []), ...conditions].join(' AND ');
  const keys = names.flatMap((name) => (KEYS[name] ?? []).map((sql, part) => ({ name, part, sql })));
  const all = keys.map((_, at) => `k${at}`);
  const suburb = keys.findIndex(({ name }) => name === 'suburb');
  const suburbKey = suburb < 0 ? 'NULL::int' : `k${suburb}`;
  return `SELECT facet, part, json_agg(coalesce(suburb, value))::text, json_agg(count)::text FROM (
      SELECT CASE GROUPING(${all.join()}) ${wordsOf(keys, ({ name }) => `'${name}'`)} ELSE 'total' END AS facet,
        CASE GROUPING(${all.join()}) ${wordsOf(keys, ({ part }) => String(part))} ELSE 0 END AS part,
        coalesce(${all.map((key) => `${key}::text`).join()}) AS value, count(*)::int, ${suburbKey} AS id
      FROM (SELECT ${keys.map(({ sql }, at) => `${sql} AS k${at}`).join()} FROM ${table} listing WHERE ${where}) rows
      GROUP BY GROUPING SETS ((), ${all.map((key) => `(${key})`).join()})
    ) grouped LEFT JOIN LATERAL (SELECT suburb FROM suburbs WHERE suburbs.id = grouped.id OFFSET 0) named ON TRUE
    GROUP BY facet, part`;
}

const wordsOf = <T>(keys: readonly T[], word: (key: T) => string): string =>
  keys.map((key, at) => `WHEN ${2 ** keys.length - 1 - 2 ** (keys.length - 1 - at)} THEN ${word(key)}`).join(' ');

function counted(query: Query, names: readonly string[], rows: readonly Row[]): Answer {
  const most = Number(query['facetLimit'] ?? 50);
  const found = names.map((name) => [name, sumsOf(name, rows)] as const);
  const total = (JSON.parse(String(rows.find(([facet]) => facet === 'total')?.[3])) as number[])[0];
  const facets = Object.fromEntries(found.map(([name, sums]) => [name, highest(sums, most)]));
  const distinct = Object.fromEntries(found.map(([name, sums]) => [name, sums.size]));
  return { body: JSON.stringify({ total, facets, distinct }) };
}

function sumsOf(name: string, rows: readonly Row[]): Map<Value, number> {
  const sums = new Map<Value, number>();
  for (const [facet, part, keys, counts] of rows) {
    if (facet !== name) continue;
    const sizes = JSON.parse(String(counts)) as number[];
    for (const [at, key] of (JSON.parse(String(keys)) as (string | null)[]).entries()) {
      if (!key) continue;
      for (const value of VALUES[name]?.(key, Number(part)) ?? [])
        sums.set(value, (sums.get(value) ?? 0) + (sizes[at] ?? 0));
    }
  }
  return sums;
}

const highest = (sums: ReadonlyMap<Value, number>, most: number) =>
  [...sums]
    .sort(([one, ones], [other, others]) => others - ones || (one < other ? -1 : 1))
    .slice(0, most)
    .map(([value, count]) => ({ value, count }));
