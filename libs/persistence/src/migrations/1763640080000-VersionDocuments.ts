import type { MigrationInterface, QueryRunner } from 'typeorm';

const TABLES = ['suburbs', 'accounts', 'agents', 'property_documents', 'listing_documents'];

/** Prebuilt documents know of which declarations they were made (ADR 21); 0: before that was noted. */
export class VersionDocuments1763640080000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    for (const table of TABLES) {
      await runner.query(`ALTER TABLE ${table} ADD COLUMN representation int NOT NULL DEFAULT 0`);
      // How many are of other declarations is asked at each start and by /readyz.
      await runner.query(`CREATE INDEX ${table}_representation ON ${table} (representation)`);
    }
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const table of TABLES) await runner.query(`ALTER TABLE ${table} DROP COLUMN representation`);
  }
}
