import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Runs also tell of what lies in the inbox and is nobody's; what is known of a file is found by its name. */
export class ReportUntakenFeeds1763640050000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE feed_runs ALTER website_id DROP NOT NULL');
    await runner.query('CREATE INDEX feed_runs_file ON feed_runs (website_id, file)');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP INDEX feed_runs_file');
    await runner.query('DELETE FROM feed_runs WHERE website_id IS NULL');
    await runner.query('ALTER TABLE feed_runs ALTER website_id SET NOT NULL');
  }
}
