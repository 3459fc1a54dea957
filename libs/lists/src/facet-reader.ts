import { classOf } from '@app/schema';
import { SqlExecutor } from '@app/sql';
import { Injectable } from '@nestjs/common';
import { facetsOf, type FacetDeclaration } from './facet.js';
import { countsOf, type FacetCounts } from './facet-counts.js';
import { facetsStatement, type FacetGroups, type FacetPass } from './facet-statement.js';
import type { FacetsQuery } from './facets.query.js';
import { queryList } from './list-rows.js';

/** Facets that apply the same filters, and the query with these filters. */
export interface FacetShare<Query> {
  readonly query: Query;
  readonly facets: readonly FacetDeclaration[];
}

/**
 * Groups the requested facets by the filters that they apply. The first group, which may have no facets, applies every
 * filter.
 */
export function sharesOf<Query extends FacetsQuery>(query: Query): FacetShare<Query>[] {
  const type = classOf(query);
  const values = new Map<string, unknown>(Object.entries(query));
  const declared = facetsOf(type);
  const shares = new Map<string, FacetShare<Query> & { facets: FacetDeclaration[] }>([['', { query, facets: [] }]]);
  for (const name of new Set(query.facets)) {
    const facet = declared.get(name);
    if (!facet) continue;
    const dropped = facet.own.filter((own) => values.get(own) !== undefined);
    const key = dropped.join();
    const none = Object.fromEntries(dropped.map((own) => [own, undefined]));
    const share = shares.get(key) ?? { query: Object.assign(new type(), query, none), facets: [] };
    share.facets.push(facet);
    shares.set(key, share);
  }
  return [...shares.values()];
}

/** Counts the rows of a list per value of its fields, in one statement. */
@Injectable()
export class FacetReader {
  constructor(private readonly executor: SqlExecutor) {}

  /** @param passes the passes of the requested facets; the first applies every filter */
  async read(query: FacetsQuery, passes: readonly FacetPass[]): Promise<FacetCounts> {
    const statement = facetsStatement(passes);
    const { rows } = await queryList<FacetGroups>(this.executor, query, statement);
    return countsOf(passes, rows, query.facets, query.facetLimit);
  }
}
