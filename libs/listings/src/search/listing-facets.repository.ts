import { FacetReader, sharesOf, type FacetPass, type FacetShare, type FacetsValue, type Search } from '@app/lists';
import type { Recipient } from '@app/http';
import { always, either, type CacheDependencies } from '@app/cache';
import { SqlExecutor } from '@app/sql';
import { Injectable } from '@nestjs/common';
import {
  searchNarrowRows,
  listDependencies,
  listingsToSearch,
  matchesListing,
} from '../filters/listings-matching.filters.js';
import { narrowColumnsOf } from '../entities/listing-search.entity.js';
import type { ListingFacetsQuery } from '../filters/listing.filters.js';
import { queryForSite, listingVisibilityFor, visibilityInList } from '../documents/listing-visibility.reads.js';

type Share = FacetShare<ListingFacetsQuery>;

/** Counts listings by the values of their fields. */
@Injectable()
export class ListingFacetsRepository {
  /** The columns of the narrow rows of current listings. */
  private readonly narrowColumns: ReadonlySet<string>;

  constructor(
    executor: SqlExecutor,
    private readonly reader: FacetReader,
  ) {
    this.narrowColumns = narrowColumnsOf(executor);
  }

  /** @throws FORBIDDEN for parameters that are not for the public */
  async count(given: ListingFacetsQuery, recipient: Recipient): Promise<FacetsValue> {
    const visible = listingVisibilityFor(recipient);
    const query = visible.query(given);
    const shares = sharesOf(query).map((share) => ({ ...share, query: queryForSite(share.query, recipient) }));
    const counts = await this.reader.read(
      query,
      shares.flatMap((share) => this.passesOf(share, recipient)),
    );
    return { counts, dependsOn: () => visible.dependencies(dependenciesOf(shares)) };
  }

  /** Facets whose column is in the narrow rows read these. */
  private passesOf({ query, facets }: Share, recipient: Recipient): FacetPass[] {
    const { column, condition } = visibilityInList(recipient, query.status);
    const narrow = searchNarrowRows(query, this.narrowColumns);
    const pass = (search: Search, of: Share['facets']): FacetPass => ({
      source: search.from,
      where: condition(search.where),
      facets: of,
      column,
    });
    const whole = { from: listingsToSearch(query), where: matchesListing(query) };
    if (!narrow) return [pass(whole, facets)];
    const isNarrow = ({ column: of, also }: Share['facets'][number]) =>
      [of, ...also].every((name) => this.narrowColumns.has(name));
    const others = facets.filter((one) => !isNarrow(one));
    return [pass(narrow, facets.filter(isNarrow)), ...(others.length > 0 ? [pass(whole, others)] : [])];
  }
}

const NOTHING_SHOWN = { keys: [], others: {} };

/** Dependencies of counts: listings that come, go or change their value, and suburbs whose names are shown (ADR 20). */
function dependenciesOf(shares: readonly Share[]): CacheDependencies {
  const all = shares.map(({ query, facets }) =>
    listDependencies(query, { columns: facets.flatMap(({ column, also }) => [column, ...also]) }, NOTHING_SHOWN),
  );
  const of = (resource: keyof CacheDependencies) => either(...all.map((one) => one[resource]));
  const isNamed = shares.some(({ facets }) => facets.some(({ named }) => named));
  return {
    ...(all[0] as CacheDependencies), // every query has a share
    listing: of('listing'),
    account: of('account'),
    agent: of('agent'),
    suburb: isNamed ? always : of('suburb'),
  };
}
