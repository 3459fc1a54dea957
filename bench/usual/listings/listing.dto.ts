import { Exclude, Expose, Type } from 'class-transformer';
import type { Agent } from '../entities/agent.entity.js';
import type { ListingAgent } from '../entities/listing-agent.entity.js';
import type { Listing } from '../entities/listing.entity.js';
import { fieldsOf, givenOf } from '../fields.js';

const FIELDS = [
  'id', 'uniqueID', 'agentID', 'status', 'listingType', 'category', 'landCategory', 'ruralCategory',
  'commercialListingType', 'businessCategory', 'commercialCategory', 'authority', 'commercialAuthority', 'exclusivity',
  'tenancy', 'outgoings', 'isOffMarket', 'newConstruction', 'underOffer', 'firstdate', 'modtime', 'createdAt', 'updatedAt',
] as const; // prettier-ignore
const WEBSITE_FIELDS = ['logo', 'favicon', 'name', 'link', 'type', 'config', 'contacts', 'integrations'] as const;
const DEFAULT_TEMPLATE = '/{category}/{address.state}/{address.suburb}/{uniqueID}';

/** An agent inside a list item. */
export class ListingItemAgentDto {
  _id: string;
  id: number;
  name: string;

  constructor({ uid, id, name }: Agent) {
    Object.assign(this, { _id: uid, id, name });
  }
}

/** An agent inside a single read. */
export class ListingAgentDto {
  id: number;

  constructor({ agent, profileVisibility }: ListingAgent, hasCurrentListings: boolean) {
    const shown = fieldsOf(agent, ['id', 'name', 'telephone', 'profileImage', 'profileLink']);
    Object.assign(this, {
      ...shown,
      email: agent.emailAgency || agent.emailCrm,
      profileVisibility,
      hasCurrentListings,
    });
  }
}

/** What both representations have in common. */
abstract class ListingCore {
  @Exclude() protected readonly listing: Listing;

  constructor(listing: Listing) {
    const named = { _id: listing.uid, propertyID: listing.property.id };
    Object.assign(this, listing.document.content, named, fieldsOf(listing, FIELDS));
    this.listing = listing;
  }

  @Expose()
  get features(): object {
    return givenOf(this.listing.features);
  }

  @Expose()
  get slug(): string {
    const { website, document, listingType } = this.listing;
    const own = website.enabledSlug ? website.slugs.find((one) => one.listingType === listingType)?.slug : '';
    return (own || DEFAULT_TEMPLATE)
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
  get website(): object {
    const { website } = this.listing;
    return { websiteID: website.id, ...fieldsOf(website, WEBSITE_FIELDS) };
  }
}

/** The list representation. */
export class ListingItemDto extends ListingCore {
  @Type(() => ListingItemAgentDto) readonly agents: ListingItemAgentDto[];

  constructor(listing: Listing) {
    super(listing);
    this.agents = inOrder(listing).map(({ agent }) => new ListingItemAgentDto(agent));
  }

  @Expose()
  get address(): object {
    return { _id: this.listing.property.uid, ...this.listing.document.address };
  }
}

/** The listing that a property shows in lists. */
export class PropertyListingDto extends ListingItemDto {
  @Expose()
  get websiteID(): number {
    return this.listing.website.id;
  }
}

/** The single representation. */
export class ListingDto extends ListingCore {
  @Type(() => ListingAgentDto) readonly agents: ListingAgentDto[];

  constructor(listing: Listing, busy: ReadonlySet<number>) {
    super(listing);
    this.agents = inOrder(listing).map((link) => new ListingAgentDto(link, busy.has(link.agentId)));
  }

  @Expose()
  get address(): object {
    return this.listing.document.address;
  }
}

const inOrder = ({ agentLinks }: Listing): ListingAgent[] => agentLinks.toSorted((a, b) => a.position - b.position);
