import type { MigrationInterface, QueryRunner } from 'typeorm';

const SHOWN = (row: string) => `to_jsonb(${row}) - '{secret_hash,secret_sealed}'::text[]`;

/** The trigger function of StageChanges. @param isChange the condition on `before` and `after` of an update */
const stageCredentials = (isChange: string): string => `
  CREATE OR REPLACE FUNCTION stage_credentials() RETURNS trigger LANGUAGE plpgsql
  SET TimeZone = 'UTC' SET enable_seqscan = off AS $$
  BEGIN
    IF TG_OP = 'INSERT' THEN
      INSERT INTO pending_changes (resource, resource_id, part, was)
        SELECT 'credential', id, 'row', NULL::jsonb FROM written ON CONFLICT DO NOTHING;
    ELSIF TG_OP = 'UPDATE' THEN
      INSERT INTO pending_changes (resource, resource_id, part, was)
        SELECT 'credential', coalesce(before.id, after.id), 'row', ${SHOWN('before')}
        FROM removed before FULL JOIN written after ON after.id = before.id
        WHERE ${isChange} ON CONFLICT DO NOTHING;
    ELSE
      INSERT INTO pending_changes (resource, resource_id, part, was)
        SELECT 'credential', id, 'row', ${SHOWN('removed')} FROM removed ON CONFLICT DO NOTHING;
    END IF;
    IF FOUND THEN
      INSERT INTO pending_changes (resource, resource_id, part) VALUES ('transaction', 0, 'end') ON CONFLICT DO NOTHING;
    END IF;
    RETURN NULL;
  END $$;`;

/** Which SECRETS_KEY is in force (B57). The same secret under another key is no change of a pair. */
export class ReplaceSecretsKey1764000060000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      -- One row, of the first start. Keys are told by their fingerprints.
      CREATE TABLE secrets_key (
        single boolean PRIMARY KEY DEFAULT true CONSTRAINT secrets_key_single_check CHECK (single),
        in_force bytea NOT NULL,
        former bytea,
        replaced_at timestamptz,
        resealed_at timestamptz
      );
      ALTER TABLE secrets_key SET (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 2000,
        autovacuum_vacuum_insert_scale_factor = 0, autovacuum_vacuum_insert_threshold = 2000,
        autovacuum_analyze_scale_factor = 0.02, autovacuum_analyze_threshold = 500);
      ${stageCredentials(`to_jsonb(before) - 'secret_sealed' IS DISTINCT FROM to_jsonb(after) - 'secret_sealed'`)}
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      DROP TABLE secrets_key;
      ${stageCredentials('before IS DISTINCT FROM after')}
    `);
  }
}
