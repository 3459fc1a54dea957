import { isEnabled } from '@app/accounts';
import { ListingMasks } from '@app/listings';
import { sql, SqlExecutor } from '@app/sql';
import { Injectable } from '@nestjs/common';
import { ListingCounts, type SuburbCount } from './listing-counts.js';
import { CountedPlaces } from './counted-places.js';
import { PlaceIndex, type SuburbRow } from './search/index.js';

/** The places and the numbers of their current listings, in one snapshot. */
export interface PlacesRead {
  readonly snapshot: string;
  readonly places: CountedPlaces;
}

interface Circumstances {
  readonly snapshot: string;
  readonly disabled: readonly number[];
}

/** Reads all places, and counts all current listings. */
@Injectable()
export class PlacesRepository {
  constructor(private readonly executor: SqlExecutor) {}

  async read(): Promise<PlacesRead> {
    return this.executor.readTogether(async (executor) => {
      const [circumstances] = await executor.query<Circumstances>(
        sql`SELECT ARRAY(SELECT id FROM accounts WHERE NOT status) AS disabled, pg_current_snapshot()::text AS snapshot`,
      );
      if (!circumstances) throw new Error('A query without a table must return one row');
      const { snapshot, disabled } = circumstances;
      const index = new PlaceIndex();
      // Read in sets, so that other requests are handled in between.
      const suburbs = sql`
        SELECT id, uid, suburb, state, postcode, slug, region_name AS "regionName", area_name AS "areaName",
          latitude, longitude, gazetted
        FROM suburbs ORDER BY id`;
      for await (const rows of executor.stream<SuburbRow>(suburbs)) for (const row of rows) index.add(row);
      const isShown = sql`NOT listing.hides_suburb`;
      const counts = await executor.query<SuburbCount>(sql`
        SELECT listing.suburb_id AS "suburbId", count(*)::int AS operator,
          (count(*) FILTER (WHERE ${isShown}))::int AS account,
          (count(*) FILTER (WHERE ${isEnabled(sql`listing.website_id`)} AND ${isShown}))::int AS public
        FROM ${ListingMasks.current} WHERE listing.suburb_id IS NOT NULL GROUP BY listing.suburb_id`);
      return { snapshot, places: new CountedPlaces(index, new ListingCounts(index.catalog, counts, disabled)) };
    });
  }
}
