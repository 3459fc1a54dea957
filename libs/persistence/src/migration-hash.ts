import { hash } from 'node:crypto';
import type { MigrationInterface, QueryRunner } from 'typeorm';

/** A migration that keeps the hash of its SQL with its name (ADR 42). */
export interface HashedMigration extends MigrationInterface {
  readonly name: string;
  /** The statements of `up`. */
  readonly sql: () => Promise<string>;
  /** Their SHA-256, as hexadecimal digits. */
  readonly hash: () => Promise<string>;
}

/** Writes and removes the hash in the transaction that applies or reverts the migration, also by TypeORM's command line. */
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

/** Migrations are SQL: they use nothing else of a runner, and no result. */
async function sqlOf(migration: MigrationInterface): Promise<string> {
  const statements: string[] = [];
  const recorder = { query: (statement: string) => Promise.resolve(void statements.push(statement)) };
  await migration.up(recorder as unknown as QueryRunner);
  return statements.join(';\n');
}
