import { Cached } from '@app/cache';
import {
  Answers,
  CurrentRecipient,
  GEO_JSON_TYPE,
  OpenToPublicKeys,
  TakesId,
  type Recipient,
  type Versioned,
} from '@app/http';
import { ApiCounts, ApiFacets, ApiList, ApiMap, type CountsValue, type FacetsValue, type Page } from '@app/lists';
import { Controller, Get, Param, Query } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import { ListingHistory } from './history/listing-history.fields.js';
import { ListingCluster } from './clusters/listing-cluster.fields.js';
import { ListingCard } from './dto/listing-card.fields.js';
import {
  ListingCardsQuery,
  ListingClustersQuery,
  ListingFacetsQuery,
  ListingsQuery,
} from './filters/listings.query.js';
import { SimilarListingsQuery } from './similar/similar-listings.query.js';
import { ListingResponse, ListingItem } from './dto/listing.fields.js';
import { CARD } from './dto/listing.kinds.js';
import { ListingsService } from './listings.service.js';
import { ListingStatistics } from './statistics/statistics.fields.js';
import { ListingStatisticsQuery } from './statistics/statistics.query.js';
import { MOST_GROUPS } from './statistics/statistics.kinds.js';

/** `/api/v1/listings`: read-only; listings are imported from bundles and feeds. */
@ApiTags('listings')
@Controller('api/v1/listings')
export class ListingsController {
  constructor(private readonly listings: ListingsService) {}

  @Get()
  @OpenToPublicKeys('site')
  @ApiOperation({
    operationId: 'listListings',
    summary: 'List listings',
    description:
      'Without parameters: the current listings, the newest first. An item matches only if it matches every parameter. With `view=card` the response has the items of `/listings/cards`; with `Accept: application/geo+json` it is a FeatureCollection, as at `/listings/geojson`.',
  })
  @ApiList(ListingsQuery, ListingItem, 'page', { other: GEO_JSON_TYPE })
  async list(@Query() query: ListingsQuery, @CurrentRecipient() recipient: Recipient): Promise<Page> {
    return await this.listings.list(query, recipient);
  }

  @Get('cards')
  @OpenToPublicKeys('site')
  @ApiOperation({
    operationId: 'listListingCards',
    summary: 'List listings as cards',
    description: `The same list as \`/listings\`. A card is ${CARD}.`,
  })
  @ApiList(ListingCardsQuery, ListingCard)
  async cards(@Query() query: ListingCardsQuery, @CurrentRecipient() recipient: Recipient): Promise<Page> {
    return await this.listings.list(query, recipient);
  }

  @Get('geojson')
  @OpenToPublicKeys('site')
  @ApiOperation({
    operationId: 'mapListings',
    summary: 'List listings as GeoJSON',
    description: `The same list as \`/listings\`, as a FeatureCollection (RFC 7946). \`properties\` is a card: ${CARD}.`,
  })
  @ApiMap(ListingCardsQuery, ListingCard)
  async map(@Query() query: ListingCardsQuery, @CurrentRecipient() recipient: Recipient): Promise<Page> {
    return await this.listings.list(query, recipient);
  }

  @Get('facets')
  @OpenToPublicKeys('site')
  @ApiOperation({
    operationId: 'countListings',
    summary: 'Count listings by the values of fields',
    description:
      'How many listings each value of a field has, for the filters of a search. The same filters as the list. A field is counted as if its own filters were not given, so that its other values are shown with what they would find. `price` is counted by brackets, sale prices and rents apart.',
  })
  @ApiFacets(ListingFacetsQuery, 'ListingFacets')
  async facets(@Query() query: ListingFacetsQuery, @CurrentRecipient() recipient: Recipient): Promise<FacetsValue> {
    return await this.listings.count(query, recipient);
  }

