import type { MigrationInterface, QueryRunner } from 'typeorm';
import { AUTOVACUUM } from './autovacuum.js';

/**
 * The history of listings, and the deletions of listings that do not exist: an older entry does not create them again.
 */
export class CreateListingHistory1763700008000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    // The history stays when a listing is deleted, and is deleted with its account.
    await runner.query(`
      CREATE TABLE listing_events (
        id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
        listing_id int NOT NULL,
        website_id int NOT NULL REFERENCES accounts ON DELETE CASCADE,
        at timestamptz NOT NULL,
        kind text NOT NULL CHECK (kind IN ('created', 'status', 'price', 'images', 'content', 'deleted')),
        before jsonb,
        after jsonb
      ) WITH (${AUTOVACUUM})`);
    // The history of one listing.
    await runner.query('CREATE INDEX listing_events_listing ON listing_events (listing_id, id)');
    // Consumers of an account's history, from the last event they have read; the deletion of an account.
    await runner.query('CREATE INDEX listing_events_website ON listing_events (website_id, id)');
    await runner.query(`
      CREATE TABLE deleted_listings (
        website_id int NOT NULL REFERENCES accounts ON DELETE CASCADE,
        agent_id text NOT NULL,
        unique_id text NOT NULL,
        modtime timestamptz NOT NULL,
        PRIMARY KEY (website_id, agent_id, unique_id)
      ) WITH (${AUTOVACUUM})`);
    // A trigger, so that every writer that creates a listing removes its deletion without a statement of its own.
    await runner.query(`
      CREATE FUNCTION forget_deletions() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        DELETE FROM deleted_listings known USING written
        WHERE known.website_id = written.website_id AND known.agent_id = lower(written.agent_id)
          AND known.unique_id = written.unique_id;
        RETURN NULL;
      END $$`);
    await runner.query(`
      CREATE TRIGGER listings_made AFTER INSERT ON listings REFERENCING NEW TABLE AS written
      FOR EACH STATEMENT EXECUTE FUNCTION forget_deletions()`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TRIGGER listings_made ON listings');
    await runner.query('DROP FUNCTION forget_deletions');
    await runner.query('DROP TABLE deleted_listings, listing_events');
  }
}
