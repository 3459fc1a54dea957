import { isShownBy } from '@app/accounts';
import type { Recipient } from '@app/http';
import { anyOfIds, sql, SqlExecutor } from '@app/sql';
import { Injectable } from '@nestjs/common';
import { ListingMasks } from '../finder/listing-masks.js';
import { historyOf, type ReadListing, type StoredHistory } from './listing-history.presenter.js';
import type { HistoryEntry } from './listing-history.fields.js';

/** Reads the histories of listings. */
@Injectable()
export class ListingHistories {
  constructor(private readonly executor: SqlExecutor) {}

  /**
   * The histories of listings, by id.
   * @param listings as the recipient has read them before; a change in between is not shown
   */
  async of(listings: readonly ReadListing[], recipient: Recipient): Promise<Map<number, HistoryEntry[]>> {
    const { siteID } = recipient;
    const isOfSite = siteID === undefined ? sql`FALSE` : isShownBy(sql`listing`, siteID);
    const rows = await this.executor.query<StoredHistory & { readonly listingID: number }>(
      sql`SELECT listing.id AS "listingID", ${isOfSite} AS "isOfSite", coalesce((
          SELECT json_agg(json_build_object('at', at, 'before', before) ORDER BY at, kind)
          FROM listing_history WHERE listing_id = listing.id), '[]') AS changes
        FROM ${new ListingMasks(recipient).from()} WHERE listing.id = ${anyOfIds(listings.map(({ id }) => id))}`,
      'lookup',
    );
    const stored = new Map(rows.map((row) => [row.listingID, row]));
    return new Map(
      listings.map((listing) => [
        listing.id,
        historyOf(listing, stored.get(listing.id) ?? { isOfSite: false, changes: [] }, recipient),
      ]),
    );
  }
}
