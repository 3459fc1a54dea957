import { classOf } from '@app/schema';
import { SqlExecutor } from '@app/sql';
import { Injectable } from '@nestjs/common';
import { facetsOf, type FacetDeclaration } from './facet.js';
import { countsOf, type FacetCounts } from './facet-counts.js';
import { facetsStatement, type FacetGroups, type FacetPass } from './facet-statement.js';
import type { FacetsQuery } from './facets.query.js';
import { queryList } from './list-rows.js';

/** The facets that obey the same filters, and a query of these. */
export interface FacetShare<Query> {
  readonly query: Query;
  readonly facets: readonly FacetDeclaration[];
}

/** The facets that a query asks for, by the filters that they obey; those that obey every filter come first, if there are any or not. */
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

/** Counts the rows of lists by the values of their fields, in one statement. */
@Injectable()
export class FacetReader {
  constructor(private readonly executor: SqlExecutor) {}

  /** @param passes those of the facets of a query, of which the first obeys every filter */
  async read(query: FacetsQuery, passes: readonly FacetPass[]): Promise<FacetCounts> {
    const statement = facetsStatement(passes);
    const { rows } = await queryList<FacetGroups>(this.executor, query, statement);
    return countsOf(passes, rows, query.facets, query.facetLimit);
  }
}
