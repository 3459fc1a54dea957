import { Exclude, Expose } from 'class-transformer';
import type { Agent } from '../entities/agent.entity.js';
import { fieldsOf } from '../fields.js';

const FIELDS = [
  'id', 'officeID', 'name', 'firstname', 'lastname', 'slug', 'telephone', 'profileVideo', 'departments', 'positions',
  'profileImage', 'profileLink', 'socialMedia', 'createdAt', 'updatedAt',
] as const; // prettier-ignore
const WEBSITE_FIELDS = ['name', 'link', 'address', 'config', 'integrations', 'logo', 'hostname'] as const;

/** Listings of one status and one type. */
export interface ListingsStats {
  totalListings: number;
  totalListingValues: number;
  totalSoldPrices: number;
  totalRentPrices: number;
  status: string;
  listingType: string;
  modtime: Date;
}

/** The list representation. */
export class AgentItemDto {
  @Exclude() private readonly agent: Agent;
  readonly listingsStats: ListingsStats[];

  constructor(agent: Agent, listingsStats: ListingsStats[]) {
    Object.assign(this, { _id: agent.uid, websiteID: agent.website.id, ...fieldsOf(agent, FIELDS) });
    this.agent = agent;
    this.listingsStats = listingsStats;
  }

  @Expose()
  get email(): string {
    return this.agent.emailAgency || this.agent.emailCrm;
  }

  @Expose()
  get website(): object {
    const { website } = this.agent;
    const [first] = website.credentials.toSorted((a, b) => a.id - b.id);
    return { websiteID: website.id, ...fieldsOf(website, WEBSITE_FIELDS), accessKey: first?.accessKey };
  }
}
