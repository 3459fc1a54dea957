import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The key of a listing in feeds: the same agentID in another case is the same office. */
const KEY = `UNIQUE INDEX listings_website_id_agent_id_unique_id_key
  ON listings (website_id, lower(agent_id), unique_id)`;

/**
 * Name, and the rest of the statement. The readers are parameters of GET /listings unless another operation is named.
 */
const INDEXES: Readonly<Record<string, string>> = {
  // sort=newest and oldest, of one status, also far from the start with the most common other filters, by index-only scan.
  listings_newest: 'ON listings (status, firstdate DESC, id) INCLUDE (flags, price, bedrooms)',
  // sort=newest and oldest, of all.
  listings_firstdate: 'ON listings (firstdate DESC, id)',
  // sort=price-asc; price bounds without a place, with the most common other filters, by index-only scan.
  listings_price: 'ON listings (status, price, id) INCLUDE (flags, firstdate, bedrooms)',
  // sort=price-desc: rows without a price are last in both directions, which one index cannot provide.
  listings_price_desc: 'ON listings (status, price DESC NULLS LAST, id)',
  // sort=available-asc; baseDate=availableDate.
  listings_available: 'ON listings (status, available_at, id)',
  // sort=available-desc: rows without a date are last in both directions.
  listings_available_desc: 'ON listings (status, available_at DESC NULLS LAST, id)',
  // sort=alphabetical, of one status or of all.
  listings_alphabetical: 'ON listings (address_order, id)',
  // Totals of places with the most common other filters, by index-only scan. Every column of an index row is decoded
  // when it is read, and columns after a null or a value of variable length more slowly.
  listings_places: 'ON listings (status, suburb_id) INCLUDE (flags, firstdate, id, bedrooms, price)',
  // Totals of most other filters, by index-only scan; columns in the order of their frequency in requests.
  listings_facts: `ON listings (status, listing_type, suburb_id)
    INCLUDE (flags, firstdate, id, website_id, is_off_market, bedrooms, bathrooms, car_spaces, living_areas, toilets,
      garages, carports, open_spaces, ensuite, auction_at, inspections_until, price)`,
  // websiteID, with the most common other filters and orders; for a sub-account also the listings of the offices that it
  // shows (D32): an index-only scan knows an expression by its column, which is therefore included.
  listings_website: `ON listings (website_id, status, lower(agent_id))
    INCLUDE (firstdate, id, flags, suburb_id, listing_type, bedrooms, bathrooms, price, agent_id)`,
  // The trigger on suburbs: the dates of their listings. Lists by suburb use listings_places.
  listings_suburb: 'ON listings (suburb_id)',
  // GET /properties/:id and the triggers of properties: the listings of a property, the latest first.
  listings_property: 'ON listings (property_id, modtime)',
  // uniqueID and uniqueIDs.
  listings_unique_id: 'ON listings (unique_id)',
  // agentID.
  listings_office: 'ON listings (agent_id, status)',
  // sort=updated; updatedAt; baseDate=updatedAt. The status is last, so that the order is that of all listings as well.
  listings_updated: 'ON listings (updated_at DESC, id, status)',
  // createdAt.
  listings_created: 'ON listings (status, created_at)',
  // isAuctions; baseDate=auctions.
  listings_auction: 'ON listings (auction_at) WHERE auction_at IS NOT NULL',
  // isInspections.
  listings_inspections_until: 'ON listings (inspections_until) WHERE inspections_until IS NOT NULL',
  // category.
  listings_category: 'ON listings (category, status)',
  // landCategory, ruralCategory, commercialListingType: most listings have none.
  listings_land_category: "ON listings (land_category) WHERE land_category <> ''",
  listings_rural_category: "ON listings (rural_category) WHERE rural_category <> ''",
  listings_commercial: "ON listings (commercial_listing_type) WHERE commercial_listing_type <> ''",
  // businessCategory and commercialCategory.
  listings_business_categories: 'ON listings USING gin (business_categories)',
  listings_commercial_categories: 'ON listings USING gin (commercial_categories)',
  // address and street, part of them; one index serves both.
  listings_texts: "ON listings USING gin ((full_address || E'\\n' || street) gin_trgm_ops)",
  // address and street, of current listings only: the index above also contains all sold listings.
  listings_current_texts: `ON listings USING gin ((full_address || E'\\n' || street) gin_trgm_ops)
    WHERE status = 'current'`,
  // agent, agents and agentSlug; GET /agents: the number of listings of an agent.
  listing_agents_agent: 'ON listing_agents (agent_id, listing_id)',
  // baseDate=inspection.
  listing_inspections_day: 'ON listing_inspections (first_day)',
  // near, bbox and polygon, where narrow rows of current listings do not serve.
  listings_current_map: "ON listings USING gist (point(longitude, latitude)) WHERE status = 'current'",
  // The same of listings that are no longer current. Every listing is in one of the two.
  listings_former_map: "ON listings USING gist (point(longitude, latitude)) WHERE status <> 'current'",
  // The start of the service, /readyz and rebuild: the number of documents of another representation version.
  listing_documents_representation: 'ON listing_documents (representation)',
};

/** The indexes that filters and sorts of listings use. Each costs import time, so each is listed with its reader. */
export class IndexListings1763700005000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`CREATE ${KEY}`);
    for (const [name, definition] of Object.entries(INDEXES)) await runner.query(`CREATE INDEX ${name} ${definition}`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`DROP INDEX listings_website_id_agent_id_unique_id_key, ${Object.keys(INDEXES).join(', ')}`);
  }
}