  @Get('clusters')
  @OpenToPublicKeys('site')
  @ApiOperation({
    operationId: 'clusterListings',
    summary: 'Count listings by cells of a map',
    description: `Listings with coordinates by the cells of a Web Mercator grid, the fullest cells first. The same filters as the list. A cell with one listing has its card. There are at most 500 cells: if there would be more, cells are twice as wide, or four times, and so on. A listing whose address is hidden from the caller is in no cell. With \`Accept: application/geo+json\` it is a FeatureCollection. A card is ${CARD}.`,
  })
  @ApiList(ListingClustersQuery, ListingCluster, 'whole', { other: GEO_JSON_TYPE })
  clusters(@Query() query: ListingClustersQuery, @CurrentRecipient() recipient: Recipient): Promise<Page> {
    return this.listings.clusters(query, recipient);
  }

  @Get('statistics')
  @OpenToPublicKeys('site')
  @ApiOperation({
    operationId: 'readListingStatistics',
    summary: 'Read statistics of listings',
    description: `What is offered now, and what happened in each of the last periods, for the filters of a search: new listings, sales, leases and withdrawals, with quartiles of prices, rents and days on the market. They are exact, and made of the listings and their histories. Sales are dated by days in the time zone of the listing, everything else by UTC days. With \`by\`, groups have the same, at most ${MOST_GROUPS}. What the caller does not see counts nowhere, and fewer than three amounts have no median.`,
  })
  @ApiCounts(ListingStatisticsQuery, ListingStatistics)
  statistics(
    @Query() query: ListingStatisticsQuery,
    @CurrentRecipient() recipient: Recipient,
  ): Promise<CountsValue<ListingStatistics>> {
    return this.listings.statistics(query, recipient);
  }

  @Get(':id')
  @OpenToPublicKeys('site')
  @ApiOperation({
    operationId: 'readListing',
    summary: 'Read a listing',
    description:
      'One listing by any of its identifiers. When listings of several accounts have the same uniqueID, one that the account of the credential shows comes first, then the one that its agency changed last.',
  })
  @TakesId('Numeric id, object identifier (`_id`) or uniqueID of the listing.', '239')
  @Cached()
  @Answers(ListingResponse, 'The listing.')
  read(@Param('id') id: string, @CurrentRecipient() recipient: Recipient): Promise<Versioned> {
    return this.listings.read(id, recipient);
  }

  @Get(':id/history')
  @OpenToPublicKeys('site')
  @ApiOperation({
    operationId: 'readListingHistory',
    summary: 'Read the history of a listing',
    description:
      'The changes of status and price of a listing, the oldest first, as long as the listing exists. A caller who reads the listing reads its history, without the changes of prices that are hidden from the caller.',
  })
  @TakesId('Numeric id, object identifier (`_id`) or uniqueID of the listing.', '239')
  @Cached()
  @Answers(ListingHistory, 'The history of the listing.')
  history(@Param('id') id: string, @CurrentRecipient() recipient: Recipient): Promise<Versioned> {
    return this.listings.history(id, recipient);
  }
  @Get(':id/similar')
  @OpenToPublicKeys('site')
  @ApiOperation({
    operationId: 'listSimilarListings',
    summary: 'List similar listings',
    description: `Homes like a listing, as cards: of the same type and category, in the same suburb, a surrounding one or within 5 km, with as many bedrooms or one more or less, and with a price that differs by at most 25 %, where both show one. The likest come first: another suburb counts 1, another number of bedrooms 1, and a price 1 for 25 %; what one of the two does not show counts 1. Of equal ones, the newest come first. Hidden prices, suburbs and addresses count as not known, for every key. The listing and others of its property are left out. A card is ${CARD}.`,
  })
  @TakesId('Numeric id, object identifier (`_id`) or uniqueID of the listing.', '239')
  @ApiList(SimilarListingsQuery, ListingCard)
  similar(
    @Param('id') id: string,
    @Query() query: SimilarListingsQuery,
    @CurrentRecipient() recipient: Recipient,
  ): Promise<Page> {
    return this.listings.similar(id, query, recipient);
  }
}
