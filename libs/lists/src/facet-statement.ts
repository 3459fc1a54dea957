import { join, raw, sql, type Sql } from '@app/sql';
import type { FacetDeclaration } from './facet.js';

/** The rows of all facets that apply the same filters. */
export interface FacetPass {
  readonly source: Sql;
  readonly where: Sql;
  /** The facets that these rows are counted for; if empty, only the total is counted. */
  readonly facets: readonly FacetDeclaration[];
  /** SQL of a column of these rows. */
  readonly column: (name: string) => Sql;
}

/** The groups of a pass by one key. */
export interface FacetGroups {
  readonly pass: number;
  /** The index of the key in the pass; the index after the last key stands for all rows. */
  readonly key: number;
  readonly counts: readonly number[];
  /** The keys as texts, aligned with the counts. */
  readonly keys: readonly (string | null)[];
  /** The values that the keys refer to in another table, by column. */
  readonly names: Readonly<Record<string, readonly (string | null)[]>> | null;
}

/** The distinct keys of a pass; facets may share a key. */
export function keysOf({ facets, column }: FacetPass): { readonly keys: Sql[]; readonly of: Map<string, number[]> } {
  const keys: Sql[] = [];
  const places = new Map<string, number>();
  const of = new Map<string, number[]>();
  for (const facet of facets) {
    const own = facet.keysOf(column(facet.column), column).map((key) => {
      const known = places.get(key.text);
      if (known !== undefined) return known;
      places.set(key.text, keys.length);
      return keys.push(key) - 1;
    });
    of.set(facet.name, own);
  }
  return { keys, of };
}

/** One statement for all passes. Each pass reads its rows once and groups them by each key. */
export const facetsStatement = (passes: readonly FacetPass[]): Sql => join(passes.map(groupsOf), ' UNION ALL ');

function groupsOf(pass: FacetPass, at: number): Sql {
  const { source, where } = pass;
  const { keys } = keysOf(pass);
  if (keys.length === 0) {
    return sql`SELECT ${raw(String(at))} AS pass, 0 AS key, json_build_array(count(*)) AS counts, '[null]'::json AS keys,
      NULL::json AS names FROM ${source} WHERE ${where}`;
  }
  const names = keys.map((_, place) => raw(`k${place}`));
  const columns = join(keys.map((key, place) => sql`${key} AS ${names[place]}`));
  const sets = join([sql`()`, ...names.map((name) => sql`(${name})`)]);
  // GROUPING sets the bits of the keys that a group does not use.
  const all = 2 ** keys.length - 1;
  const places = keys.map((_, place) => raw(`WHEN ${all - 2 ** (keys.length - 1 - place)} THEN ${place}`));
  const named = namedOf(pass);
  return sql`SELECT ${raw(String(at))} AS pass, grouped.key, json_agg(grouped.count) AS counts, json_agg(grouped.value) AS keys,
      ${named.names} AS names
    FROM (
      SELECT CASE GROUPING(${join(names)}) ${join(places, ' ')} ELSE ${raw(String(keys.length))} END AS key,
        coalesce(${join(names.map((name) => sql`${name}::text`))}) AS value, count(*)::int AS count${named.key}
      FROM (SELECT ${columns} FROM ${source} WHERE ${where}) counted
      GROUP BY GROUPING SETS (${sets})
    ) grouped ${named.join}
    GROUP BY grouped.key`;
}

/** The table that a key refers to, and the requested columns of it. */
function namedOf(pass: FacetPass): { readonly key: Sql; readonly join: Sql; readonly names: Sql } {
  const columns = new Map(pass.facets.flatMap(({ name, named }) => (named ? [[named.column, { name, named }]] : [])));
  const [first] = columns.values();
  if (!first) return { key: sql``, join: sql``, names: sql`NULL::json` };
  const key = keysOf(pass).of.get(first.name)?.[0];
  const names = [...columns.keys()];
  const members = names.map((column) => raw(`'${column}', json_agg(named.${column})`));
  const { table } = first.named;
  return {
    key: raw(`, k${key} AS id`),
    // Looked up by id, because reading the whole table takes longer than reading the suburbs of a region.
    join: raw(`LEFT JOIN LATERAL (
      SELECT ${names.join(', ')} FROM ${table} WHERE ${table}.id = grouped.id OFFSET 0
    ) named ON TRUE`),
    names: sql`CASE WHEN grouped.key = ${raw(String(key))} THEN json_build_object(${join(members)}) END`,
  };
}
