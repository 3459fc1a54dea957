import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { Brackets, Repository, type SelectQueryBuilder } from 'typeorm';
import { FLAGS } from '../../flags.js';
import { Account } from '../entities/account.entity.js';
import { ListingAgent } from '../entities/listing-agent.entity.js';
import { Listing } from '../entities/listing.entity.js';
import { contains, valuesOf } from '../page.js';
import type { Flags, ListListingsDto } from './list-listings.dto.js';

type Listings = SelectQueryBuilder<Listing>;

const TEXTS = "(listing.full_address || E'\\n' || listing.street)";

@Injectable()
export class ListingsRepository {
  constructor(
    @InjectRepository(Listing) private readonly listings: Repository<Listing>,
    @InjectRepository(ListingAgent) private readonly links: Repository<ListingAgent>,
    @InjectRepository(Account) private readonly accounts: Repository<Account>,
  ) {}

  async list(query: ListListingsDto): Promise<[Listing[], number]> {
    const { page, limit, status, websiteID } = query;
    const listings = this.withRelations();
    if (status !== 'all') listings.andWhere('listing.status = :status', { status });
    if (websiteID !== undefined) await this.ofWebsite(listings, websiteID);
    filter(listings, query);
    order(listings, query.sort);
    return listings
      .skip((page - 1) * limit)
      .take(limit)
      .getManyAndCount();
  }

  byId(id: number): Promise<Listing | null> {
    return this.withRelations().where('listing.id = :id', { id }).getOne();
  }

  /** Those of the agents who have a current listing. */
  async busyAgents(agentIds: readonly number[]): Promise<Set<number>> {
    if (agentIds.length === 0) return new Set();
    const rows = await this.links
      .createQueryBuilder('link')
      .innerJoin('link.listing', 'listing', "listing.status = 'current'")
      .select('link.agentId', 'agentId')
      .distinct()
      .where('link.agentId IN (:...agentIds)', { agentIds })
      .getRawMany<{ agentId: number }>();
    return new Set(rows.map(({ agentId }) => agentId));
  }

  private withRelations(): Listings {
    return this.listings
      .createQueryBuilder('listing')
      .leftJoinAndSelect('listing.document', 'document')
      .leftJoinAndSelect('listing.website', 'website')
      .leftJoinAndSelect('listing.property', 'property')
      .leftJoinAndSelect('listing.agentLinks', 'link')
      .leftJoinAndSelect('link.agent', 'agent');
  }

  /** A sub-account may show listings of some offices of its main account too. */
  private async ofWebsite(listings: Listings, websiteID: number): Promise<void> {
    const account = await this.accounts.findOneBy({ id: websiteID });
    const offices = account?.listingSource === 'officeID' ? account.listingOfficeIds : [];
    listings.andWhere(
      new Brackets((own) => {
        own.where('listing.website_id = :websiteID', { websiteID });
        if (offices.length === 0) return;
        own.orWhere('listing.website_id = :main AND listing.agent_id IN (:...offices)', {
          main: account?.mainWebsiteId,
          offices,
        });
      }),
    );
  }
}

function filter(listings: Listings, query: ListListingsDto & Flags): void {
  const { suburb, region, minbedrooms, minPrice, maxPrice, address, agentSlug } = query;
  if (suburb ?? region) listings.leftJoin('listing.suburb', 'suburb');
  if (suburb) listings.andWhere('lower(suburb.suburb) IN (:...suburbs)', { suburbs: valuesOf(suburb) });
  if (region) listings.andWhere('lower(suburb.region_name) IN (:...regions)', { regions: valuesOf(region) });
  if (minbedrooms !== undefined) listings.andWhere('listing.bedrooms >= :minbedrooms', { minbedrooms });
  if (minPrice !== undefined) listings.andWhere('listing.price >= :minPrice', { minPrice });
  if (maxPrice !== undefined) listings.andWhere('listing.price <= :maxPrice', { maxPrice });
  if (address) {
    // The first condition is there for the index, which holds both texts.
    listings.andWhere(`${TEXTS} LIKE :address AND listing.full_address LIKE :address`, { address: contains(address) });
  }
  if (agentSlug) {
    const ids =
      'SELECT l.listing_id FROM listing_agents l JOIN agents a ON a.id = l.agent_id WHERE a.slug = :agentSlug';
    listings.andWhere(`listing.id IN (${ids})`, { agentSlug });
  }
  FLAGS.forEach((flag, at) => {
    if (query[flag]) listings.andWhere(`listing.flags & ${1n << BigInt(at)} <> 0`);
  });
}

function order(listings: Listings, sort: string): void {
  if (sort === 'newest') listings.orderBy('listing.firstdate', 'DESC');
  else if (sort === 'oldest') listings.orderBy('listing.firstdate', 'ASC');
  else listings.orderBy('listing.price', sort === 'price-asc' ? 'ASC' : 'DESC', 'NULLS LAST');
  listings.addOrderBy('listing.id', 'ASC');
}
