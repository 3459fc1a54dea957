import { CacheUntilChanged, Snapshot } from '@app/snapshot-cache';
import { Answers, TakesId, type Versioned } from '@app/http';
import { ApiList, type Page } from '@app/lists';
import { Controller, Get, Param, Query } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import { ListingResponse, ListingItem } from './listing.fields.js';
import { ListingsQuery } from './listing.filters.js';
import { ListingsService } from './listings.service.js';

/** `/api/v1/listings`: read-only; listings are imported from bundles and feeds. */
@ApiTags('listings')
@Controller('api/v1/listings')
export class ListingsController {
  constructor(private readonly listings: ListingsService) {}

  @Get()
  @ApiOperation({
    operationId: 'listListings',
    summary: 'List listings',
    description: 'Current ones, newest first, unless the parameters say otherwise.',
  })
  @ApiList(ListingsQuery, ListingItem)
  async list(@Query() query: ListingsQuery, @Snapshot() snapshot: string): Promise<Page> {
    return await this.listings.list(query, snapshot);
  }

  @Get(':id')
  @ApiOperation({ operationId: 'readListing', summary: 'Read a listing', description: 'By any of its identifiers.' })
  @TakesId('Numeric id, object identifier, or uniqueID', '7001')
  @CacheUntilChanged()
  @Answers(ListingResponse, 'The listing')
  read(@Param('id') id: string): Promise<Versioned> {
    return this.listings.read(id);
  }
}
