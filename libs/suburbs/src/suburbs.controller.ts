import { Lists, type List } from '@app/query';
import { Controller, Get, Query } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import { Postcode, Suburb } from './suburb.fields.js';
import { SuburbNamesQuery, SuburbsQuery } from './suburb.filters.js';
import { SuburbsService } from './suburbs.service.js';

/** `/api/v1/suburbs`: the reference of suburbs, read-only. */
@ApiTags('suburbs')
@Controller('api/v1/suburbs')
export class SuburbsController {
  constructor(private readonly suburbs: SuburbsService) {}

  @Get()
  @ApiOperation({ operationId: 'listSuburbs', summary: 'List suburbs', description: 'Ordered by name.' })
  @Lists(SuburbsQuery, Suburb)
  list(@Query() query: SuburbsQuery): List {
    return this.suburbs.list(query);
  }

  @Get('postcodes')
  @ApiOperation({ operationId: 'listPostcodes', summary: 'List postcodes', description: 'Distinct, in order.' })
  @Lists(SuburbNamesQuery, Postcode, 'names')
  postcodes(@Query() query: SuburbNamesQuery): List {
    return this.suburbs.postcodes(query);
  }

  @Get('regions')
  @ApiOperation({ operationId: 'listRegions', summary: 'List regions', description: 'Distinct, alphabetical.' })
  @Lists(SuburbNamesQuery, { type: 'string', examples: ['Greater Melbourne'] as never }, 'names')
  regions(@Query() query: SuburbNamesQuery): List {
    return this.suburbs.regions(query);
  }

  @Get('areanames')
  @ApiOperation({ operationId: 'listAreaNames', summary: 'List area names', description: 'Distinct, alphabetical.' })
  @Lists(SuburbNamesQuery, { type: 'string', examples: ['Yarra'] as never }, 'names')
  areaNames(@Query() query: SuburbNamesQuery): List {
    return this.suburbs.areaNames(query);
  }
}
