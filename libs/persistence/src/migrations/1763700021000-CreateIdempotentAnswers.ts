import type { MigrationInterface, QueryRunner } from 'typeorm';
import { AUTOVACUUM } from './autovacuum.js';

/** The answers to requests with an idempotency key (ADR 32). */
export class CreateIdempotentAnswers1763700021000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE idempotent_answers (
        credential_id int NOT NULL,
        key text NOT NULL,
        at timestamptz NOT NULL DEFAULT clock_timestamp(),
        fingerprint bytea NOT NULL,
        answer bytea NOT NULL,
        PRIMARY KEY (credential_id, key)
      ) WITH (${AUTOVACUUM})`);
    // What is encrypted cannot be compressed.
    await runner.query('ALTER TABLE idempotent_answers ALTER COLUMN answer SET STORAGE EXTERNAL');
    // The pruning of old answers.
    await runner.query('CREATE INDEX idempotent_answers_at ON idempotent_answers (at)');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE idempotent_answers');
  }
}
