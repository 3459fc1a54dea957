import { Cached } from '@app/cache';
import {
  Answers,
  CurrentRecipient,
  IdentifierPipe,
  GEO_JSON_TYPE,
  OpenToPublicKeys,
  TakesId,
  type Identifier,
  type Recipient,
  type Versioned,
} from '@app/http';
import { CARD } from '@app/listings';
import { ApiList, ApiMap, type Page } from '@app/lists';
import { Controller, Get, Param, Query } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import { PropertiesService } from './properties.service.js';
import { PropertyCardsQuery, PropertiesQuery } from './filters/property.filters.js';
import { PropertyCard, PropertyHistory, PropertyItem, PropertyResponse } from './dto/property.fields.js';

const PropertyId = new IdentifierPipe('property');

/** `/api/v1/properties`: physical addresses, read-only. */
@ApiTags('properties')
@Controller('api/v1/properties')
export class PropertiesController {
  constructor(private readonly properties: PropertiesService) {}

  @Get()
  @OpenToPublicKeys('site')
  @ApiOperation({
    operationId: 'listProperties',
    summary: 'List properties',
    description:
      'Physical addresses that have or had a listing, ordered by numeric id unless `sort` is given. With `view=card` the response has the items of `/properties/cards`; with `Accept: application/geo+json` it is a FeatureCollection, as at `/properties/geojson`.',
  })
  @ApiList(PropertiesQuery, PropertyItem, 'page', { other: GEO_JSON_TYPE })
  async list(@Query() query: PropertiesQuery, @CurrentRecipient() recipient: Recipient): Promise<Page> {
    return await this.properties.list(query, recipient);
  }

  @Get('cards')
  @OpenToPublicKeys('site')
  @ApiOperation({
    operationId: 'listPropertyCards',
    summary: 'List properties as cards',
    description: `The same list as \`/properties\`. A card is ${CARD}.`,
  })
  @ApiList(PropertyCardsQuery, PropertyCard)
  async cards(@Query() query: PropertyCardsQuery, @CurrentRecipient() recipient: Recipient): Promise<Page> {
    return await this.properties.list(query, recipient);
  }

  @Get('geojson')
  @OpenToPublicKeys('site')
  @ApiOperation({
    operationId: 'mapProperties',
    summary: 'List properties as GeoJSON',
    description: `The same list as \`/properties\`, as a FeatureCollection (RFC 7946). \`properties\` is a card: ${CARD}.`,
  })
  @ApiMap(PropertyCardsQuery, PropertyCard)
  async map(@Query() query: PropertyCardsQuery, @CurrentRecipient() recipient: Recipient): Promise<Page> {
    return await this.properties.list(query, recipient);
  }

  @Get(':id')
  @OpenToPublicKeys('site')
  @ApiOperation({
    operationId: 'readProperty',
    summary: 'Read a property',
    description: 'One property with all its listings.',
  })
  @TakesId('Numeric id or object identifier (`_id`) of the property.', '155')
  @Cached()
  @Answers(PropertyResponse, 'The property.')
  read(@Param('id', PropertyId) id: Identifier, @CurrentRecipient() recipient: Recipient): Promise<Versioned> {
    return this.properties.read(id, recipient);
  }

  @Get(':id/history')
  @OpenToPublicKeys('site')
  @ApiOperation({
    operationId: 'readPropertyHistory',
    summary: 'Read the history of a property',
    description:
      'The changes of status and price of the listings of a property, the oldest first: the histories of the listings that the property shows.',
  })
  @TakesId('Numeric id or object identifier (`_id`) of the property.', '155')
  @Cached()
  @Answers(PropertyHistory, 'The history of the property.')
  history(@Param('id', PropertyId) id: Identifier, @CurrentRecipient() recipient: Recipient): Promise<Versioned> {
    return this.properties.history(id, recipient);
  }
}
