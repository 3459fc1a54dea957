import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The answers to requests with an idempotency key (ADR 32). */
export class CreateIdempotentAnswers1763700019000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE idempotent_answers (
        credential_id int NOT NULL,
        key text NOT NULL,
        at timestamptz NOT NULL DEFAULT clock_timestamp(),
        fingerprint bytea NOT NULL,
        -- Encrypted texts cannot be compressed.
        answer bytea STORAGE EXTERNAL NOT NULL,
        PRIMARY KEY (credential_id, key)
      );
      -- The pruning of old answers.
      CREATE INDEX idempotent_answers_at ON idempotent_answers (at);
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE idempotent_answers');
  }
}
