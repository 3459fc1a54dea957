import { AccountRead, AccountsExportQuery } from '@app/accounts';
import { AgentRecord, AgentsExportQuery, ExportedAgent } from '@app/agents';
import { CurrentCaller, type Caller } from '@app/auth';
import { ExportedListing, ListingsExportQuery } from '@app/listings';
import { PropertiesExportQuery, PropertyResponse } from '@app/properties';
import { SuburbLine, SuburbResponse, SuburbsExportQuery } from '@app/suburbs';
import { Controller, Get, Query, Res } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import type { Response } from 'express';
import { Exports } from './documented.js';
import { ExportsService } from './exports.service.js';

const ALL = 'All matching items of one snapshot, ordered by numeric id.';

/** `/api/v1/export`: whole lists as files of a bundle (B12). */
@ApiTags('exports')
@Controller('api/v1/export')
export class ExportsController {
  constructor(private readonly exports: ExportsService) {}

  @Get('accounts.ndjson')
  @ApiOperation({
    operationId: 'exportAccounts',
    summary: 'Export accounts',
    description: `${ALL} Each line is an account as in the single read of another account, with \`status\`; for the operator, with every field except the secret key.`,
  })
  @Exports(AccountsExportQuery, AccountRead)
  accounts(
    @CurrentCaller() caller: Caller,
    @Query() query: AccountsExportQuery,
    @Res() response: Response,
  ): Promise<void> {
    return this.exports.send(caller, this.exports.accounts(caller, query), response);
  }

  @Get('agents.ndjson')
  @ApiOperation({
    operationId: 'exportAgents',
    summary: 'Export agents',
    description: `${ALL} Each line is an agent as in its single read, without statistics and account; for the operator, with both e-mail addresses.`,
  })
  @Exports(AgentsExportQuery, AgentRecord, ExportedAgent)
  agents(@CurrentCaller() caller: Caller, @Query() query: AgentsExportQuery, @Res() response: Response): Promise<void> {
    return this.exports.send(caller, this.exports.agents(caller, query), response);
  }

  @Get('suburbs.ndjson')
  @ApiOperation({
    operationId: 'exportSuburbs',
    summary: 'Export suburbs',
    description: `${ALL} Each line is a suburb as in the list; for the operator, with coordinates and time zone.`,
  })
  @Exports(SuburbsExportQuery, SuburbResponse, SuburbLine)
  suburbs(
    @CurrentCaller() caller: Caller,
    @Query() query: SuburbsExportQuery,
    @Res() response: Response,
  ): Promise<void> {
    return this.exports.send(caller, this.exports.suburbs(caller, query), response);
  }

  @Get('listings.ndjson')
  @ApiOperation({
    operationId: 'exportListings',
    summary: 'Export listings',
    description: `${ALL} Listings of every status, unless \`status\` is given. Accounts and agents are given by id.`,
  })
  @Exports(ListingsExportQuery, ExportedListing)
  listings(
    @CurrentCaller() caller: Caller,
    @Query() query: ListingsExportQuery,
    @Res() response: Response,
  ): Promise<void> {
    return this.exports.send(caller, this.exports.listings(caller, query), response);
  }

  @Get('properties.ndjson')
  @ApiOperation({
    operationId: 'exportProperties',
    summary: 'Export properties',
    description: `${ALL} Each line is a property as in its single read, with all its listings.`,
  })
  @Exports(PropertiesExportQuery, PropertyResponse)
  properties(
    @CurrentCaller() caller: Caller,
    @Query() query: PropertiesExportQuery,
    @Res() response: Response,
  ): Promise<void> {
    return this.exports.send(caller, this.exports.properties(caller, query), response);
  }
}
