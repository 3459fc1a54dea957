import type { MigrationInterface, QueryRunner } from 'typeorm';

/** `record_changes` with another expression: JSON's null is no number before PostgreSQL 18. */
const inRecordChanges = (former: string, next: string): string => `
  DO $body$ BEGIN
    EXECUTE replace(pg_get_functiondef('record_changes'::regproc), $$${former}$$, $$${next}$$);
  END $body$;`;

const [JSON_ID, TEXT_ID] = [`(state -> 'website_id')::int`, `(state ->> 'website_id')::int`];

/** Key pairs of the operator, which have no account (B54). */
export class NameOperatorPairs1764000061000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE credentials ALTER website_id DROP NOT NULL;
      -- Those for browsers and apps are of accounts.
      ALTER TABLE credentials ADD CONSTRAINT credentials_operator_check
        CHECK (website_id IS NOT NULL OR scope IN ('full', 'read') AND label <> '');
      ALTER TABLE audit_log ADD COLUMN credential_label text;
      ${inRecordChanges(JSON_ID, TEXT_ID)}
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      DELETE FROM credentials WHERE website_id IS NULL;
      ALTER TABLE credentials DROP CONSTRAINT credentials_operator_check, ALTER website_id SET NOT NULL;
      ALTER TABLE audit_log DROP COLUMN credential_label;
      ${inRecordChanges(TEXT_ID, JSON_ID)}
    `);
  }
}
