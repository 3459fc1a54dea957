import {
  FacetReader,
  sharesOf,
  type FacetDeclaration,
  type FacetPass,
  type FacetShare,
  type FacetsValue,
  type Search,
} from '@app/lists';
import type { Recipient } from '@app/http';
import { always, either, type CacheDependencies } from '@app/cache';
import { sql } from '@app/sql';
import { Injectable } from '@nestjs/common';
import type { ListingColumn } from '../finder/listing-columns.js';
import { ListingFinder } from '../finder/listing-finder.js';
import { isNarrow } from '../finder/narrow-rows.js';
import type { ListingFacetsQuery } from '../filters/listings.query.js';

type Share = FacetShare<ListingFacetsQuery>;
type Finder = ListingFinder<ListingFacetsQuery>;

/** The columns of a facet, which are columns of listings. */
const columnsOf = ({ column, also }: Share['facets'][number]) => [column, ...also] as ListingColumn[];

/** Counts listings per value of their fields. */
@Injectable()
export class ListingFacetsRepository {
  constructor(private readonly reader: FacetReader) {}

  /** @throws FORBIDDEN for parameters that the public may not use */
  async count(query: ListingFacetsQuery, recipient: Recipient): Promise<FacetsValue> {
    const shares = sharesOf(query).map(({ query: of, facets }) => ({
      finder: new ListingFinder(of, recipient),
      facets,
    }));
    const counts = await this.reader.read(
      query,
      shares.flatMap(({ finder, facets }) => passesOf(finder, facets)),
    );
    return { counts, dependsOn: () => dependenciesOf(shares) };
  }
}

/** Facets whose columns are all in the narrow rows read only these. */
function passesOf(finder: Finder, facets: Share['facets']): FacetPass[] {
  const pass = ({ from, where }: Search, of: Share['facets']): FacetPass => ({
    source: from,
    where,
    facets: of,
    column: (name) => finder.column(name as ListingColumn), // declared by a facet
  });
  const [own, joined] = [facets.filter((one) => !one.joined), facets.filter((one) => one.joined)];
  const narrow = finder.narrow();
  const inNarrow = own.filter((one) => narrow && columnsOf(one).every(isNarrow));
  const others = own.filter((one) => narrow && !inNarrow.includes(one));
  return [
    narrow ? pass(narrow, inNarrow) : pass(finder.search(), own),
    ...(others.length > 0 ? [pass(finder.whole(), others)] : []),
    ...joined.map((one) => joinedPass(finder.whole(), one)),
  ];
}

/** The pass of a facet with several values per row. */
const joinedPass = ({ from, where }: Search, facet: FacetDeclaration): FacetPass => ({
  source: sql`${from} ${facet.joined?.join}`,
  where,
  facets: [facet],
  column: () => facet.joined?.value ?? sql`NULL`,
});

/** Dependencies of counts: listings that come, go or change their value, and suburbs whose names are shown (ADR 15). */
function dependenciesOf(shares: readonly { readonly finder: Finder; readonly facets: Share['facets'] }[]) {
  const all = shares.map(({ finder, facets }) => finder.dependencies({ columns: facets.flatMap(columnsOf) }));
  const of = (resource: keyof CacheDependencies) => either(...all.map((one) => one[resource]));
  const named = new Set(shares.flatMap(({ facets }) => facets.map((facet) => facet.named?.table)));
  const shown = (table: string, resource: keyof CacheDependencies) => (named.has(table) ? always : of(resource));
  return {
    ...(all[0] as CacheDependencies), // there is at least one share
    listing: of('listing'),
    account: shown('accounts', 'account'),
    agent: shown('agents', 'agent'),
    suburb: shown('suburbs', 'suburb'),
  };
}
