import { Controller, Get, NotFoundException, Param, ParseIntPipe, Query } from '@nestjs/common';
import { ListListingsDto } from './list-listings.dto.js';
import { ListingDto, ListingItemDto } from './listing.dto.js';
import { ListingsRepository } from './listings.repository.js';
import { envelope, type Envelope } from './page.js';

@Controller('api/v1/listings')
export class ListingsController {
  constructor(private readonly listings: ListingsRepository) {}

  @Get()
  async list(@Query() query: ListListingsDto): Promise<Envelope<ListingItemDto>> {
    const [found, total] = await this.listings.list(query);
    const data = found.map((listing) => new ListingItemDto(listing));
    return envelope(query, total, data);
  }

  @Get(':id')
  async read(@Param('id', ParseIntPipe) id: number): Promise<ListingDto> {
    const listing = await this.listings.byId(id);
    if (!listing) throw new NotFoundException();
    return new ListingDto(listing, await this.listings.busyAgents(listing.agentLinks.map(({ agentId }) => agentId)));
  }
}
