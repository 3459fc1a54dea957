import { CurrentCaller, type Caller } from '@app/auth';
import { ExportsService } from '@app/bundles';
import { CurrentSafeHorizon, type SafeHorizon } from '@app/cache';
import { CurrentRecipient, headerRef, OpenToLinks, Refuses, type Recipient } from '@app/http';
import { TakesQuery } from '@app/lists';
import { Controller, Get, Query, Res } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import type { Response } from 'express';
import { ReaxmlChanges } from './reaxml-changes.export.js';
import { ReaxmlExportQuery } from './reaxml-export.query.js';

const EXAMPLE = `<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE propertyList SYSTEM "http://reaxml.realestate.com.au/propertyList.dtd">
<!-- REAXML r1.64 -->
<propertyList date="2026-03-07-22:30:00" username="" password="">
<residential modTime="2026-03-07-22:30:00" status="deleted"><agentID>AGNT1</agentID><uniqueID>S100238</uniqueID></residential>
</propertyList>
`;

/** `/api/v1/export/listings.xml`: the listings of an account as REAXML. */
@ApiTags('exports')
@Controller('api/v1/export')
export class ReaxmlExportController {
  constructor(
    private readonly reaxml: ReaxmlChanges,
    private readonly exports: ExportsService,
  ) {}

  @Get('listings.xml')
  @OpenToLinks()
  @ApiOperation({
    operationId: 'exportReaxml',
    summary: 'Export listings as REAXML',
    description:
      'The matching own listings of an account, in the format of `directory export --reaxml`, including hidden data. Requires credentials of the account or its main account with the scope `full`, or of the operator. With `since`, only changes. With a link of the account or its main account, the listings that a `public` pair sees, without hidden data and without `since`. The document is complete when it ends with its closing tag.',
  })
  @TakesQuery(ReaxmlExportQuery)
  @ApiOkResponse({
    description: 'A REAXML document.',
    content: { 'application/xml': { schema: { type: 'string' }, examples: { changes: { value: EXAMPLE } } } },
    headers: {
      'Content-Disposition': headerRef('ContentDisposition'),
      'Changes-Cursor': headerRef('ChangesCursor'),
    },
  })
  @Refuses('forbidden', 'notFound', 'invalidCursor', 'cursorExpired', 'exportUnderWay')
  async listings(
    @CurrentCaller() caller: Caller,
    @Query() query: ReaxmlExportQuery,
    @CurrentRecipient() recipient: Recipient,
    @CurrentSafeHorizon() end: SafeHorizon,
    @Res() response: Response,
  ): Promise<void> {
    const { lines, format } = await this.reaxml.export(caller, query, recipient, end);
    await this.exports.send(caller, lines, response, format);
  }
}
