import { Controller, Get, NotFoundException, Param, ParseIntPipe, Query } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { Brackets, Repository, type SelectQueryBuilder } from 'typeorm';
import { FLAGS } from '../flags.js';
import { Account, Listing, ListingAgent, Suburb } from './entities.js';
import { ListingDto, ListingItemDto } from './listing.dto.js';
import { envelope, ListListingsDto, ListSuburbsDto, type Flags } from './queries.dto.js';

type Listings = SelectQueryBuilder<Listing>;

/** As an ILIKE pattern: `%`, `_` and `\` are literal. */
const literal = (text: string): string => text.trim().replace(/[\\%_]/g, '\\$&');
const literals = (texts: string): string[] => texts.split(',').map(literal);

@Controller('api/v1/listings')
export class ListingsController {
  constructor(
    @InjectRepository(Listing) private readonly listings: Repository<Listing>,
    @InjectRepository(ListingAgent) private readonly links: Repository<ListingAgent>,
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
    const data = found.map((listing) => new ListingItemDto(listing));
    return envelope(query, total, data);
  }

  @Get(':id')
  async read(@Param('id', ParseIntPipe) id: number): Promise<ListingDto> {
    const listing = await this.withRelations().where('listing.id = :id', { id }).getOne();
    if (!listing) throw new NotFoundException();
    const agentIds = listing.agentLinks.map(({ agentId }) => agentId);
    return new ListingDto(listing, agentIds.length > 0 ? await this.busyAgents(agentIds) : new Set());
  }

  /** The agents that have a current listing. */
  private async busyAgents(agentIds: readonly number[]): Promise<Set<number>> {
    const links = this.links
      .createQueryBuilder('link')
      .innerJoin('link.listing', 'listing', "listing.status = 'current'")
      .select('link.agentId', 'agentId')
      .where('link.agentId IN (:...agentIds)', { agentIds });
    const rows = await links.distinct().getRawMany<{ agentId: number }>();
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

@Controller('api/v1/suburbs')
export class SuburbsController {
  constructor(@InjectRepository(Suburb) private readonly suburbs: Repository<Suburb>) {}

  @Get()
  async list(@Query() query: ListSuburbsDto) {
    const [found, total] = await this.suburbs
      .createQueryBuilder('suburb')
      // The documented order, whatever the collation of the database.
      .addSelect('LOWER(suburb.name) COLLATE "C"', 'suburb_order')
      .where('suburb.gazetted AND suburb.suburb ILIKE :start', { start: `${literal(query.suburb)}%` })
      .orderBy('suburb_order')
      .addOrderBy('suburb.id')
      .skip((query.page - 1) * query.limit)
      .take(query.limit)
      .getManyAndCount();
    const data = found.map(({ document }) => JSON.parse(document) as object); // as stored
    return envelope(query, total, data);
  }
}
