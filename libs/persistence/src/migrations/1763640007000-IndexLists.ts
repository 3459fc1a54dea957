import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Indexes for the lists that are asked for most. */
export class IndexLists1763640007000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    // One account's listings, newest first; of a sub-account those offices' that it shows (D32). Read without the rows.
    await runner.query('DROP INDEX listings_website');
    await runner.query(`
      CREATE INDEX listings_website ON listings (website_id, status, firstdate DESC, id) INCLUDE (agent_id)`);
    // Part of an address or a street: the index of every status has to look at what is sold as well.
    await runner.query(`
      CREATE INDEX listings_current_texts ON listings USING gin ((full_address || E'\\n' || street) gin_trgm_ops)
      WHERE status = 'current'`);
    // Orders of every status together; of one status the alphabetical one is found by it as well.
    await runner.query('CREATE INDEX listings_firstdate ON listings (firstdate DESC, id)');
    await runner.query('DROP INDEX listings_alphabetical');
    await runner.query('CREATE INDEX listings_alphabetical ON listings (address_order, id)');
    // Types of listings, most of which are rare.
    await runner.query('CREATE INDEX properties_types ON properties (listing_types, id)');
    // No plan has used it: inspections of a time are many, and near each other.
    await runner.query('DROP INDEX listing_inspections_starts');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      DROP INDEX properties_types, listings_alphabetical, listings_firstdate, listings_current_texts, listings_website`);
    await runner.query('CREATE INDEX listing_inspections_starts ON listing_inspections (starts_at)');
    await runner.query('CREATE INDEX listings_alphabetical ON listings (status, address_order, id)');
    await runner.query('CREATE INDEX listings_website ON listings (website_id, status, firstdate DESC, id)');
  }
}
