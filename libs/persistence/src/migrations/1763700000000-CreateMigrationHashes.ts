import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Which SQL each migration has run: the hash of its statements (ADR 42). */
export class CreateMigrationHashes1763700000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE migration_hashes (
        name text PRIMARY KEY,
        hash text NOT NULL
      );
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE migration_hashes');
  }
}
