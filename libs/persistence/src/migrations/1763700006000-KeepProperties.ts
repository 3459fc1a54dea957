import type { MigrationInterface, QueryRunner } from 'typeorm';

/** For each event of a trigger: the transition tables, and the affected properties. */
const EVENTS = {
  listings_inserted: ['INSERT', 'NEW TABLE AS written', 'SELECT property_id FROM written'],
  listings_removed: ['DELETE', 'OLD TABLE AS removed', 'SELECT property_id FROM removed'],
  listings_updated: [
    'UPDATE',
    'OLD TABLE AS removed NEW TABLE AS written',
    'SELECT property_id FROM removed UNION SELECT property_id FROM written',
  ],
} as const;

/**
 * A property has the features of its latest listing, shows its current listing or else the latest one, has the types of
 * its listings, and is deleted with its last listing (D30). The triggers work per statement, for every writer of
 * listings.
 */
export class KeepProperties1763700006000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    // Planning takes longer than a few properties do, and the plan is the same for any ids. Triggers also come without rows.
    await runner.query(`
      CREATE FUNCTION refresh_properties(ids int[]) RETURNS void LANGUAGE plpgsql
      SET plan_cache_mode = force_generic_plan AS $$
      BEGIN
        IF ids = '{}' THEN
          RETURN;
        END IF;
        WITH touched AS (
          SELECT id FROM properties WHERE id = ANY(ids) ORDER BY id FOR UPDATE
        ), state AS (
          SELECT touched.id, latest.bedrooms, latest.bathrooms, latest.car_spaces, shown.id AS shown_listing_id,
            (SELECT bit_or(1 << array_position(enum_range(NULL::listing_type), listing_type) - 1)::smallint
              FROM listings WHERE property_id = touched.id) AS listing_types
          FROM touched
          CROSS JOIN LATERAL (
            SELECT bedrooms, bathrooms, car_spaces FROM listings
            WHERE property_id = touched.id ORDER BY modtime DESC, id DESC LIMIT 1) latest
          CROSS JOIN LATERAL (
            SELECT id FROM listings
            WHERE property_id = touched.id ORDER BY status = 'current' DESC, modtime DESC, id DESC LIMIT 1) shown
        ), refreshed AS (
          UPDATE properties SET bedrooms = state.bedrooms, bathrooms = state.bathrooms, car_spaces = state.car_spaces,
            shown_listing_id = state.shown_listing_id, listing_types = state.listing_types, updated_at = now()
          FROM state
          WHERE properties.id = state.id AND
            (properties.bedrooms, properties.bathrooms, properties.car_spaces, properties.shown_listing_id,
              properties.listing_types)
            IS DISTINCT FROM
            (state.bedrooms, state.bathrooms, state.car_spaces, state.shown_listing_id, state.listing_types)
        )
        DELETE FROM properties USING touched
        WHERE properties.id = touched.id AND NOT EXISTS (SELECT FROM listings WHERE property_id = touched.id);
      END $$`);
    for (const [name, [event, tables, touched]] of Object.entries(EVENTS)) {
      await runner.query(`
        CREATE FUNCTION ${name}() RETURNS trigger LANGUAGE plpgsql AS $$
        BEGIN
          PERFORM refresh_properties(ARRAY(SELECT DISTINCT property_id FROM (${touched}) touched));
          RETURN NULL;
        END $$`);
      await runner.query(`
        CREATE TRIGGER ${name} AFTER ${event} ON listings REFERENCING ${tables}
        FOR EACH STATEMENT EXECUTE FUNCTION ${name}()`);
    }
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const name of Object.keys(EVENTS)) await runner.query(`DROP TRIGGER ${name} ON listings`);
    await runner.query(`DROP FUNCTION ${Object.keys(EVENTS).join(', ')}, refresh_properties`);
  }
}
