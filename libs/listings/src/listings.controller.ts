import { Cached } from '@app/cache';
import { Answers, CurrentAudience, OpenToPublicKeys, TakesId, type Audience, type Versioned } from '@app/http';
import { ApiFacets, ApiList, type FacetsValue, type Page } from '@app/lists';
import { Controller, Get, Param, Query } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import { ListingCard } from './listing-card.fields.js';
import { ListingResponse, ListingItem } from './listing.fields.js';
import { ListingFacetsQuery } from './listing-facets.query.js';
import { ListingsQuery } from './listing.filters.js';
import { ListingsService } from './listings.service.js';

/** `/api/v1/listings`: read-only; listings are imported from bundles and feeds. */
@ApiTags('listings')
@Controller('api/v1/listings')
export class ListingsController {
  constructor(private readonly listings: ListingsService) {}

  @Get()
  @OpenToPublicKeys()
  @ApiOperation({
    operationId: 'listListings',
    summary: 'List listings',
    description:
      'Without parameters: the current listings, the newest first. An item matches only if it matches every parameter.',
  })
  @ApiList(ListingsQuery, ListingItem, 'page', { card: ListingCard, onMap: true })
  async list(@Query() query: ListingsQuery, @CurrentAudience() audience: Audience): Promise<Page> {
    return await this.listings.list(query, audience);
  }

  @Get('facets')
  @OpenToPublicKeys()
  @ApiOperation({
    operationId: 'countListings',
    summary: 'Count listings by the values of fields',
    description:
      'How many listings each value of a field has, for the filters of a search. The same filters as the list. A field is counted as if its own filters were not given, so that its other values are shown with what they would find. `price` is counted by brackets, sale prices and rents apart.',
  })
  @ApiFacets(ListingFacetsQuery, 'ListingFacets')
  async facets(@Query() query: ListingFacetsQuery, @CurrentAudience() audience: Audience): Promise<FacetsValue> {
    return await this.listings.count(query, audience);
  }

  @Get(':id')
  @OpenToPublicKeys()
  @ApiOperation({
    operationId: 'readListing',
    summary: 'Read a listing',
    description:
      'One listing by any of its identifiers. When several listings have the same uniqueID, the one that its agency changed last.',
  })
  @TakesId('Numeric id, object identifier (`_id`) or uniqueID of the listing.', '1001')
  @Cached()
  @Answers(ListingResponse, 'The listing.')
  read(@Param('id') id: string, @CurrentAudience() audience: Audience): Promise<Versioned> {
    return this.listings.read(id, audience);
  }
}
