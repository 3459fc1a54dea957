import type { DataSource, QueryRunner } from 'typeorm';
import { createStore, specFixture, specService } from '@testing';

/** Enough rows for PostgreSQL to use indexes. */
const LISTINGS = 20_000;
const SUBURBS = 300;
const ACCOUNTS = 150;
const AGENTS = 600;

/** A point on a map of ten by ten degrees. */
const PLACE = '-40 + 10 * random(), 140 + 10 * random()';

/** Rows with the right number and distribution; fields that are only shown are empty. */
const STATEMENTS = [
  `INSERT INTO suburbs (id, uid, suburb, state, postcode, name, slug, region_name, gazetted, document, place_text, place_keys)
   SELECT id, gen_random_uuid(), 'Suburb ' || id, 'VIC', (3000 + id)::text, 'Suburb ' || id || ' VIC ' || 3000 + id,
     'suburb-' || id, 'Region ' || id % 20, true, '{}', 'suburb ' || id || ' vic ' || 3000 + id,
     ARRAY['suburb:suburb ' || id || '||', 'fullSuburb:suburb ' || id || '|vic|' || 3000 + id, 'region:region ' || id % 20 || '||',
       'state:vic', 'postcode:' || 3000 + id]
     FROM generate_series(1, ${SUBURBS}) AS id`,
  `INSERT INTO accounts (id, uid, version, name, link, hostname, status, type, is_website_client, has_for_sale,
     has_for_rent, main_website_id, listing_source, listing_office_ids, full_address, search, slug_templates, record, item,
     detail, listing_summary, public_summary, listing_card, agent_summary, created_at, updated_at)
   SELECT id, gen_random_uuid(), 1, 'Account ' || id, '', '', true, 'primary-account', false, true, true,
     CASE WHEN id = 2 THEN 1 END, CASE WHEN id = 2 THEN 'officeID' ELSE '' END, ARRAY['Office-1-3'], '', '', '{}', '{}',
     '{}', '{}', '{}', '{}', '{}', '{}', now(), now() FROM generate_series(1, ${ACCOUNTS}) AS id`,
  `INSERT INTO agents (id, uid, version, website_id, name, folded_name, slug, email_agency, email_crm, departments,
     search, record, item, biography, card, listing_card, created_at, updated_at)
   SELECT id, gen_random_uuid(), 1, 1 + id % ${ACCOUNTS}, 'Agent ' || id, 'agent ' || id, 'agent-' || id, '', '', '{}', '', '{}', '{}',
     '""', '{}', '{}', now(), now() FROM generate_series(1, ${AGENTS}) AS id`,
  `INSERT INTO properties (id, uid, address_key, street, full_address, address_order, listing_types, latitude, longitude,
     created_at, updated_at)
   SELECT id, gen_random_uuid(), id, '', '', '', 1, ${PLACE}, now(), now() FROM generate_series(1, ${LISTINGS / 10}) AS id`,
  `INSERT INTO listings (id, website_id, property_id, suburb_id, firstdate, modtime, created_at, updated_at, flags, status,
     listing_type, bedrooms, is_off_market, hides_address, hides_price, price, agent_id, unique_id, category, land_category, rural_category,
     commercial_listing_type, business_categories, commercial_categories, street, full_address, address_order, uid,
     latitude, longitude, time_zone)
   SELECT id, 1 + id % ${ACCOUNTS}, 1 + (id - 1) / 10, 1 + (id * 7) % ${SUBURBS}, day, day, day, day,
     (random() * 1e9)::bigint, (CASE WHEN id % 4 = 0 THEN 'current' ELSE 'sold' END)::listing_status, 'residential',
     id % 5, false, id % 11 = 0, id % 13 = 0, 300000 + (id * 7919) % 900000, 'Office-' || 1 + id % ${ACCOUNTS} || '-' || id % 9, 'L' || id, 'house',
     '', '', '', '{}', '{}', 'street ' || id, id || ' street ' || id, id, gen_random_uuid(), ${PLACE}, 'Australia/Melbourne'
   FROM generate_series(1, ${LISTINGS}) AS id, LATERAL (SELECT now() - id * interval '1 minute' AS day) dates`,
  `INSERT INTO listing_agents SELECT id, 1 + id % ${AGENTS}, 0, true FROM listings`,
];

/** Fills an empty directory. Afterwards its listings are vacuumed only on request. */
async function seedPlanRows(dataSource: DataSource): Promise<void> {
  await dataSource.query('ALTER TABLE listings SET (autovacuum_enabled = false)');
  await dataSource.query('ALTER TABLE current_listings SET (autovacuum_enabled = false)');
  // Neither history nor properties are read.
  for (const table of ['listings', 'listing_agents'])
    await dataSource.query(`ALTER TABLE ${table} DISABLE TRIGGER USER`);
  for (const trigger of ['added', 'changed', 'removed'])
    await dataSource.query(`ALTER TABLE listings ENABLE TRIGGER current_listing_${trigger}`);
  for (const statement of STATEMENTS) await dataSource.query(statement);
  await dataSource.query('VACUUM (ANALYZE)');
}

/** The service of a spec file on such a directory, and a session of its database. @param more further rows */
export function specPlans(more: (dataSource: DataSource) => Promise<unknown> = () => Promise.resolve()) {
  const service = specService({}, async () => {
    const store = await createStore();
    await seedPlanRows(store.dataSource);
    await more(store.dataSource);
    return store;
  });
  const session: QueryRunner = specFixture(
    () => Promise.resolve(service.store.dataSource.createQueryRunner()),
    (runner) => runner.release(),
  );
  return { service, session };
}

/** The rest of a reference, and words of listings: each has one of 500 words, and all share one. */
const FINDABLE = [
  `INSERT INTO suburbs (id, uid, suburb, state, postcode, name, slug, region_name, gazetted, document, place_text, place_keys, latitude,
     longitude)
   SELECT id, md5(id::text)::uuid, 'Far ' || id, 'WA', '', 'Far ' || id || ' WA', 'far-' || id, '', true,
     json_build_object('_id', md5(id::text)::uuid, 'name', 'Far', 'slug', 'far', 'suburb', 'Far', 'state', 'WA', 'postcode', '',
       'areaName', '', 'regionName', '', 'surroundingSuburbs', NULL, 'latitude', '0', 'longitude', '0')::text, 'far ' || id || ' wa',
     ARRAY['suburb:far ' || id || '||', 'fullSuburb:far ' || id || '|wa|', 'state:wa', 'postcode:'], ${PLACE} FROM generate_series(1001, 16000) AS id`,
  `INSERT INTO listing_words (listing_id, is_current, words, context)
   SELECT id, false, to_tsvector('simple', 'house word' || id * 7 % 500), '' FROM listings`,
];

/** Adds the rows that words and the map of suburbs find. */
export async function makeFindable(dataSource: DataSource): Promise<void> {
  await dataSource.query('ALTER TABLE listing_words SET (autovacuum_enabled = false)');
  for (const statement of FINDABLE) await dataSource.query(statement);
  await dataSource.query('VACUUM (ANALYZE)');
}
