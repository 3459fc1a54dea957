-- Autovacuum parameters (ADR 16). By default, autovacuum waits until 20% of the rows have changed: 200,000 of a million
-- listings. Until then, index-only scans visit the table for every changed page. This cost depends on the number of
-- changed rows, so the threshold is a number. Statistics depend on proportions, so a table is analyzed when 2% of its
-- rows have changed. Tables of later migrations need the same parameters.
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
