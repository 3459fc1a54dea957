import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Who has done what (ADR 32). No foreign keys: an entry outlives what it names. */
export class CreateAuditLog1763700018000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE audit_log (
        id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
        at timestamptz NOT NULL DEFAULT clock_timestamp(),
        role text NOT NULL,
        author_website_id int,
        credential_id int,
        address text,
        request_id text,
        command text,
        action text NOT NULL,
        resource text NOT NULL,
        resource_id int,
        website_id int,
        former_website_id int,
        paths text[] NOT NULL,
        counts jsonb
      );
      -- GET /audit since and until, and the pruning of old entries.
      CREATE INDEX audit_log_at ON audit_log (at);
      -- GET /audit of an account: what concerns it, and what was done by it.
      CREATE INDEX audit_log_website ON audit_log (website_id, id);
      CREATE INDEX audit_log_former_website ON audit_log (former_website_id, id) WHERE former_website_id IS NOT NULL;
      CREATE INDEX audit_log_author ON audit_log (author_website_id, id);
      -- GET /audit: what was done to one resource.
      CREATE INDEX audit_log_thing ON audit_log (resource_id, resource, id);
      -- GET /audit: what was done with a key.
      CREATE INDEX audit_log_credential ON audit_log (credential_id, id);
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE audit_log');
  }
}
