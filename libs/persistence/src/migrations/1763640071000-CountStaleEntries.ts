import type { MigrationInterface, QueryRunner } from 'typeorm';

/** How many entries of a feed were too old to change anything. */
export class CountStaleEntries1763640071000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE feed_runs ADD stale int NOT NULL DEFAULT 0');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE feed_runs DROP stale');
  }
}
