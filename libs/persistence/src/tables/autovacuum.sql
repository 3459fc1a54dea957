-- How soon PostgreSQL tidies a table. The defaults wait until a fifth of the rows has changed: of a million listings
-- 200,000, and until then index-only scans read the table for every changed page. A query pays for the number of
-- changed rows, not for their share, so the limit is a number (ADR 16). Statistics are about shares: they are read
-- again when a fiftieth has changed. Tables of later migrations are tidied so as well.
DO $$
DECLARE
  name regclass;
BEGIN
  FOR name IN SELECT oid FROM pg_class
    WHERE relnamespace = current_schema::regnamespace AND relkind = 'r' AND relname <> 'migrations' LOOP
    EXECUTE format('ALTER TABLE %s SET (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 2000,
      autovacuum_vacuum_insert_scale_factor = 0, autovacuum_vacuum_insert_threshold = 2000,
      autovacuum_analyze_scale_factor = 0.02, autovacuum_analyze_threshold = 500)', name);
  END LOOP;
END $$;
