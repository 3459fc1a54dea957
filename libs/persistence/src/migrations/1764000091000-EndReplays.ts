import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Where a replay of a hook ends: it has one at a time. */
export class EndReplays1764000091000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE hook_states ADD COLUMN replay_until bigint');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE hook_states DROP COLUMN replay_until');
  }
}
