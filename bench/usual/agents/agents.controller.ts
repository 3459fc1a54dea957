import { Controller, Get, Query } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { Repository } from 'typeorm';
import { Agent } from '../entities/agent.entity.js';
import { ListingAgent } from '../entities/listing-agent.entity.js';
import { envelope, literals, type Envelope } from '../page.js';
import { AgentItemDto, type ListingsStats } from './agent.dto.js';
import { ListAgentsDto } from './list-agents.dto.js';

const TYPE = `CASE WHEN listing.listingType IN ('residential', 'rental') THEN 'residential'
  WHEN listing.listingType IN ('commercial', 'business') THEN 'commercial' ELSE 'land' END`;

interface StatsRow {
  agentId: number;
  total: string;
  listingValues: string;
  soldPrices: string;
  rentPrices: string;
  status: string;
  type: string;
  modtime: Date;
}

@Controller('api/v1/agents')
export class AgentsController {
  constructor(
    @InjectRepository(Agent) private readonly agents: Repository<Agent>,
    @InjectRepository(ListingAgent) private readonly links: Repository<ListingAgent>,
  ) {}

  @Get()
  async list(@Query() query: ListAgentsDto): Promise<Envelope<AgentItemDto>> {
    const { page, limit, websiteID, suburb } = query;
    const agents = this.agents
      .createQueryBuilder('agent')
      .leftJoinAndSelect('agent.website', 'website')
      .leftJoinAndSelect('website.credentials', 'credential');
    if (websiteID !== undefined) agents.andWhere('agent.website = :websiteID', { websiteID });
    if (suburb) {
      agents.leftJoin('website.suburb', 'suburb');
      agents.andWhere('suburb.suburb ILIKE ANY(:suburbs)', { suburbs: literals(suburb) });
    }
    const [found, total] = await agents
      .orderBy('agent.id')
      .skip((page - 1) * limit)
      .take(limit)
      .getManyAndCount();
    const stats = await this.statsOf(found.map(({ id }) => id));
    return envelope(
      query,
      total,
      found.map((agent) => new AgentItemDto(agent, stats.get(agent.id) ?? [])),
    );
  }

  private async statsOf(agentIds: number[]): Promise<Map<number, ListingsStats[]>> {
    const stats = new Map<number, ListingsStats[]>();
    if (agentIds.length === 0) return stats;
    const rows = await this.links
      .createQueryBuilder('link')
      .innerJoin('link.listing', 'listing')
      .select('link.agentId', 'agentId')
      .addSelect('listing.status', 'status')
      .addSelect(TYPE, 'type')
      .addSelect('count(*)', 'total')
      .addSelect('coalesce(sum(listing.value), 0)', 'listingValues')
      .addSelect(
        "coalesce(sum(coalesce(listing.soldPrice, listing.value)) FILTER (WHERE listing.status = 'sold'), 0)",
        'soldPrices',
      )
      .addSelect('coalesce(sum(listing.rent), 0)', 'rentPrices')
      .addSelect('max(listing.modtime)', 'modtime')
      .where('link.agentId IN (:...agentIds)', { agentIds })
      .andWhere("listing.status IN ('current', 'sold')")
      .groupBy('link.agentId')
      .addGroupBy('listing.status')
      .addGroupBy(TYPE)
      .orderBy('listing.status')
      .addOrderBy('type', 'DESC')
      .getRawMany<StatsRow>();
    for (const row of rows) stats.set(row.agentId, [...(stats.get(row.agentId) ?? []), statsOfRow(row)]);
    return stats;
  }
}

function statsOfRow({ total, listingValues, soldPrices, rentPrices, status, type, modtime }: StatsRow): ListingsStats {
  return {
    totalListings: Number(total),
    totalListingValues: Number(listingValues),
    totalSoldPrices: Number(soldPrices),
    totalRentPrices: Number(rentPrices),
    status,
    listingType: type,
    modtime,
  };
}
