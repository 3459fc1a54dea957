import { hash } from 'node:crypto';
import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The statements of a migration's `up`. */
export async function sqlOf(migration: MigrationInterface): Promise<string> {
  const statements: string[] = [];
  // Migrations send SQL, and use nothing else of a runner, and no result.
  const recorder = { query: (statement: string) => Promise.resolve(void statements.push(statement)) };
  await migration.up(recorder as unknown as QueryRunner);
  return statements.join(';\n');
}

/** Their SHA-256, as hexadecimal digits. */
export const hashOf = async (migration: MigrationInterface): Promise<string> => hash('sha256', await sqlOf(migration));
