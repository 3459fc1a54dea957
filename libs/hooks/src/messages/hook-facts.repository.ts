import { enquiryAsJson, type EnquiryItem } from '@app/enquiries';
import { OPERATOR } from '@app/http';
import { ListingMasks } from '@app/listings';
import { sql, SqlExecutor } from '@app/sql';
import type { Entry } from '@app/changes';
import { Injectable } from '@nestjs/common';

/** The data of a message that the change feed does not contain. */
export interface HookFacts {
  readonly before: Readonly<Record<string, unknown>> | null;
  readonly after: Readonly<Record<string, unknown>> | null;
  readonly formerWebsiteId: number | null;
  /** The accounts that showed the listing before the change; null: not recorded, or no listing. */
  readonly shownBefore: readonly number[] | null;
  readonly uniqueId: string | null;
  readonly agentId: string | null;
  readonly propertyId: number | null;
  readonly status: string | null;
  /** Null: the resource is not an enquiry, or was deleted. */
  readonly enquiry: EnquiryItem | null;
}

/** Unmasked, because messages go only to accounts that show the listing. */
const LISTINGS = new ListingMasks(OPERATOR).from();

/** Reads the data of messages about changes. */
@Injectable()
export class HookFactsRepository {
  constructor(private readonly executor: SqlExecutor) {}

  /** The facts of each entry. Listing data that the log lacks is read from the current row. */
  async of(entries: readonly Entry[]): Promise<HookFacts[]> {
    if (entries.length === 0) return [];
    const times = entries.map(({ at }) => at.getTime());
    return this.executor.query<HookFacts>(
      sql`
      WITH entry AS (
        SELECT * FROM unnest(${entries.map(({ xid }) => String(xid))}::text[], ${entries.map(({ id }) => id)}::bigint[],
          ${entries.map(({ resource }) => resource)}::text[], ${entries.map(({ resourceId }) => resourceId)}::int[])
          WITH ORDINALITY AS entry(xid, id, resource, resource_id, position)
      )
      SELECT CASE WHEN same THEN before END AS before, CASE WHEN same THEN after END AS after,
        CASE WHEN same THEN former_website_id END AS "formerWebsiteId",
        CASE WHEN same THEN old_row -> 'shown_by' END AS "shownBefore",
        coalesce(recorded ->> 'unique_id', listing.unique_id) AS "uniqueId",
        coalesce(recorded ->> 'agent_id', listing.agent_id) AS "agentId",
        coalesce((recorded ->> 'property_id')::int, listing.property_id) AS "propertyId",
        coalesce(recorded ->> 'status', listing.status::text, before ->> 'status') AS status,
        CASE WHEN enquiry.id IS NOT NULL THEN ${enquiryAsJson} END AS enquiry
      FROM entry
      LEFT JOIN changes change ON change.xid = entry.xid::xid8 AND change.id = entry.id
        AND change.at BETWEEN ${new Date(Math.min(...times))} AND ${new Date(Math.max(...times) + 1)}
      LEFT JOIN ${LISTINGS} ON entry.resource = 'listing' AND listing.id = entry.resource_id
      LEFT JOIN enquiries enquiry ON entry.resource = 'enquiry' AND enquiry.id = entry.resource_id
      -- The change of an account also reports the listings that it newly shows.
      CROSS JOIN LATERAL (SELECT change.resource = entry.resource AS same) matching
      CROSS JOIN LATERAL (SELECT CASE WHEN same THEN coalesce(new_row, old_row) END AS recorded) rows
      ORDER BY position`,
      'lookup',
    );
  }
}
