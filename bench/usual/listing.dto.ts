import { Exclude, Expose } from 'class-transformer';
import type { Listing, ListingAgent } from './entities.js';
import { fieldsOf } from './page.js';

const WEBSITE_FIELDS = ['logo', 'favicon', 'name', 'link', 'type', 'config', 'contacts', 'integrations'] as const;
const AGENT_FIELDS = ['id', 'name', 'telephone', 'profileImage', 'profileLink'] as const;
const DEFAULT_TEMPLATE = '/{category}/{address.state}/{address.suburb}/{uniqueID}';

/** The members that both representations have. */
abstract class ListingCore {
  @Exclude() protected readonly listing: Listing;

  constructor(listing: Listing) {
    Object.assign(
      this,
      listing.document.content,
      fieldsOf(listing, ['id', 'agentID', 'status', 'listingType', 'firstdate']),
    );
    this.listing = listing;
  }

  @Expose()
  get features(): object {
    return Object.fromEntries(Object.entries(this.listing.features).filter(([, value]) => value !== null));
  }

  @Expose()
  get slug(): string {
    const { website, document, listingType } = this.listing;
    const own = website.enabledSlug ? website.slugs.find((slug) => slug.listingType === listingType)?.slug : '';
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
  @Expose()
  get agents(): object[] {
    return inOrder(this.listing).map(({ agent: { uid, id, name } }) => ({ _id: uid, id, name }));
  }

  @Expose()
  get address(): object {
    return { _id: this.listing.propertyUid, ...this.listing.document.address };
  }
}

/** The single representation. */
export class ListingDto extends ListingCore {
  readonly agents: object[];

  constructor(listing: Listing, busy: ReadonlySet<number>) {
    super(listing);
    this.agents = inOrder(listing).map(({ agent, profileVisibility }) => ({
      ...fieldsOf(agent, AGENT_FIELDS),
      email: agent.emailAgency || agent.emailCrm,
      profileVisibility,
      hasCurrentListings: busy.has(agent.id),
    }));
  }

  @Expose()
  get address(): object {
    return this.listing.document.address;
  }
}

const inOrder = ({ agentLinks }: Listing): ListingAgent[] => agentLinks.toSorted((a, b) => a.position - b.position);
