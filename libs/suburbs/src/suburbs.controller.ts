import { GEO_JSON_TYPE, OpenToPublicKeys } from '@app/http';
import { ApiList, ApiMap, type Page } from '@app/lists';
import { Controller, Get, Query } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import { areaName, Postcode, regionName, SuburbItem } from './dto/suburb.fields.js';
import { SuburbNamesQuery, SuburbsQuery } from './filters/suburb.filters.js';
import { SuburbsService } from './suburbs.service.js';

/** `/api/v1/suburbs`: the reference of suburbs, read-only. */
@ApiTags('suburbs')
@OpenToPublicKeys()
@Controller('api/v1/suburbs')
export class SuburbsController {
  constructor(private readonly suburbs: SuburbsService) {}

  @Get()
  @ApiOperation({
    operationId: 'listSuburbs',
    summary: 'List suburbs',
    description:
      'The suburbs of the reference, ordered by name unless `sort` is given. With `Accept: application/geo+json` the response is the FeatureCollection of `/suburbs/geojson`.',
  })
  @ApiList(SuburbsQuery, SuburbItem, 'page', { other: GEO_JSON_TYPE })
  async list(@Query() query: SuburbsQuery): Promise<Page> {
    return await this.suburbs.list(query);
  }

  @Get('geojson')
  @ApiOperation({
    operationId: 'mapSuburbs',
    summary: 'List suburbs as GeoJSON',
    description: 'The same list as `/suburbs`, as a FeatureCollection (RFC 7946).',
  })
  @ApiMap(SuburbsQuery, SuburbItem)
  async map(@Query() query: SuburbsQuery): Promise<Page> {
    return await this.suburbs.list(query);
  }

  @Get('postcodes')
  @ApiOperation({
    operationId: 'listPostcodes',
    summary: 'List postcodes',
    description: 'Each postcode once for each state, ordered by postcode and state.',
  })
  @ApiList(SuburbNamesQuery, Postcode, 'names')
  async postcodes(@Query() query: SuburbNamesQuery): Promise<Page> {
    return await this.suburbs.postcodes(query);
  }

  @Get('regions')
  @ApiOperation({
    operationId: 'listRegions',
    summary: 'List regions',
    description: 'The name of each region once, in alphabetical order.',
  })
  @ApiList(SuburbNamesQuery, regionName, 'names')
  async regions(@Query() query: SuburbNamesQuery): Promise<Page> {
    return await this.suburbs.regions(query);
  }

  @Get('areanames')
  @ApiOperation({
    operationId: 'listAreaNames',
    summary: 'List area names',
    description: 'The name of each area once, in alphabetical order.',
  })
  @ApiList(SuburbNamesQuery, areaName, 'names')
  async areaNames(@Query() query: SuburbNamesQuery): Promise<Page> {
    return await this.suburbs.areaNames(query);
  }
}
