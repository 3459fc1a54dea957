import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What feeds say of listings whose address has not come: these are no listings yet. */
export class HoldListingsWithoutAddress1763640072000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE feed_runs ADD held int NOT NULL DEFAULT 0');
    await runner.query(`
      CREATE TABLE held_listings (
        website_id int NOT NULL REFERENCES accounts ON DELETE CASCADE,
        agent_id text NOT NULL,
        unique_id text NOT NULL,
        entry jsonb NOT NULL,
        PRIMARY KEY (website_id, agent_id, unique_id)
      )`);
    // Whoever makes the listing, and without a statement of its own.
    await runner.query(`
      CREATE FUNCTION forget_held() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        DELETE FROM held_listings held USING written
        WHERE held.website_id = written.website_id AND held.agent_id = written.agent_id
          AND held.unique_id = written.unique_id;
        RETURN NULL;
      END $$`);
    await runner.query(`
      CREATE TRIGGER listings_released AFTER INSERT ON listings REFERENCING NEW TABLE AS written
      FOR EACH STATEMENT EXECUTE FUNCTION forget_held()`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TRIGGER listings_released ON listings');
    await runner.query('DROP FUNCTION forget_held');
    await runner.query('DROP TABLE held_listings');
    await runner.query('ALTER TABLE feed_runs DROP held');
  }
}
