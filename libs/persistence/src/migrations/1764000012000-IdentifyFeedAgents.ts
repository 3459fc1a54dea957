import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The ids that feeds give to the persons of an account. */
export class IdentifyFeedAgents1764000012000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE agents ADD COLUMN unique_listing_agent_id text NOT NULL DEFAULT '';
      -- Feeds and bundles: the person of an id. No two agents of an account have one id.
      CREATE UNIQUE INDEX agents_unique_listing_agent ON agents (website_id, unique_listing_agent_id)
        WHERE unique_listing_agent_id <> '';
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE agents DROP COLUMN unique_listing_agent_id');
  }
}
