import { lockUntilCommit, sql, SqlExecutor, type Sql } from '@app/sql';
import { Injectable } from '@nestjs/common';
import { ADDRESS_LIMIT, LISTING_LIMIT, type EnquiryLimit } from './enquiry-limits.js';

/** What is counted. */
interface Counted {
  readonly sender: string;
  readonly listingID: number;
}

/** A limit that is reached: for how many seconds, and in words. */
export interface ReachedLimit {
  readonly seconds: number;
  readonly words: string;
}

/** Limits of enquiries, which all processes share: the stored rows are counted (ADR 50). */
@Injectable()
export class EnquiryLimits {
  constructor(private readonly executor: SqlExecutor) {}

  /** The limit that the next enquiry would exceed, if any; requests at the same time are not counted. */
  async reached({ sender, listingID }: Counted, executor = this.executor): Promise<ReachedLimit | undefined> {
    const [found] = await executor.queryPrepared<{ address: number | null; listing: number | null }>(sql`
      SELECT (${secondsLeft(sql`sender = ${sender}`, ADDRESS_LIMIT)}) AS address,
        (${secondsLeft(sql`listing_id = ${listingID}`, LISTING_LIMIT)}) AS listing`);
    if (!found) return undefined;
    const { address, listing } = found;
    if (address !== null)
      return { seconds: address, words: `An address may send ${ADDRESS_LIMIT.most} enquiries an hour` };
    if (listing !== null) return { seconds: listing, words: `A listing takes ${LISTING_LIMIT.most} enquiries a day` };
    return undefined;
  }

  /** The same while no other transaction stores an enquiry. */
  async reachedAlone(executor: SqlExecutor, counted: Counted): Promise<ReachedLimit | undefined> {
    await lockUntilCommit(executor, 'enquiries');
    return this.reached(counted, executor);
  }
}

/** The seconds until there is room for another row; null: there is room. */
const secondsLeft = (rows: Sql, { most, hours }: EnquiryLimit): Sql => sql`
  SELECT greatest(1, ceil(extract(epoch FROM created_at + ${hours}::int * interval '1 hour' - now())))::int FROM enquiries
  WHERE ${rows} AND created_at > now() - ${hours}::int * interval '1 hour'
  ORDER BY created_at DESC OFFSET ${most - 1}::int LIMIT 1`;
