import type { MigrationInterface, QueryRunner } from 'typeorm';

const slugsAreUnique = (columns: string): string => `
  ALTER TABLE agents DROP CONSTRAINT agents_slug_key, ADD CONSTRAINT agents_slug_key UNIQUE (${columns});`;

/** The slug of an agent is unique within its account. The way back needs slugs that differ between all accounts. */
export class OwnSlugs1764000090000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(slugsAreUnique('slug, website_id'));
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(slugsAreUnique('slug'));
  }
}
