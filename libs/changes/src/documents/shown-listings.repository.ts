import { OPERATOR } from '@app/http';
import { ListingMasks } from '@app/listings';
import { sql, SqlExecutor, type Sql } from '@app/sql';
import { Injectable } from '@nestjs/common';
import type { ChangeRow, Offices } from '../changes.repository.js';

/** A listing that an account newly shows, or no longer shows. */
interface MovedListing {
  readonly id: number;
  readonly uid: string;
  readonly websiteId: number;
  readonly isShown: boolean;
}

/** SQL: whether a listing belongs to some offices. */
const isOf = (offices: Offices | undefined, websiteID: Sql, agentID: Sql): Sql =>
  offices
    ? sql`coalesce(${websiteID} = ${offices.main}::int
        AND lower(${agentID}) = ANY(ARRAY(SELECT lower(unnest(${offices.ids}::text[])))), false)`
    : sql`false`;

/** The offices whose listings an account shows, if any. */
export function shownOffices(offices: Offices | null): Offices | undefined {
  return offices?.source === 'officeID' && offices.main !== null ? offices : undefined;
}

/** The unmasked listings, because the rows are only compared or tested. */
const LISTINGS = new ListingMasks(OPERATOR).from();

/** Reads which listings of main accounts sub-accounts show (D32). */
@Injectable()
export class ShownListingsRepository {
  constructor(private readonly executor: SqlExecutor) {}

  /**
   * The listings that an account newly shows, or no longer shows, after a change of its offices, by id. Listings that
   * have left an office since the change are found in the log. Their log entries may precede the change, because their
   * transaction began earlier.
   * @param behind the listing after which to continue
   */
  async movedBy(change: ChangeRow, behind: number, limit: number): Promise<MovedListing[]> {
    const before = shownOffices(change.officesBefore);
    const after = shownOffices(change.officesAfter);
    const [ofRow, ofOld] = [
      [sql`listing.website_id`, sql`listing.agent_id`],
      [sql`(old_row -> 'website_id')::int`, sql`old_row ->> 'agent_id'`],
    ] as const;
    return this.executor.query<MovedListing>(
      sql`
      SELECT moved.id, coalesce(listing.uid, moved.uid) AS uid, coalesce(listing.website_id, moved.website_id) AS "websiteId",
        coalesce(accounts_showing(listing.website_id, listing.agent_id)
          @> jsonb_build_array(${change.resourceId}::int), false) AS "isShown"
      FROM (
        SELECT DISTINCT ON (id) * FROM (
          SELECT id, uid, website_id FROM ${LISTINGS}
          WHERE website_id IN (${before?.main ?? null}::int, ${after?.main ?? null}::int) AND id > ${behind}::bigint
            AND ${isOf(before, ...ofRow)} <> ${isOf(after, ...ofRow)}
          UNION ALL
          SELECT resource_id, uid, website_id FROM changes
          WHERE resource = 'listing' AND id > ${change.id}::bigint
            AND (website_id = ${before?.main ?? null}::int OR former_website_id = ${before?.main ?? null}::int)
            AND resource_id > ${behind}::bigint AND ${isOf(before, ...ofOld)} AND NOT ${isOf(after, ...ofOld)}
        ) found ORDER BY id LIMIT ${limit}
      ) moved LEFT JOIN ${LISTINGS} ON listing.id = moved.id ORDER BY moved.id`,
      'lookup',
    );
  }
}
