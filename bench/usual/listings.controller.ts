import { Controller, Get, Query } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { Brackets, Repository, type SelectQueryBuilder } from 'typeorm';
import { FLAGS } from '../flags.js';
import { Account, Listing } from './entities.js';
import { ListingItemDto } from './listing-item.dto.js';
import { ListListingsDto, type Flags } from './list-listings.dto.js';

type Listings = SelectQueryBuilder<Listing>;

/** As an ILIKE pattern: `%`, `_` and `\` are literal. */
const literal = (text: string): string => text.trim().replace(/[\\%_]/g, '\\$&');
const literals = (texts: string): string[] => texts.split(',').map(literal);

@Controller('api/v1/listings')
export class ListingsController {
  constructor(
    @InjectRepository(Listing) private readonly listings: Repository<Listing>,
    @InjectRepository(Account) private readonly accounts: Repository<Account>,
  ) {}

  @Get()
  async list(@Query() query: ListListingsDto) {
    const { page, limit, status, websiteID } = query;
    const listings = this.withRelations();
    if (status !== 'all') listings.andWhere('listing.status = :status', { status });
    if (websiteID !== undefined) await this.ofWebsite(listings, websiteID);
    filter(listings, query);
    order(listings, query.sort);
    const paged = listings.skip((page - 1) * limit).take(limit);
    const [found, total] = await paged.getManyAndCount();
    const totalPage = Math.ceil(total / limit);
    return { total, hasNext: page < totalPage, totalPage, data: found.map((listing) => new ListingItemDto(listing)) };
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
    const offices = account?.listingSource === 'officeID' ? account.listingOfficeIDs : [];
    const ofOffices = { main: account?.mainWebsiteId, offices };
    listings.andWhere(
      new Brackets((own) => {
        own.where('listing.website = :websiteID', { websiteID });
        if (offices.length > 0) own.orWhere('listing.website = :main AND listing.officeID IN (:...offices)', ofOffices);
      }),
    );
  }
}

function filter(listings: Listings, query: ListListingsDto & Flags): void {
  const { suburb, region, minbedrooms, minPrice, maxPrice, address, agentSlug } = query;
  if (suburb ?? region) listings.leftJoin('listing.suburb', 'suburb');
  if (suburb) listings.andWhere('suburb.suburb ILIKE ANY(:suburbs)', { suburbs: literals(suburb) });
  if (region) listings.andWhere('suburb.regionName ILIKE ANY(:regions)', { regions: literals(region) });
  if (minbedrooms !== undefined) listings.andWhere('listing.bedrooms >= :minbedrooms', { minbedrooms });
  if (minPrice !== undefined) listings.andWhere('listing.price >= :minPrice', { minPrice });
  if (maxPrice !== undefined) listings.andWhere('listing.price <= :maxPrice', { maxPrice });
  if (address) listings.andWhere('listing.fullAddress ILIKE :address', { address: `%${literal(address)}%` });
  if (agentSlug) {
    // Beside the links of the representation, which are of all agents.
    listings.innerJoin('listing.agentLinks', 'chosenLink');
    listings.innerJoin('chosenLink.agent', 'chosen', 'chosen.slug = :agentSlug', { agentSlug });
  }
  FLAGS.forEach((flag, bit) => query[flag] && listings.andWhere(`listing.flags >> ${bit} & 1 = 1`));
}

function order(listings: Listings, sort: string): void {
  if (sort === 'newest') listings.orderBy('listing.firstdate', 'DESC');
  else if (sort === 'oldest') listings.orderBy('listing.firstdate', 'ASC');
  else listings.orderBy('listing.price', sort === 'price-asc' ? 'ASC' : 'DESC', 'NULLS LAST');
  listings.addOrderBy('listing.id', 'ASC');
}
