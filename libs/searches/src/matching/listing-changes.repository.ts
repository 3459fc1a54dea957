import type { EntryGroup } from '@app/changes';
import { OPERATOR } from '@app/http';
import { ListingMasks } from '@app/listings';
import { sql, SqlExecutor } from '@app/sql';
import { Injectable } from '@nestjs/common';
import type { ListingChange } from './match-reasons.js';

/** SQL: the row of a change that was logged without rows: the current row, with the status in the log. */
const presentRow = sql`to_jsonb(listing) || listing_context(to_jsonb(listing))
  || agents_named(list_of(listing.id, 'agents'))
  || jsonb_build_object('inspections', list_of(listing.id, 'inspections'),
    'status', coalesce(after ->> 'status', listing.status::text))`;

/** The unmasked listings, because the rows are only compared or tested. */
const LISTINGS = new ListingMasks(OPERATOR).from();

/** Reads the rows of logged changes of listings. */
@Injectable()
export class ListingChanges {
  constructor(private readonly executor: SqlExecutor) {}

  /** The changes of groups of entries, in the same order. */
  async of(groups: readonly EntryGroup[]): Promise<ListingChange[]> {
    if (groups.length === 0) return [];
    const firsts = groups.map(([first]) => first);
    const times = firsts.map(({ at }) => at.getTime());
    const rows = await this.executor.query<Omit<ListingChange, 'group' | 'listingID'>>(
      sql`
      SELECT old_row AS old, now AS new, before ->> 'status' AS "statusBefore", coalesce((
        SELECT place_keys FROM suburbs WHERE id = (coalesce(now, old_row) ->> 'suburb_id')::int), '{}') AS "placeKeys"
      FROM unnest(${firsts.map(({ xid }) => String(xid))}::text[], ${firsts.map(({ id }) => id)}::bigint[])
        WITH ORDINALITY AS entry(xid, id, position)
      LEFT JOIN changes change ON change.xid = entry.xid::xid8 AND change.id = entry.id
        AND change.at BETWEEN ${new Date(Math.min(...times))} AND ${new Date(Math.max(...times) + 1)}
      LEFT JOIN ${LISTINGS} ON listing.id = change.resource_id AND old_row IS NULL AND new_row IS NULL
      CROSS JOIN LATERAL (SELECT coalesce(new_row, CASE WHEN listing.id IS NOT NULL THEN ${presentRow} END) AS now) present
      ORDER BY position`,
      'lookup',
    );
    // One row for each group.
    return rows.map((row, at) => ({ ...row, group: groups[at]!, listingID: firsts[at]!.resourceId }));
  }
}
