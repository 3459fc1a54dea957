import { parseStored, anyId } from '@app/schema';
import { problems, versionFor, type Recipient, type Versioned } from '@app/http';
import { PageReader, type CountsValue, type FacetsValue, type Page } from '@app/lists';
import { dependsOn, fromBody, ofRows, type Cacheable } from '@app/cache';
import { Injectable } from '@nestjs/common';
import { ListingHistories } from './history/listing-histories.repository.js';
import type { ReadListing } from './history/listing-history.presenter.js';
import { isRequested, listingDependencies, ofRecipient } from './documents/listing.dependencies.js';
import type { ListingClustersQuery, ListingFacetsQuery, ListingsQuery } from './filters/listings.query.js';
import type { SimilarListingsQuery } from './similar/similar-listings.query.js';
import { ListingClustersRepository } from './clusters/listing-clusters.repository.js';
import { ListingFacetsRepository } from './facets/listing-facets.repository.js';
import { ListingMasks } from './finder/listing-masks.js';
import { ListingsRepository } from './listings.repository.js';
import { SimilarListingsRepository } from './similar/similar-listings.repository.js';
import type { ListingStatistics } from './statistics/statistics.fields.js';
import type { ListingStatisticsQuery } from './statistics/statistics.query.js';
import { ListingStatisticsRepository } from './statistics/statistics.repository.js';

/** Listings, read-only over HTTP. */
@Injectable()
export class ListingsService {
  constructor(
    private readonly listings: ListingsRepository,
    private readonly facets: ListingFacetsRepository,
    private readonly grid: ListingClustersRepository,
    private readonly histories: ListingHistories,
    private readonly similarOnes: SimilarListingsRepository,
    private readonly statisticsOf: ListingStatisticsRepository,
    private readonly pages: PageReader,
  ) {}

  async list(query: ListingsQuery, recipient: Recipient): Promise<Page> {
    return await this.pages.read(this.listings.list(query, recipient));
  }

  /** Counts listings per value of the requested fields. */
  count(query: ListingFacetsQuery, recipient: Recipient): Promise<FacetsValue> {
    return this.facets.count(query, recipient);
  }

  /** Counts listings in cells of a map. */
  clusters(query: ListingClustersQuery, recipient: Recipient): Promise<Page> {
    return this.grid.clusters(query, recipient);
  }

  /** Statistics of current listings, and of the last periods. */
  statistics(query: ListingStatisticsQuery, recipient: Recipient): Promise<CountsValue<ListingStatistics>> {
    return this.statisticsOf.read(query, recipient);
  }

  /** Reads a listing by numeric id, then by object identifier, then by `uniqueID` (D2). @throws NOT_FOUND */
  async read(id: string, recipient: Recipient): Promise<Versioned & Cacheable> {
    const { known, text } = await this.find(id, recipient);
    const masks = new ListingMasks(recipient);
    return {
      version: versionFor(recipient.audience, 1),
      text,
      dependsOn: fromBody((body) => masks.dependencies(listingDependencies(known, id, body, ofRecipient(recipient)))),
    };
  }

  /** The history of a listing, which has the same identifiers as in single reads. @throws NOT_FOUND */
  async history(id: string, recipient: Recipient): Promise<Versioned & Cacheable> {
    const { known, text } = await this.find(id, recipient);
    const listing = parseStored<ReadListing>(text);
    const histories = await this.histories.of([listing], recipient);
    const masks = new ListingMasks(recipient);
    return {
      version: versionFor(recipient.audience, 1),
      text: JSON.stringify({ data: histories.get(listing.id) ?? [] }),
      dependsOn: () =>
        masks.dependencies(dependsOn({ listing: ofRows(isRequested(known, id)), account: ofRecipient(recipient) })),
    };
  }

  /**
   * Listings similar to a listing, which has the same identifiers as in single reads. @throws NOT_FOUND, INVALID_CURSOR
   */
  async similar(id: string, query: SimilarListingsQuery, recipient: Recipient): Promise<Page> {
    const list = await this.similarOnes.list(id, query, recipient);
    if (!list) throw problems.notFound('listing');
    return await this.pages.read(list);
  }

  /** @throws NOT_FOUND */
  private async find(id: string, recipient: Recipient) {
    if (id.includes('\0')) throw problems.notFound('listing');
    const known = anyId.parse(id);
    const text =
      (known !== undefined && (await this.listings.byIdentifier(known, recipient))) ||
      (await this.listings.byUniqueId(id, recipient));
    if (!text) throw problems.notFound('listing');
    return { known, text };
  }
}
