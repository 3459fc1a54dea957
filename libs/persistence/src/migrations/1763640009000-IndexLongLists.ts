import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Indexes for lists that are long: whole regions, whole statuses, everything. */
export class IndexLongLists1763640009000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    // Every column of an index is unpacked for each row that is read from it, those behind a null or a number of any
    // length more slowly: so one index of what is asked for most, with little beside it, and one of the rest in this order.
    await runner.query(`
      CREATE INDEX listings_places ON listings (status, suburb_id) INCLUDE (flags, firstdate, id, bedrooms, price)`);
    await runner.query('ALTER INDEX listings_facts RENAME TO listings_facts_before');
    await runner.query(`
      CREATE INDEX listings_facts ON listings (status, listing_type, suburb_id)
        INCLUDE (flags, firstdate, id, website_id, is_off_market, bedrooms, bathrooms, car_spaces, living_areas, toilets,
          garages, carports, open_spaces, ensuite, auction_at, inspections_until, price)`);
    // What has no price, or no date, is last in both directions, which one index cannot give.
    await runner.query('CREATE INDEX listings_price_desc ON listings (status, price DESC NULLS LAST, id)');
    await runner.query('CREATE INDEX listings_available_desc ON listings (status, available_at DESC NULLS LAST, id)');
    // For whoever changes a suburb. Lists by suburb are read from listings_places now.
    await runner.query('ALTER INDEX listings_suburb RENAME TO listings_suburb_before');
    await runner.query('CREATE INDEX listings_suburb ON listings (suburb_id)');
    // In the end, for readers wait from here on.
    await runner.query('DROP INDEX listings_facts_before, listings_suburb_before');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      DROP INDEX listings_suburb, listings_available_desc, listings_price_desc, listings_facts, listings_places`);
    await runner.query('CREATE INDEX listings_suburb ON listings (suburb_id, status, price)');
    await runner.query(`
      CREATE INDEX listings_facts ON listings (status, listing_type, suburb_id)
        INCLUDE (flags, price, bedrooms, bathrooms, car_spaces, garages, carports, open_spaces, ensuite, toilets,
          living_areas, is_off_market, website_id, auction_at, inspections_until, firstdate, id)`);
  }
}
