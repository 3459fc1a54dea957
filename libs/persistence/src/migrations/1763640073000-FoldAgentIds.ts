import type { MigrationInterface, QueryRunner } from 'typeorm';

const NAME = 'listings_website_id_agent_id_unique_id_key';

/** Tables that know listings by their keys, beside the listings. */
const KEYED = { deleted_listings: 'forget_deletions', held_listings: 'forget_held' } as const;

/** The same agentID in another case names the same office: listings are known by what is left of it in lower case. */
export class FoldAgentIds1763640073000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await removeOlderTwins(runner);
    await runner.query(`ALTER TABLE listings DROP CONSTRAINT ${NAME}`);
    await runner.query(`CREATE UNIQUE INDEX ${NAME} ON listings (website_id, lower(agent_id), unique_id)`);
    await runner.query(`
      DELETE FROM deleted_listings older USING deleted_listings newer
      WHERE older.website_id = newer.website_id AND older.unique_id = newer.unique_id
        AND lower(older.agent_id) = lower(newer.agent_id)
        AND (older.modtime, older.agent_id) < (newer.modtime, newer.agent_id)`);
    await runner.query('UPDATE deleted_listings SET agent_id = lower(agent_id) WHERE agent_id <> lower(agent_id)');
    await runner.query(`
      DELETE FROM held_listings held WHERE held.agent_id <> lower(held.agent_id) AND EXISTS (
        SELECT FROM held_listings other WHERE other.website_id = held.website_id AND other.unique_id = held.unique_id
          AND lower(other.agent_id) = lower(held.agent_id) AND other.agent_id > held.agent_id)`);
    await runner.query('UPDATE held_listings SET agent_id = lower(agent_id) WHERE agent_id <> lower(agent_id)');
    await forgetBy(runner, 'lower(written.agent_id)');
  }

  /** Which of them were twins is not known any more. */
  async down(runner: QueryRunner): Promise<void> {
    await forgetBy(runner, 'written.agent_id');
    await runner.query(`DROP INDEX ${NAME}`);
    await runner.query(`ALTER TABLE listings ADD CONSTRAINT ${NAME} UNIQUE (website_id, agent_id, unique_id)`);
  }
}

/** Of listings that differ in the case of their agentID alone, the one that its agency changed last is the listing. */
async function removeOlderTwins(runner: QueryRunner): Promise<void> {
  await runner.query(`
    WITH twins AS (
      SELECT id, row_number() OVER (
          PARTITION BY website_id, lower(agent_id), unique_id ORDER BY modtime DESC, id DESC) AS place
      FROM listings
      WHERE (website_id, lower(agent_id), unique_id) IN (
        SELECT website_id, lower(agent_id), unique_id FROM listings GROUP BY 1, 2, 3 HAVING count(*) > 1)
    ), removed AS (
      DELETE FROM listings USING twins WHERE listings.id = twins.id AND twins.place > 1
      RETURNING listings.id, listings.website_id, listings.status
    )
    INSERT INTO listing_events (listing_id, website_id, at, kind, before)
    SELECT id, website_id, now(), 'deleted', jsonb_build_object('status', status) FROM removed`);
}

async function forgetBy(runner: QueryRunner, agentId: string): Promise<void> {
  for (const [table, name] of Object.entries(KEYED)) {
    await runner.query(`
      CREATE OR REPLACE FUNCTION ${name}() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        DELETE FROM ${table} known USING written
        WHERE known.website_id = written.website_id AND known.agent_id = ${agentId}
          AND known.unique_id = written.unique_id;
        RETURN NULL;
      END $$`);
  }
}
