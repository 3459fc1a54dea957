import { problems } from '@app/http';
import { increment } from '@app/metrics';
import { sql, SqlExecutor } from '@app/sql';
import { Injectable } from '@nestjs/common';
import type { EnquirySubject } from './enquiries.writer.js';

/** A maximum number of enquiries within a number of hours. */
interface EnquiryLimit {
  readonly most: number;
  readonly hours: number;
}

/** The limit per address; further enquiries are rejected. */
export const ADDRESS_LIMIT: EnquiryLimit = { most: 10, hours: 1 };

/** The limit per listing, per agent and per account; further enquiries are held. */
export const SUBJECT_LIMIT: EnquiryLimit = { most: 100, hours: 24 };

/**
 * Limits of enquiries, shared by all processes. Accepted enquiries are counted in windows that begin with the first
 * one. A deleted enquiry still counts (ADR 36).
 */
@Injectable()
export class EnquiryLimits {
  constructor(private readonly executor: SqlExecutor) {}

  /** Checks without a transaction, so that a flood takes no connection from others. @throws TOO_MANY_ENQUIRIES */
  async ensureOpen(sender: string): Promise<void> {
    const [closed] = await this.executor.query<{ seconds: number }>(
      sql`
      SELECT ceil(extract(epoch FROM until - now()))::int AS seconds FROM enquiry_counts
      WHERE subject = ${sender} AND until > now() AND count >= ${ADDRESS_LIMIT.most}::int`,
      'lookup',
    );
    if (closed) throw tooMany(closed.seconds);
  }

  /**
   * Counts an enquiry, unless the transaction fails.
   * @param sender the address of the visitor
   * @returns whether the subject exceeds its limit @throws TOO_MANY_ENQUIRIES
   */
  async take(executor: SqlExecutor, sender: string, subject: EnquirySubject): Promise<boolean> {
    // All transactions lock the address before the subject.
    const [address, received] = await executor.execute<{ count: number; seconds: number }>(sql`
      INSERT INTO enquiry_counts AS known (subject, count, until) VALUES
        (${sender}, 1, now() + ${ADDRESS_LIMIT.hours}::int * interval '1 hour'),
        (${keyOf(subject)}, 1, now() + ${SUBJECT_LIMIT.hours}::int * interval '1 hour')
      ON CONFLICT (subject) DO UPDATE SET count = CASE WHEN known.until > now() THEN known.count + 1 ELSE 1 END,
        until = CASE WHEN known.until > now() THEN known.until ELSE excluded.until END
      RETURNING count, ceil(extract(epoch FROM until - now()))::int AS seconds`);
    if (address && address.count > ADDRESS_LIMIT.most) throw tooMany(address.seconds);
    return received !== undefined && received.count > SUBJECT_LIMIT.most;
  }
}

function keyOf({ listingID, agentID, websiteID }: EnquirySubject): string {
  if (listingID !== undefined) return `listing ${listingID}`;
  return agentID === undefined ? `website ${websiteID}` : `agent ${agentID}`;
}

function tooMany(seconds: number): Error {
  increment('rate_limited_total', { limit: 'enquiries' });
  return problems.tooManyEnquiries(`An address may send ${ADDRESS_LIMIT.most} enquiries an hour`, seconds);
}
