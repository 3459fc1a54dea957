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
import {
  ApiCounts,
  ApiFacets,
  ApiList,
  ApiMap,
  ApiSearch,
  BodyQuery,
  type CountsValue,
  type FacetsValue,
  type Page,
} from '@app/lists';
import { Controller, Get, Param, Query, RequestMapping, RequestMethod } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import { ListingHistory } from './history/listing-history.fields.js';
import { ListingCluster } from './clusters/listing-cluster.fields.js';
import { ListingCard } from './dto/listing-card.fields.js';
import {
  ListingCardsQuery,
  ListingClustersQuery,
  ListingFacetsQuery,
  ListingSearchQuery,
  ListingsQuery,
} from './filters/listings.query.js';
import { SimilarListingsQuery } from './similar/similar-listings.query.js';
import { ListingResponse, ListingItem } from './dto/listing.fields.js';
import { CARD } from './dto/listing.kinds.js';
import { ListingsService } from './listings.service.js';
import { ListingStatistics } from './statistics/statistics.fields.js';
import { ListingStatisticsQuery } from './statistics/statistics.query.js';
import { MOST_GROUPS } from './statistics/statistics.kinds.js';

/** `/api/v1/listings`: read-only, because listings are imported from bundles and feeds. */
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
      'Without parameters, the current listings, the newest first. Listings must match all parameters. With `view=card` the response has the items of `/listings/cards`; with `Accept: application/geo+json` it is a FeatureCollection, as at `/listings/geojson`.',
  })
  @ApiList(ListingsQuery, ListingItem, 'page', { other: GEO_JSON_TYPE })
  async list(@Query() query: ListingsQuery, @CurrentRecipient() recipient: Recipient): Promise<Page> {
    return await this.listings.list(query, recipient);
  }

  // Not `Post` of @app/writes: it changes nothing.
  @RequestMapping({ path: 'search', method: RequestMethod.POST })
  @OpenToPublicKeys('site')
  @ApiOperation({
    operationId: 'searchListings',
    summary: 'Search listings by a body',
    description:
      'The same list as `GET /listings`, with its parameters as JSON: for polygons of up to 2,000 corners together, and questions that are too long for a URL. It changes nothing, and every credential that may list listings may send it. Responses are not cached and have no links; continue with `page` or `cursor` in the body.',
  })
  @ApiSearch(
    { status: ['current', 'sold'], polygon: ['151,-34.1;151.2,-34.1;151.1,-33.9'], minbedrooms: 2 },
    ListingItem,
    ListingCard,
  )
  async search(
    @BodyQuery(ListingSearchQuery) query: ListingSearchQuery,
    @CurrentRecipient() recipient: Recipient,
  ): Promise<Page> {
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
    summary: 'Count listings by field values',
    description:
      'The number of listings per field value, for the filters of a search, with the same filters as the list. The counts of a field ignore its own filters, so that its other values show what they would find. `price` is counted in brackets, separately for sale prices and rents.',
  })
  @ApiFacets(ListingFacetsQuery, 'ListingFacets')
  async facets(@Query() query: ListingFacetsQuery, @CurrentRecipient() recipient: Recipient): Promise<FacetsValue> {
    return await this.listings.count(query, recipient);
  }

  @Get('clusters')
  @OpenToPublicKeys('site')
  @ApiOperation({
    operationId: 'clusterListings',
    summary: 'Count listings in cells of a map',
    description: `The number of listings with coordinates in each cell of a Web Mercator grid, the fullest cells first, with the same filters as the list. A cell with one listing contains its card. There are at most 500 cells: if there would be more, cells are twice as wide, four times as wide, and so on. Listings with an address hidden from the caller are not counted. With \`Accept: application/geo+json\` it is a FeatureCollection. A card is ${CARD}.`,
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
    description: `Current listings, and the new listings, sales, leases, withdrawals and auctions of the last periods, for the filters of a search, with quartiles of prices, rents and days on the market. The numbers are exact, and follow from the listings and their histories. Days are those of the time zone of the listing. With \`by\`, there are the same numbers for at most ${MOST_GROUPS} groups. Data hidden from the caller does not count, and fewer than three amounts have no median.`,
  })
  @ApiCounts(ListingStatisticsQuery, ListingStatistics, { isDaily: true })
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
      'One listing by any of its identifiers. If listings of several accounts have the same uniqueID, a listing that the account of the credential shows is preferred, and otherwise the one that was changed last.',
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
      'The changes of status and price of an existing listing, the oldest first. Callers who may read the listing may read its history, without changes of prices that are hidden from them.',
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
    description: `Listings similar to a listing, as cards: of the same type and category, in the same or a surrounding suburb or within 5 km, with a difference of at most one bedroom, and with a price that differs by at most 25 %, if both show one. The most similar come first: another suburb counts 1, another number of bedrooms 1, and a price difference of 25 % 1; a value that one of the two does not show counts 1. Ties are ordered by date, the newest first. Hidden prices, suburbs and addresses count as unknown, for every key. Other listings of its property are excluded, unless the address of the listing is hidden from the caller. A card is ${CARD}.`,
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
