import { raw, sql } from '@app/sql';

/** All listings. */
export const LISTINGS = sql`listings listing`;

/** Listings that were on offer here, and are no longer. */
export const FORMERLY_OFFERED = raw(`(SELECT * FROM listings WHERE status <> 'current' AND EXISTS (
  SELECT FROM listing_history WHERE listing_id = listings.id AND kind = 'status' AND before ->> 'status' = 'current')) listing`);

/** All listings, in two parts, each with its own index on coordinates. */
export const CURRENT_AND_FORMER = raw(`(
  SELECT * FROM listings WHERE status = 'current' UNION ALL SELECT * FROM listings WHERE status <> 'current') listing`);

/** The narrow rows of current listings (ADR 16). */
export const CURRENT = sql`(SELECT 'current'::listing_status AS status, * FROM current_listings) listing`;
