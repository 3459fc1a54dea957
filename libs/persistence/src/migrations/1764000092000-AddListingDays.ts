import type { MigrationInterface, QueryRunner } from 'typeorm';

const DEPOSIT_TAKEN = String(2n ** 45n);

/** A function of the database with another text. */
const inFunction = (name: string, former: string, next: string): string => `
  DO $body$ BEGIN
    EXECUTE replace(pg_get_functiondef('${name}'::regproc), $$${former}$$, $$${next}$$);
  END $body$;`;

/** The members of documents that are no changes of their own, and the documents that a new time zone changes. */
const [MEMBERS, WITH_DAYS] = ['createdAt,updatedAt}', 'createdAt,updatedAt,days}'] as const;
const [DOCUMENTS, STALE_DOCUMENTS] = [
  'UPDATE listing_documents SET',
  'UPDATE listing_documents SET representation = 0,',
] as const;

/** SQL: flags of listings and of their narrow rows, without events and dates, as a rebuild of documents. */
const setFlags = (flags: string, where: string): string => `
  ALTER TABLE listings DISABLE TRIGGER USER;
  UPDATE listings SET flags = ${flags} FROM listing_documents WHERE listing_id = id AND ${where};
  ALTER TABLE listings ENABLE TRIGGER USER;
  UPDATE current_listings SET flags = ${flags} FROM listing_documents WHERE listing_id = id AND ${where};`;

/**
 * Documents have the days of their dates, which follow from these and the time zone: another time zone makes them of no
 * version, so that they are built again. Deposits of rentals are flags that filters find.
 */
export class AddListingDays1764000092000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('SET CONSTRAINTS ALL IMMEDIATE');
    await runner.query(`
      ${inFunction('listing_fields', MEMBERS, WITH_DAYS)}
      ${inFunction('follow_time_zone', DOCUMENTS, STALE_DOCUMENTS)}
      ${setFlags(`flags | ${DEPOSIT_TAKEN}`, `document LIKE '%"depositTaken":true%'`)}
    `);
    await runner.query('SET CONSTRAINTS ALL DEFERRED');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('SET CONSTRAINTS ALL IMMEDIATE');
    await runner.query(`
      ${inFunction('listing_fields', WITH_DAYS, MEMBERS)}
      ${inFunction('follow_time_zone', STALE_DOCUMENTS, DOCUMENTS)}
      ${setFlags(`flags & ~${DEPOSIT_TAKEN}::bigint`, `flags & ${DEPOSIT_TAKEN} <> 0`)}
    `);
    await runner.query('SET CONSTRAINTS ALL DEFERRED');
  }
}
