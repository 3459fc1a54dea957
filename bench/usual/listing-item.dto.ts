import { Exclude, Expose } from 'class-transformer';
import type { Listing } from './entities.js';

const DEFAULT_TEMPLATE = '/{category}/{address.state}/{address.suburb}/{uniqueID}';

/** The list representation. */
export class ListingItemDto {
  @Exclude() private readonly listing: Listing;

  constructor(listing: Listing) {
    Object.assign(this, JSON.parse(`{${listing.document.document}}`));
    this.listing = listing;
  }

  @Expose()
  get slug(): string {
    const { website, document, listingType } = this.listing;
    return (website.slugTemplates[listingType] || DEFAULT_TEMPLATE)
      .replace(/\{([^}]*)\}/g, (_, name: string) => document.slugValues[name] ?? '')
      .replace(/\/{2,}/g, '/');
  }

  @Expose()
  get link(): string {
    return this.listing.website.link.replace(/\/+$/, '') + this.slug;
  }

  @Expose()
  get locationAccuracy(): string | undefined {
    return this.listing.latitude === null || this.listing.longitude === null ? undefined : 'exact';
  }

  @Expose()
  get website(): unknown {
    return JSON.parse(this.listing.website.summary);
  }

  @Expose()
  get agents(): object[] {
    const links = this.listing.agentLinks.toSorted((a, b) => a.position - b.position);
    return links.map(({ agent: { uid, id, name } }) => ({ _id: uid, id, name }));
  }

  @Expose()
  get address(): object {
    return { _id: this.listing.property.uid, ...(JSON.parse(this.listing.document.address) as object) }; // as stored
  }
}
