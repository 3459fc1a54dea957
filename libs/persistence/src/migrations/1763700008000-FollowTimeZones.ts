import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * The dates of listings are in the time zone of their suburb, which their documents name, and stored with the listing; a
 * trigger updates them when the reference adds or corrects a suburb.
 */
export class FollowTimeZones1763700008000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      -- In the document of a listing, its sale may follow the time zone.
      CREATE FUNCTION follow_time_zone() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        UPDATE listings SET available_day = (available_at AT TIME ZONE NEW.time_zone)::date,
          auction_day = (auction_at AT TIME ZONE NEW.time_zone)::date
        WHERE suburb_id = NEW.id AND (available_day, auction_day) IS DISTINCT FROM
          ((available_at AT TIME ZONE NEW.time_zone)::date, (auction_at AT TIME ZONE NEW.time_zone)::date);
        UPDATE listing_inspections inspection SET first_day = (starts_at AT TIME ZONE NEW.time_zone)::date,
          last_day = (ends_at AT TIME ZONE NEW.time_zone)::date
        FROM listings listing
        WHERE listing.suburb_id = NEW.id AND inspection.listing_id = listing.id AND (first_day, last_day) IS DISTINCT FROM
          ((starts_at AT TIME ZONE NEW.time_zone)::date, (ends_at AT TIME ZONE NEW.time_zone)::date);
        UPDATE listing_documents SET
          document = regexp_replace(document, '(?<=,"timeZone":")[^"]*(?="(,"soldDetails":{[^}]*})?$)', NEW.time_zone)
        FROM listings listing
        WHERE listing.suburb_id = NEW.id AND listing_id = listing.id
          AND document <> regexp_replace(document, '(?<=,"timeZone":")[^"]*(?="(,"soldDetails":{[^}]*})?$)', NEW.time_zone);
        RETURN NULL;
      END $$;
      -- If a suburb has no time zone, the dates stay as they are.
      CREATE TRIGGER suburbs_time_zone AFTER UPDATE ON suburbs FOR EACH ROW
        WHEN (OLD.time_zone <> NEW.time_zone AND NEW.time_zone <> '') EXECUTE FUNCTION follow_time_zone();
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP FUNCTION follow_time_zone CASCADE');
  }
}
