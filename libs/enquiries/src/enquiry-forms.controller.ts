import { AccountId } from '@app/accounts';
import { AgentId } from '@app/agents';
import { CurrentAuthor, type CallingAuthor } from '@app/auth';
import { AnswersSecret, OpenToPublicKeys, Refuses, TakesBody, TakesId, type Identifier } from '@app/http';
import { answerRef, type Class } from '@app/schema';
import { Post } from '@app/writes';
import { applyDecorators, Body, Controller, Param } from '@nestjs/common';
import { ApiCreatedResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import { CreateDirectEnquiryDto, CreateEnquiryDto } from './dto/create-enquiry.dto.js';
import { EnquiriesService } from './enquiries.service.js';
import { ADDRESS_LIMIT, SUBJECT_LIMIT } from './enquiry-limits.repository.js';
import { AcceptedEnquiry, CreatedEnquiry, type EnquiryItem } from './dto/enquiry.fields.js';

interface Form {
  readonly operationId: string;
  /** The subject, with its preposition. */
  readonly subject: string;
  /** The first words of the description. */
  readonly stores: string;
  readonly body: Class;
}

/** A form of a website, for credentials of the scopes `public` and `full`. */
const EnquiryForm = (resource: string, { operationId, subject, stores, body }: Form): MethodDecorator =>
  applyDecorators(
    OpenToPublicKeys('site'),
    ApiOperation({
      operationId,
      summary: `Send an enquiry ${subject}`,
      description: `${stores} its agency gets the message \`enquiry-created\`. Credentials of the scopes \`public\` and \`full\` may send it. Visitors with a \`public\` key get only its \`_id\`; one address may send ${ADDRESS_LIMIT.most} enquiries an hour (429 with \`Retry-After\`). After ${SUBJECT_LIMIT.most} of them a day ${subject}, further ones are \`held\`: stored without a message.`,
    }),
    TakesBody(body, 'The person and the question. Either `email` or `phone` is required.'),
    Refuses('forbidden', 'tooManyEnquiries'),
    AnswersSecret(),
    ApiCreatedResponse({
      description: 'The stored enquiry.',
      schema: { anyOf: [answerRef(CreatedEnquiry), answerRef(AcceptedEnquiry)] },
    }),
    Post(`${resource}/:id/enquiries`),
  );

/** `/api/v1/.../{id}/enquiries`: questions from visitors about listings, and to agents and accounts. */
@ApiTags('enquiries')
@Controller('api/v1')
export class EnquiryFormsController {
  constructor(private readonly enquiries: EnquiriesService) {}

  @EnquiryForm('listings', {
    operationId: 'createEnquiry',
    stores: 'Stores the question of a person about a listing that the account of the credential shows;',
    subject: 'about a listing',
    body: CreateEnquiryDto,
  })
  @TakesId('Numeric id, object identifier (`_id`) or uniqueID of the listing that the enquiry is about.', '239')
  async askAboutListing(
    @CurrentAuthor() author: CallingAuthor,
    @Param('id') listing: string,
    @Body() body: CreateEnquiryDto,
  ): Promise<CreatedEnquiry | AcceptedEnquiry> {
    return answerFor(author, await this.enquiries.askAboutListing(author, listing, body));
  }

  @EnquiryForm('agents', {
    operationId: 'createAgentEnquiry',
    stores:
      'Stores the question of a person to an agent that the credential reads, such as a request for an appraisal;',
    subject: 'to an agent',
    body: CreateDirectEnquiryDto,
  })
  @TakesId('Numeric id or object identifier (`_id`) of the agent to whom the enquiry is sent.', '1')
  async askAgent(
    @CurrentAuthor() author: CallingAuthor,
    @Param('id', AgentId) agent: Identifier,
    @Body() body: CreateDirectEnquiryDto,
  ): Promise<CreatedEnquiry | AcceptedEnquiry> {
    return answerFor(author, await this.enquiries.askAgent(author, agent, body));
  }

  @EnquiryForm('websites', {
    operationId: 'createAccountEnquiry',
    stores: 'Stores the question of a person to the office of an account, such as a request for an appraisal;',
    subject: 'to an account',
    body: CreateDirectEnquiryDto,
  })
  @TakesId('Numeric id (`websiteID`) or object identifier (`_id`) of the account to which the enquiry is sent.', '1')
  async askAccount(
    @CurrentAuthor() author: CallingAuthor,
    @Param('id', AccountId) account: Identifier,
    @Body() body: CreateDirectEnquiryDto,
  ): Promise<CreatedEnquiry | AcceptedEnquiry> {
    return answerFor(author, await this.enquiries.askAccount(author, account, body));
  }
}

/** Visitors get no numeric id, which would reveal the number of enquiries. */
const answerFor = ({ scope }: CallingAuthor, enquiry: EnquiryItem): CreatedEnquiry | AcceptedEnquiry => ({
  message: 'Enquiry created',
  enquiry: scope === 'public' ? { _id: enquiry._id } : enquiry,
});
