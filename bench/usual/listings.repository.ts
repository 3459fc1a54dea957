import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { Brackets, Repository, type SelectQueryBuilder } from 'typeorm';
import { FLAGS } from '../flags.js';
import { Account, Listing, ListingAgent } from './entities.js';
import { literal, literals } from './page.js';
import type { Flags, ListListingsDto } from './list-listings.dto.js';

type Listings = SelectQueryBuilder<Listing>;

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

  /** The agents that have a current listing. */
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
      .leftJoinAndSelect('listing.agentLinks', 'link')
      .leftJoinAndSelect('link.agent', 'agent');
  }

  /** A sub-account may show listings of some offices of its main account too. */
  private async ofWebsite(listings: Listings, websiteID: number): Promise<void> {
    const account = await this.accounts.findOneBy({ id: websiteID });
    const offices = account?.listingSource === 'officeID' ? account.listingOfficeIDs : [];
    listings.andWhere(
      new Brackets((own) => {
        own.where('listing.website = :websiteID', { websiteID });
        if (offices.length === 0) return;
        own.orWhere('listing.website = :main AND listing.agentID IN (:...offices)', {
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
  if (suburb) listings.andWhere('suburb.suburb ILIKE ANY(:suburbs)', { suburbs: literals(suburb) });
  if (region) listings.andWhere('suburb.regionName ILIKE ANY(:regions)', { regions: literals(region) });
  if (minbedrooms !== undefined) listings.andWhere('listing.features.bedrooms >= :minbedrooms', { minbedrooms });
  if (minPrice !== undefined) listings.andWhere('listing.price >= :minPrice', { minPrice });
  if (maxPrice !== undefined) listings.andWhere('listing.price <= :maxPrice', { maxPrice });
  if (address) listings.andWhere('listing.fullAddress ILIKE :address', { address: `%${literal(address)}%` });
  if (agentSlug) {
    // Beside the links of the representation, which are of all agents.
    listings.innerJoin('listing.agentLinks', 'chosenLink');
    listings.innerJoin('chosenLink.agent', 'chosen', 'chosen.slug = :agentSlug', { agentSlug });
  }
  for (const flag of FLAGS) if (query[flag]) listings.andWhere(`listing.features.${flag} = true`);
}

function order(listings: Listings, sort: string): void {
  if (sort === 'newest') listings.orderBy('listing.firstdate', 'DESC');
  else if (sort === 'oldest') listings.orderBy('listing.firstdate', 'ASC');
  else listings.orderBy('listing.price', sort === 'price-asc' ? 'ASC' : 'DESC', 'NULLS LAST');
  listings.addOrderBy('listing.id', 'ASC');
}
