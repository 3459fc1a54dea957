import { CurrentAuthor, type CallingAuthor } from '@app/auth';
import { AnswersSecret, OpenToPublicKeys, Refuses, TakesBody, TakesId } from '@app/http';
import { answerRef } from '@app/schema';
import { Post } from '@app/writes';
import { Body, Controller, Param } from '@nestjs/common';
import { ApiCreatedResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import { CreateEnquiryDto } from './dto/create-enquiry.dto.js';
import { EnquiriesService } from './enquiries.service.js';
import { ADDRESS_LIMIT, LISTING_LIMIT } from './enquiry-limits.repository.js';
import { AcceptedEnquiry, CreatedEnquiry } from './dto/enquiry.fields.js';

/** `/api/v1/listings/{id}/enquiries`: questions from visitors about a listing. */
@ApiTags('enquiries')
@Controller('api/v1/listings/:id/enquiries')
export class ListingEnquiriesController {
  constructor(private readonly enquiries: EnquiriesService) {}

  @Post()
  @OpenToPublicKeys('site')
  @ApiOperation({
    operationId: 'createEnquiry',
    summary: 'Send an enquiry about a listing',
    description: `Stores the question of a person about a listing that the account of the credential shows; its agency gets the message \`enquiry-created\`. Credentials of the scopes \`public\` and \`full\` may send it. Visitors with a \`public\` key get only its \`_id\`; one address may send ${ADDRESS_LIMIT.most} enquiries an hour (429 with \`Retry-After\`). After ${LISTING_LIMIT.most} of them a day about a listing, further ones are \`held\`: stored without a message.`,
  })
  @TakesId('Numeric id, object identifier (`_id`) or uniqueID of the listing that the enquiry is about.', '239')
  @TakesBody(CreateEnquiryDto, 'The person and the question. Either `email` or `phone` is required.')
  @Refuses('forbidden', 'tooManyEnquiries')
  @AnswersSecret()
  @ApiCreatedResponse({
    description: 'The stored enquiry.',
    schema: { anyOf: [answerRef(CreatedEnquiry), answerRef(AcceptedEnquiry)] },
  })
  async create(
    @CurrentAuthor() author: CallingAuthor,
    @Param('id') listing: string,
    @Body() body: CreateEnquiryDto,
  ): Promise<CreatedEnquiry | AcceptedEnquiry> {
    const enquiry = await this.enquiries.create(author, listing, body);
    return { message: 'Enquiry created', enquiry: author.scope === 'public' ? { _id: enquiry._id } : enquiry };
  }
}
