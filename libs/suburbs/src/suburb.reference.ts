import { select, type Store } from '@app/database';
import { sql } from '@app/query';
import type { SuburbPlace } from './reference/index.js';

/** Every suburb of the reference, as its source stated it. */
export function referencePlaces(store: Store): Promise<SuburbPlace[]> {
  return select<SuburbPlace>(
    store,
    sql`SELECT suburb, state, postcode, area_name AS "areaName", region_name AS "regionName", latitude, longitude,
        time_zone AS "timeZone"
      FROM suburbs WHERE gazetted ORDER BY id`,
  );
}
