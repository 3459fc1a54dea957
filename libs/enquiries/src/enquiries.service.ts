import type { CallingAuthor, Caller } from '@app/auth';
import { recipientOf, clientAddress, problems, type Identifier } from '@app/http';
import { ListingsRepository } from '@app/listings';
import { PageReader, type Page } from '@app/lists';
import { idempotencyKeyOf, Writes } from '@app/writes';
import { Injectable } from '@nestjs/common';
import type { CreateEnquiryDto } from './dto/create-enquiry.dto.js';
import { EnquiriesRepository } from './enquiries.repository.js';
import { EnquiriesWriter } from './enquiries.writer.js';
import type { EnquiriesQuery } from './filters/enquiry.filters.js';
import type { EnquiryItem } from './dto/enquiry.fields.js';
import { EnquiryLimits } from './enquiry-limits.repository.js';

/** Enquiries: visitors send them; the account of the listing and the operator read and delete them (B55). */
@Injectable()
export class EnquiriesService {
  constructor(
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
  async create(author: CallingAuthor, listing: string, body: CreateEnquiryDto): Promise<EnquiryItem> {
    const { request } = author;
    const shown = await this.listings.findShown(listing, recipientOf(request), ownerOf(author));
    if (!shown) throw problems.notFound('listing');
    // Requests with the agency's own key pairs are not counted.
    const visitor = author.scope === 'public' ? { ...shown, sender: clientAddress(request, 48) } : undefined;
    if (visitor) await this.limits.ensureOpen(visitor.sender);
    return this.writes.run(author, async (executor, audit) => {
      const held = visitor !== undefined && (await this.limits.take(executor, visitor));
      const enquiry = await this.writer.create(executor, body, { ...shown, held, key: idempotencyKeyOf(request) });
      if (!enquiry) throw problems.notFound('listing');
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
