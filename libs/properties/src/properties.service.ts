import { parseStored } from '@app/schema';
import { problems, versionFor, type Identifier, type Recipient, type Versioned } from '@app/http';
import { PageReader, type Page } from '@app/lists';
import { ListingHistories, type ReadListing } from '@app/listings';
import { dependsOn, fromBody, ofIds, type Cacheable } from '@app/cache';
import { Injectable } from '@nestjs/common';
import { ofListingsAt, propertyDependencies } from './filters/property.dependencies.js';
import { PropertiesRepository } from './properties.repository.js';
import type { PropertiesQuery } from './filters/property.filters.js';
import { PropertyMasks } from './documents/property-masks.reads.js';

/** Properties, read-only over HTTP. */
@Injectable()
export class PropertiesService {
  constructor(
    private readonly properties: PropertiesRepository,
    private readonly histories: ListingHistories,
    private readonly pages: PageReader,
  ) {}

  async list(query: PropertiesQuery, recipient: Recipient): Promise<Page> {
    return await this.pages.read(this.properties.list(query, recipient));
  }

  /** @throws NOT_FOUND */
  async read(id: Identifier, recipient: Recipient): Promise<Versioned & Cacheable> {
    const text = await this.properties.read(id, recipient);
    if (!text) throw problems.notFound('property');
    const masks = new PropertyMasks(recipient);
    return {
      version: versionFor(recipient.audience, 1),
      text,
      dependsOn: fromBody((body) => masks.dependencies(propertyDependencies(body))),
    };
  }

  /** The histories of the listings of a property, in the order of time. @throws NOT_FOUND */
  async history(id: Identifier, recipient: Recipient): Promise<Versioned & Cacheable> {
    const text = await this.properties.read(id, recipient);
    if (!text) throw problems.notFound('property');
    const property = parseStored<{ readonly id: number; readonly listings: readonly ReadListing[] }>(text);
    const histories = await this.histories.of(property.listings, recipient);
    const data = [...histories]
      .flatMap(([listingID, entries]) => entries.map((entry) => ({ ...entry, listingID })))
      .toSorted((a, b) => Date.parse(a.at) - Date.parse(b.at) || a.listingID - b.listingID);
    const masks = new PropertyMasks(recipient);
    return {
      version: versionFor(recipient.audience, 1),
      text: JSON.stringify({ data }),
      dependsOn: () =>
        masks.dependencies(dependsOn({ property: ofIds([property.id]), listing: ofListingsAt([property.id]) })),
    };
  }
}
