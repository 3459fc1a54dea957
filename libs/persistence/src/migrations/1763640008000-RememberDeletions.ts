import type { MigrationInterface, QueryRunner } from 'typeorm';

/** When listings were deleted that there are no more, or never were: what is older does not bring them back. */
export class RememberDeletions1763640008000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE deleted_listings (
        website_id int NOT NULL REFERENCES accounts ON DELETE CASCADE,
        agent_id text NOT NULL,
        unique_id text NOT NULL,
        modtime timestamptz NOT NULL,
        PRIMARY KEY (website_id, agent_id, unique_id)
      )`);
    // Whoever makes a listing anew, and without a statement of its own.
    await runner.query(`
      CREATE FUNCTION forget_deletions() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        DELETE FROM deleted_listings deleted USING written
        WHERE deleted.website_id = written.website_id AND deleted.agent_id = written.agent_id
          AND deleted.unique_id = written.unique_id;
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
