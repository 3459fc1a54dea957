/**
 * How soon PostgreSQL tidies a table, for `CREATE TABLE ... WITH (...)`. The defaults wait until a fifth of the rows has
 * changed: of a million listings 200,000, and until then index-only scans read the table for every changed page. What
 * a query pays is the number of changed rows, not their share, so the limit is a number (ADR 21). Statistics are about
 * shares: they are read again when a fiftieth has changed.
 */
export const AUTOVACUUM = `autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 2000,
  autovacuum_vacuum_insert_scale_factor = 0, autovacuum_vacuum_insert_threshold = 2000,
  autovacuum_analyze_scale_factor = 0.02, autovacuum_analyze_threshold = 500`;
