import { CurrentCaller, type Caller } from '@app/auth';
import { Refuses } from '@app/http';
import { ApiList, type Page } from '@app/lists';
import { Controller, Get, Query, UseGuards } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import { AuditItem } from './dto/audit.fields.js';
import { AuditQuery } from './filters/audit.filters.js';
import { AuditRightsGuard } from './audit-rights.guard.js';
import { AuditService } from './audit.service.js';

/** `/api/v1/audit`: recorded actions. Responses depend on the caller, so they are not cached. */
@ApiTags('audit')
@Controller('api/v1/audit')
export class AuditController {
  constructor(private readonly audit: AuditService) {}

  @Get()
  @ApiOperation({
    operationId: 'listAudit',
    summary: 'List audit entries',
    description:
      'All writes that changed something, the latest first, with the keys, the address, the request or command, and the changed fields. An account sees entries that concern it and entries made with its keys; the operator sees all. Credentials of the scopes `read` and `public` get 403.',
  })
  @UseGuards(AuditRightsGuard)
  @ApiList(AuditQuery, AuditItem, 'page', { isCached: false })
  @Refuses('forbidden', 'invalidCursor')
  async list(@CurrentCaller() caller: Caller, @Query() query: AuditQuery): Promise<Page> {
    return await this.audit.list(caller, query);
  }
}
