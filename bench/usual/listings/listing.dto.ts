import { Exclude, Expose, Type } from 'class-transformer';
import { accountFields } from '../accounts/account.dto.js';
import type { Agent } from '../entities/agent.entity.js';
import type { ListingAgent } from '../entities/listing-agent.entity.js';
import type { Listing } from '../entities/listing.entity.js';

const WEBSITE_FIELDS = [
  'websiteID', 'logo', 'favicon', 'name', 'link', 'type', 'config', 'contacts', 'integrations',
] as const; // prettier-ignore
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
    const { name, telephone, email, profileImage, profileLink } = agent.record;
    const shown = { name, telephone, email: email.agency || email.crm, profileImage, profileLink };
    Object.assign(this, { id: agent.id, ...shown, profileVisibility, hasCurrentListings });
  }
}

/** What both representations have in common. */
abstract class ListingCore {
  @Exclude() protected readonly listing: Listing;

  constructor(listing: Listing) {
    Object.assign(this, listing.document.document);
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
  get website(): object {
    return accountFields(this.listing.website, WEBSITE_FIELDS);
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
