import { Exclude, Expose } from 'class-transformer';
import { accountFields } from '../accounts/account.dto.js';
import type { Agent } from '../entities/agent.entity.js';

const WEBSITE_FIELDS = [
  'websiteID', 'name', 'link', 'address', 'config', 'integrations', 'logo', 'hostname',
] as const; // prettier-ignore

/** Listings of one status and one type. */
export interface ListingsStats {
  totalListings: number;
  totalListingValues: number;
  totalSoldPrices: number;
  totalRentPrices: number;
  status: string;
  listingType: string;
  modtime: string;
}

/** The list representation. */
export class AgentItemDto {
  @Exclude() biography?: string;
  @Exclude() private readonly agent: Agent;
  readonly listingsStats: ListingsStats[];

  constructor(agent: Agent, listingsStats: ListingsStats[]) {
    const { uid, id, createdAt, updatedAt, record } = agent;
    const email = record.email.agency || record.email.crm;
    Object.assign(this, record, {
      email,
      _id: uid,
      id,
      createdAt: createdAt.toISOString(),
      updatedAt: updatedAt.toISOString(),
    });
    this.agent = agent;
    this.listingsStats = listingsStats;
  }

  @Expose()
  get website(): object {
    const { website } = this.agent;
    const [first] = website.credentials.toSorted((a, b) => a.id - b.id);
    return { ...accountFields(website, WEBSITE_FIELDS), accessKey: first?.accessKey };
  }
}
