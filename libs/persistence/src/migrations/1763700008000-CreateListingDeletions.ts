import type { MigrationInterface, QueryRunner } from 'typeorm';
import { AUTOVACUUM } from './autovacuum.js';

/** Deletions of listings that do not exist: an older entry does not create them again. */
export class CreateListingDeletions1763700008000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
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
    await runner.query('DROP TABLE deleted_listings');
  }
}
