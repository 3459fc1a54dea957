import type { MigrationInterface, QueryRunner } from 'typeorm';

/** SQL: the trigger that stages what properties were, as StageChanges makes it. @param isChange a condition on an update */
const stageProperties = (isChange: string): string => `
  CREATE OR REPLACE FUNCTION stage_properties() RETURNS trigger LANGUAGE plpgsql
  SET TimeZone = 'UTC' SET enable_seqscan = off AS $$
  BEGIN
    IF TG_OP = 'INSERT' THEN
      INSERT INTO pending_changes (resource, resource_id, part, was)
        SELECT 'property', id, 'row', NULL::jsonb FROM written ON CONFLICT DO NOTHING;
    ELSIF TG_OP = 'UPDATE' THEN
      INSERT INTO pending_changes (resource, resource_id, part, was)
        SELECT 'property', coalesce(before.id, after.id), 'row', to_jsonb(before)
        FROM removed before FULL JOIN written after ON after.id = before.id
        WHERE before IS DISTINCT FROM after ${isChange} ON CONFLICT DO NOTHING;
    ELSE
      INSERT INTO pending_changes (resource, resource_id, part, was)
        SELECT 'property', id, 'row', to_jsonb(removed) FROM removed ON CONFLICT DO NOTHING;
    END IF;
    IF FOUND THEN
      INSERT INTO pending_changes (resource, resource_id, part) VALUES ('transaction', 0, 'end') ON CONFLICT DO NOTHING;
    END IF;
    RETURN NULL;
  END $$;`;

/** As SetAutovacuum has it. */
const TIDIED = `WITH (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 2000,
  autovacuum_vacuum_insert_scale_factor = 0, autovacuum_vacuum_insert_threshold = 2000,
  autovacuum_analyze_scale_factor = 0.02, autovacuum_analyze_threshold = 500)`;

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
      ) ${TIDIED};
      -- The end of a property, and of its aliases.
      CREATE INDEX property_aliases_property ON property_aliases (property_id);

      CREATE TABLE property_key_version (
        is_only boolean PRIMARY KEY DEFAULT true CONSTRAINT property_key_version_check CHECK (is_only),
        version int NOT NULL
      ) ${TIDIED};

      -- Nobody sees a key: another one alone is no change.
      ${stageProperties("AND to_jsonb(before) - 'address_key' IS DISTINCT FROM to_jsonb(after) - 'address_key'")}
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      DROP TABLE property_aliases, property_key_version;
      ${stageProperties('')}
    `);
  }
}
