import { Controller, Get, NotFoundException, Param, ParseIntPipe, Query } from '@nestjs/common';
import { envelope, type Envelope } from '../page.js';
import { ListListingsDto } from './list-listings.dto.js';
import { ListingDto, ListingItemDto } from './listing.dto.js';
import { ListingsRepository } from './listings.repository.js';

@Controller('api/v1/listings')
export class ListingsController {
  constructor(private readonly listings: ListingsRepository) {}

  @Get()
  async list(@Query() query: ListListingsDto): Promise<Envelope<ListingItemDto>> {
    const [found, total] = await this.listings.list(query);
    return envelope(
      query,
      total,
      found.map((listing) => new ListingItemDto(listing)),
    );
  }

  @Get(':id')
  async read(@Param('id', ParseIntPipe) id: number): Promise<ListingDto> {
    const listing = await this.listings.byId(id);
    if (!listing) throw new NotFoundException();
    return new ListingDto(listing, await this.listings.busyAgents(listing.agentLinks.map(({ agentId }) => agentId)));
  }
}
