import { ApiList, type ListQuery } from '@app/lists';
import { Controller, Get, Query } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import { Postcode, SuburbResponse } from './suburb.fields.js';
import { SuburbNamesQuery, SuburbsQuery } from './suburb.filters.js';
import { SuburbsService } from './suburbs.service.js';

/** `/api/v1/suburbs`: the reference of suburbs, read-only. */
@ApiTags('suburbs')
@Controller('api/v1/suburbs')
export class SuburbsController {
  constructor(private readonly suburbs: SuburbsService) {}

  @Get()
  @ApiOperation({ operationId: 'listSuburbs', summary: 'List suburbs', description: 'Ordered by name.' })
  @ApiList(SuburbsQuery, SuburbResponse)
  list(@Query() query: SuburbsQuery): ListQuery {
    return this.suburbs.list(query);
  }

  @Get('postcodes')
  @ApiOperation({ operationId: 'listPostcodes', summary: 'List postcodes', description: 'Distinct, in order.' })
  @ApiList(SuburbNamesQuery, Postcode, 'names')
  postcodes(@Query() query: SuburbNamesQuery): ListQuery {
    return this.suburbs.postcodes(query);
  }

  @Get('regions')
  @ApiOperation({ operationId: 'listRegions', summary: 'List regions', description: 'Distinct, alphabetical.' })
  @ApiList(SuburbNamesQuery, { type: 'string', examples: ['Greater Melbourne'] as never }, 'names')
  regions(@Query() query: SuburbNamesQuery): ListQuery {
    return this.suburbs.regions(query);
  }

  @Get('areanames')
  @ApiOperation({ operationId: 'listAreaNames', summary: 'List area names', description: 'Distinct, alphabetical.' })
  @ApiList(SuburbNamesQuery, { type: 'string', examples: ['Yarra'] as never }, 'names')
  areaNames(@Query() query: SuburbNamesQuery): ListQuery {
    return this.suburbs.areaNames(query);
  }
}
