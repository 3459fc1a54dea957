import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * A property has the features of its latest listing, shows its current listing or else the latest one, has the types of
 * its listings, and is deleted with its last listing (ADR 6). The triggers work per statement, for every writer of
 * listings.
 */
export class KeepProperties1763700007000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      -- Planning takes longer than a few properties do, and the plan is the same for any ids. Triggers also come without rows.
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
      END $$;

      CREATE FUNCTION listings_inserted() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        PERFORM refresh_properties(ARRAY(SELECT DISTINCT property_id FROM (SELECT property_id FROM written) touched));
        RETURN NULL;
      END $$;
      CREATE TRIGGER listings_inserted AFTER INSERT ON listings REFERENCING NEW TABLE AS written
        FOR EACH STATEMENT EXECUTE FUNCTION listings_inserted();

      CREATE FUNCTION listings_removed() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        PERFORM refresh_properties(ARRAY(SELECT DISTINCT property_id FROM (SELECT property_id FROM removed) touched));
        RETURN NULL;
      END $$;
      CREATE TRIGGER listings_removed AFTER DELETE ON listings REFERENCING OLD TABLE AS removed
        FOR EACH STATEMENT EXECUTE FUNCTION listings_removed();

      CREATE FUNCTION listings_updated() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        PERFORM refresh_properties(ARRAY(SELECT DISTINCT property_id FROM (
          SELECT property_id FROM removed UNION SELECT property_id FROM written) touched));
        RETURN NULL;
      END $$;
      CREATE TRIGGER listings_updated AFTER UPDATE ON listings REFERENCING OLD TABLE AS removed NEW TABLE AS written
        FOR EACH STATEMENT EXECUTE FUNCTION listings_updated();
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(
      'DROP FUNCTION listings_inserted, listings_removed, listings_updated, refresh_properties CASCADE',
    );
  }
}
