import { sql, type SqlExecutor } from '@app/sql';
import type { KeyOfCredential } from '@app/writes';
import { Injectable } from '@nestjs/common';
import { v7 as uuidv7 } from 'uuid';
import type { CreateEnquiryDto } from './dto/create-enquiry.dto.js';
import { enquiryAsJson } from './enquiries.repository.js';
import type { EnquiryItem } from './dto/enquiry.fields.js';
import type { EnquiryKind } from './dto/enquiry.kinds.js';

/** The subject of an enquiry: a listing, an agent, or otherwise the account. */
export interface EnquirySubject {
  readonly listingID?: number;
  readonly agentID?: number;
  readonly websiteID: number;
}

/** The body of an enquiry with its kind. */
export interface NewEnquiry extends CreateEnquiryDto {
  readonly kind: EnquiryKind;
  readonly address?: string | null;
}

/** The origin and the subject of an enquiry. */
export interface EnquirySource extends EnquirySubject {
  /** Whether it exceeds the limit of its subject. */
  readonly held: boolean;
  /** The idempotency key of the request. */
  readonly key: KeyOfCredential | undefined;
}

/** Stores and deletes enquiries. */
@Injectable()
export class EnquiriesWriter {
  /**
   * Stores an enquiry; unless it is held, hooks report it through the change log. @returns undefined if the account was
   * deleted in the meantime
   */
  async create(executor: SqlExecutor, given: NewEnquiry, source: EnquirySource): Promise<EnquiryItem | undefined> {
    const { kind, name, email, phone, address, message } = given;
    const { listingID, agentID, websiteID, held, key } = source;
    const [row] = await executor.execute<{ item: EnquiryItem }>(sql`
      WITH enquiry AS (
        INSERT INTO enquiries (uid, website_id, kind, listing_id, agent_id, name, email, phone, address, message,
          held, credential_id, idempotency_key)
        SELECT ${uuidv7()}::uuid, id, ${kind}::text, ${listingID}::int, ${agentID}::int, ${name}::text,
          ${email ?? ''}::text, ${phone ?? ''}::text, ${address ?? ''}::text, ${message}::text,
          ${held}::boolean, ${key?.credential}::int, ${key?.key}::text
        FROM accounts WHERE id = ${websiteID} FOR KEY SHARE
        RETURNING *
      ), told AS (
        INSERT INTO changes (resource, resource_id, uid, website_id, kind)
        SELECT 'enquiry', id, uid, website_id, 'created' FROM enquiry WHERE NOT held
      )
      SELECT ${enquiryAsJson} AS item FROM enquiry`);
    return row?.item;
  }

  /** @returns whether the enquiry existed */
  async remove(executor: SqlExecutor, id: number): Promise<boolean> {
    const removed = await executor.execute(sql`DELETE FROM enquiries WHERE id = ${id} RETURNING id`);
    return removed.length > 0;
  }
}
