import { AccountsRepository } from '@app/accounts';
import { AgentsRepository } from '@app/agents';
import type { CallingAuthor, Caller } from '@app/auth';
import { recipientOf, clientAddress, problems, type Identifier } from '@app/http';
import { ListingsRepository } from '@app/listings';
import { PageReader, type Page } from '@app/lists';
import { idempotencyKeyOf, Writes } from '@app/writes';
import { Injectable } from '@nestjs/common';
import type { CreateDirectEnquiryDto, CreateEnquiryDto } from './dto/create-enquiry.dto.js';
import { EnquiriesRepository } from './enquiries.repository.js';
import { EnquiriesWriter, type EnquirySubject, type NewEnquiry } from './enquiries.writer.js';
import type { EnquiriesQuery } from './filters/enquiry.filters.js';
import type { EnquiryItem } from './dto/enquiry.fields.js';
import { EnquiryLimits } from './enquiry-limits.repository.js';

/** Enquiries: visitors send them; the account that gets them and the operator read and delete them (B55, B77). */
@Injectable()
export class EnquiriesService {
  constructor(
    private readonly accounts: AccountsRepository,
    private readonly agents: AgentsRepository,
    private readonly listings: ListingsRepository,
    private readonly enquiries: EnquiriesRepository,
    private readonly limits: EnquiryLimits,
    private readonly writer: EnquiriesWriter,
    private readonly writes: Writes,
    private readonly pages: PageReader,
  ) {}

  /**
   * Stores an enquiry about a listing that the account of the credential shows. @throws NOT_FOUND, TOO_MANY_ENQUIRIES
   */
  async askAboutListing(author: CallingAuthor, id: string, body: CreateEnquiryDto): Promise<EnquiryItem> {
    const shown = await this.listings.findShown(id, recipientOf(author.request), ownerOf(author));
    return this.create(author, { ...body, kind: 'listing' }, 'listing', shown);
  }

  /** Stores an enquiry to an agent that the credential reads. @throws NOT_FOUND, TOO_MANY_ENQUIRIES */
  async askAgent(author: CallingAuthor, id: Identifier, body: CreateDirectEnquiryDto): Promise<EnquiryItem> {
    const agent = await this.agents.findShown(id, recipientOf(author.request));
    return this.create(author, direct(body), 'agent', agent);
  }

  /** Stores an enquiry to an account that the credential sees. @throws NOT_FOUND, TOO_MANY_ENQUIRIES */
  async askAccount(author: CallingAuthor, id: Identifier, body: CreateDirectEnquiryDto): Promise<EnquiryItem> {
    const account = await this.accounts.findShown(id, recipientOf(author.request));
    return this.create(author, direct(body), 'account', account);
  }

  /** @param subject undefined: the `resource` does not exist, or is not shown */
  private async create(
    author: CallingAuthor,
    given: NewEnquiry,
    resource: string,
    subject: EnquirySubject | undefined,
  ): Promise<EnquiryItem> {
    if (!subject) throw problems.notFound(resource);
    const { request } = author;
    // Requests with the agency's own key pairs are not counted.
    const visitor = author.scope === 'public' ? clientAddress(request, 48) : undefined;
    if (visitor !== undefined) await this.limits.ensureOpen(visitor);
    return this.writes.run(author, async (executor, audit) => {
      const held = visitor !== undefined && (await this.limits.take(executor, visitor, subject));
      const enquiry = await this.writer.create(executor, given, { ...subject, held, key: idempotencyKeyOf(request) });
      if (!enquiry) throw problems.notFound(resource);
      await audit({ action: 'create', resource: 'enquiry', id: enquiry.id, websiteID: enquiry.websiteID });
      return enquiry;
    });
  }

  async list(caller: Caller, query: EnquiriesQuery): Promise<Page> {
    return await this.pages.read(this.enquiries.list(query, ownerOf(caller)));
  }

  /** @throws NOT_FOUND, even for an existing enquiry of another account */
  async read(caller: Caller, id: Identifier): Promise<EnquiryItem> {
    const enquiry = await this.enquiries.find(id, ownerOf(caller));
    if (!enquiry) throw problems.notFound('enquiry');
    return enquiry;
  }

  /**
   * Deletes an enquiry and all copies of its data. @throws NOT_FOUND, even for an existing enquiry of another account
   */
  remove(author: CallingAuthor, id: Identifier): Promise<EnquiryItem> {
    return this.writes.run(author, async (executor, audit) => {
      const enquiry = await this.enquiries.find(id, ownerOf(author), executor);
      // Another request may have deleted it in the meantime.
      if (!enquiry || !(await this.writer.remove(executor, enquiry.id))) throw problems.notFound('enquiry');
      await audit({ action: 'delete', resource: 'enquiry', id: enquiry.id, websiteID: enquiry.websiteID });
      return enquiry;
    });
  }
}

const ownerOf = (caller: Caller): number | undefined => (caller.role === 'operator' ? undefined : caller.websiteID);

const direct = (body: CreateDirectEnquiryDto): NewEnquiry => ({ ...body, kind: body.kind ?? 'general' });
