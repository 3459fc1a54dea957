import type { MigrationInterface, QueryRunner } from 'typeorm';
import accounts from '../tables/accounts.sql?raw';
import autovacuum from '../tables/autovacuum.sql?raw';
import changes from '../tables/changes.sql?raw';
import enquiries from '../tables/enquiries.sql?raw';
import events from '../tables/events.sql?raw';
import feeds from '../tables/feeds.sql?raw';
import hooks from '../tables/hooks.sql?raw';
import listings from '../tables/listings.sql?raw';
import places from '../tables/places.sql?raw';
import properties from '../tables/properties.sql?raw';
import search from '../tables/search.sql?raw';
import searches from '../tables/searches.sql?raw';

/** Removes everything except the extension, which may have existed before. */
const DROP = `
  DO $$
  DECLARE
    dropped text;
  BEGIN
    FOR dropped IN
      SELECT format('FUNCTION %s', oid::regprocedure) FROM pg_proc
      WHERE pronamespace = current_schema::regnamespace
        AND NOT EXISTS (SELECT FROM pg_depend WHERE objid = pg_proc.oid AND deptype = 'e')
      UNION ALL
      SELECT format('TABLE %s', oid::regclass) FROM pg_class
      WHERE relnamespace = current_schema::regnamespace AND relkind IN ('r', 'p') AND NOT relispartition
        AND relname <> 'migrations'
      UNION ALL
      SELECT 'TYPE listing_status, listing_type, listing_event'
    LOOP
      EXECUTE 'DROP ' || dropped || ' CASCADE';
    END LOOP;
  END $$`;

/** The tables of 1.0.0, by subject, in the order in which they refer to each other. */
export class CreateDirectory1770000000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    const parts = [
      places,
      accounts,
      properties,
      listings,
      search,
      feeds,
      events,
      changes,
      hooks,
      enquiries,
      searches,
      autovacuum,
    ];
    for (const sql of parts) await runner.query(sql);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(DROP);
  }
}
