import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * The keys of addresses are canonical: the service makes those of stored properties again after the migrations, when
 * the function has another version (ADR 43). Properties that become one answer by either identity.
 */
export class AliasProperties1764000032000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE property_aliases (
        id int PRIMARY KEY,
        uid uuid NOT NULL UNIQUE,
        property_id int NOT NULL REFERENCES properties ON DELETE CASCADE
      );
      -- The end of a property, and of its aliases.
      CREATE INDEX property_aliases_property ON property_aliases (property_id);

      CREATE TABLE property_key_version (
        is_only boolean PRIMARY KEY DEFAULT true CONSTRAINT property_key_version_check CHECK (is_only),
        version int NOT NULL
      );
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE property_aliases, property_key_version');
  }
}
