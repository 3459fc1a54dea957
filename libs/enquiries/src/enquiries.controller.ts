import { CurrentAuthor, CurrentCaller, type Caller, type CallingAuthor } from '@app/auth';
import { AnswersSecret, IdentifierPipe, Refuses, TakesId, type Identifier } from '@app/http';
import { ApiList, type Page } from '@app/lists';
import { answerRef } from '@app/schema';
import { Controller, Delete, Get, Param, Query, UseGuards } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import { EnquiriesService } from './enquiries.service.js';
import { DeletedEnquiry, EnquiryItem } from './dto/enquiry.fields.js';
import { EnquiriesQuery } from './filters/enquiry.filters.js';
import { EnquiryRightsGuard } from './enquiry-rights.guard.js';

const ID = 'Numeric id or object identifier (`_id`) of the enquiry.';
const EnquiryId = new IdentifierPipe('enquiry');

/** `/api/v1/enquiries`: questions from visitors. The responses contain personal data and must not be stored. */
@ApiTags('enquiries')
@Controller('api/v1/enquiries')
@UseGuards(EnquiryRightsGuard)
export class EnquiriesController {
  constructor(private readonly enquiries: EnquiriesService) {}

  @Get()
  @ApiOperation({
    operationId: 'listEnquiries',
    summary: 'List enquiries',
    description:
      'The enquiries of visitors, the newest first unless `sort` is given. An account sees enquiries about its own listings, to its agents and to itself, with a credential of the scope `full`; the operator sees all.',
  })
  @ApiList(EnquiriesQuery, EnquiryItem, 'page', { isCached: false })
  @Refuses('forbidden', 'invalidCursor')
  @AnswersSecret()
  async list(@CurrentCaller() caller: Caller, @Query() query: EnquiriesQuery): Promise<Page> {
    return await this.enquiries.list(caller, query);
  }

  @Get(':id')
  @ApiOperation({
    operationId: 'readEnquiry',
    summary: 'Read an enquiry',
    description: 'One enquiry. For an account, enquiries of other accounts do not exist (404).',
  })
  @TakesId(ID, '1')
  @Refuses('forbidden')
  @AnswersSecret()
  @ApiOkResponse({ description: 'The enquiry.', schema: answerRef(EnquiryItem) })
  read(@CurrentCaller() caller: Caller, @Param('id', EnquiryId) id: Identifier): Promise<EnquiryItem> {
    return this.enquiries.read(caller, id);
  }

  @Delete(':id')
  @ApiOperation({
    operationId: 'deleteEnquiry',
    summary: 'Delete an enquiry',
    description:
      'Deletes an enquiry immediately, with unsent hook messages about it and the response stored for its `Idempotency-Key`.',
  })
  @TakesId(ID, '1')
  @Refuses('forbidden')
  @AnswersSecret()
  @ApiOkResponse({ description: 'The enquiry before it was deleted.', schema: answerRef(DeletedEnquiry) })
  async remove(
    @CurrentAuthor() author: CallingAuthor,
    @Param('id', EnquiryId) id: Identifier,
  ): Promise<DeletedEnquiry> {
    return { message: 'Enquiry deleted', enquiry: await this.enquiries.remove(author, id) };
  }
}
