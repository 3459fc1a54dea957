import { hash } from 'node:crypto';
import type { MigrationInterface, QueryRunner } from 'typeorm';

/** A migration that stores a hash of its SQL with its name (ADR 42). */
export interface HashedMigration extends MigrationInterface {
  readonly name: string;
  /** The statements of `up`. */
  readonly sql: () => Promise<string>;
  /** Their SHA-256 in hexadecimal. */
  readonly hash: () => Promise<string>;
}

/**
 * Writes or deletes the hash in the transaction that applies or reverts the migration, even from TypeORM's command
 * line.
 */
export const hashed = (Migration: new () => MigrationInterface): new () => HashedMigration =>
  class extends Migration implements HashedMigration {
    override readonly name = Migration.name;

    readonly sql = () => sqlOf(new Migration());

    readonly hash = async () => hash('sha256', await this.sql());

    override async up(runner: QueryRunner): Promise<void> {
      await super.up(runner);
      await runner.query('INSERT INTO migration_hashes (name, hash) VALUES ($1, $2)', [this.name, await this.hash()]);
    }

    override async down(runner: QueryRunner): Promise<void> {
      await runner.query('DELETE FROM migration_hashes WHERE name = $1', [this.name]);
      await super.down(runner);
    }
  };

/** The statements of a migration. Migrations call only `query`, and use no results. */
async function sqlOf(migration: MigrationInterface): Promise<string> {
  const statements: string[] = [];
  const recorder = { query: (statement: string) => Promise.resolve(void statements.push(statement)) };
  await migration.up(recorder as unknown as QueryRunner);
  return statements.join(';\n');
}
