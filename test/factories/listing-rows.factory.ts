import type { DataSource } from 'typeorm';
import { v7 as uuidv7 } from 'uuid';

/** What the statistics of an agent are made of. */
interface ListingRow {
  readonly status: string;
  readonly listingType: string;
  readonly modtime: string;
  readonly value?: number;
  readonly soldPrice?: number;
  readonly rent?: number;
}

/** Puts bare listings of an agent into the store: enough for statistics, not for reads of the listings themselves. */
export async function insertListings(
  store: DataSource,
  websiteID: number,
  agentID: number,
  listings: readonly ListingRow[],
): Promise<void> {
  for (const { status, listingType, modtime, value = null, soldPrice = null, rent = null } of listings) {
    const uid = uuidv7();
    await store.query(
      `WITH property AS (
         INSERT INTO properties (uid, address_key, street, full_address, address, listing_types, created_at, updated_at)
         VALUES ($1::uuid, $1::text, '', '', '{}', ARRAY[$4::listing_type], now(), now()) RETURNING id
       ), listing AS (
         INSERT INTO listings (uid, website_id, property_id, firstdate, modtime, created_at, updated_at, status,
           listing_type, is_off_market, value, sold_price, rent, agent_id, unique_id, category, land_category,
           rural_category, commercial_listing_type, business_categories, commercial_categories, features, street,
           full_address, address_order)
         SELECT $1::uuid, $2, id, $3, $3, $3, $3, $5::listing_status, $4::listing_type, false, $6::numeric, $7::numeric,
           $8::numeric, '', $1::text, '', '', '', '', '{}', '{}', '{}', '', '', '' FROM property RETURNING id
       )
       INSERT INTO listing_agents (listing_id, agent_id, position, profile_visibility) SELECT id, $9, 0, true FROM listing`,
      [uid, websiteID, modtime, listingType, status, value, soldPrice, rent, agentID],
    );
  }
}
