import { expect, it } from 'vitest';
import { Dice, createWorldStore, runWorld } from '@testing/brute-force';
import { RANDOM_CHANGES, specService, waitsForLock } from '@testing';

const SEED = 3;
const ROUNDS = 4;

/** The differences between the expected and the stored narrow rows, in both directions. */
const DIFFERENCES = `
  WITH made AS (
    SELECT listing.*, region.name AS region FROM current_listings listing LEFT JOIN regions region ON region.id = region_id
  ), wanted AS (
    SELECT listing.id, lower(nullif(region_name, '')) AS region, to_jsonb(listing) AS listing
    FROM listings listing LEFT JOIN suburbs ON suburbs.id = suburb_id WHERE status = 'current'
  )
  SELECT coalesce(made.id, wanted.id) AS id FROM made FULL JOIN wanted USING (id)
  WHERE made.region IS DISTINCT FROM wanted.region
    OR NOT coalesce(listing @> to_jsonb(made) - '{region,region_id}'::text[], false)`;

const world = runWorld();
const service = specService({}, createWorldStore);

const write = <Row>(text: string, values?: unknown[]) => service.store.dataSource.query<Row[]>(text, values);
const differences = () => write(DIFFERENCES);

it('contain the current listings of a bulk load, in the regions of their suburbs', async () => {
  expect(await differences()).toEqual([]);
  const [counted] = await write('SELECT count(*)::int, count(region_id)::int AS placed FROM current_listings');
  expect(counted).toMatchObject({ count: expect.any(Number), placed: expect.any(Number) });
  expect(Math.min(...Object.values(counted as object))).toBeGreaterThan(20);
});

it.each(Object.keys(RANDOM_CHANGES))('are correct after: %s', async (name) => {
  for (let round = 0; round < ROUNDS; round++) {
    await RANDOM_CHANGES[name]?.(service, world, new Dice(SEED + round), round);
    expect(await differences()).toEqual([]);
  }
});

it.each([
  'UPDATE listings SET flags = flags # 5, price = NULL WHERE id % 3 = 0',
  `UPDATE listings SET website_id = (SELECT max(id) FROM accounts), unique_id = id, firstdate = now(), listing_type = 'rural',
    is_off_market = NOT is_off_market, price = 1, price_to = 2, bedrooms = 3, bathrooms = 4, car_spaces = 5,
    living_areas = 6, toilets = 7, garages = 8, carports = 9, open_spaces = 10, ensuite = 11,
    hides_address = NOT hides_address, hides_suburb = NOT hides_suburb, hides_price = NOT hides_price,
    latitude = 12, longitude = 13, category = 'barn' WHERE id % 6 = 1`,
  "UPDATE listings SET status = (CASE status WHEN 'current' THEN 'sold' ELSE 'current' END)::listing_status WHERE id % 2 = 0",
  `DELETE FROM listing_documents; DELETE FROM listing_words; DELETE FROM listing_agents; DELETE FROM listing_inspections;
    DELETE FROM listing_history; DELETE FROM listing_events;
    UPDATE listings SET id = id + 1000000 WHERE id % 11 = 0`,
  'UPDATE listings SET suburb_id = NULL WHERE id % 5 = 0',
  'UPDATE listings SET suburb_id = (SELECT max(id) FROM suburbs) WHERE id % 4 = 0',
  "UPDATE suburbs SET region_name = 'REGION OF ITS OWN' WHERE id % 2 = 0",
  "UPDATE suburbs SET region_name = 'region of its own' WHERE id % 3 = 0",
  "UPDATE suburbs SET region_name = '' WHERE id % 3 = 1",
  'DELETE FROM listings WHERE id % 7 = 0',
])('are correct after: %s', async (statement) => {
  await write(statement);
  expect(await differences()).toEqual([]);
});

it('get the region of a suburb that changes during the write', async () => {
  const [suburb] = await write<{ id: number }>(
    'SELECT suburb_id AS id FROM current_listings WHERE suburb_id > 0 LIMIT 1',
  );
  const [one, other] = [service.store.dataSource.createQueryRunner(), service.store.dataSource.createQueryRunner()];
  try {
    for (const [first, second] of [
      [one, other],
      [other, one],
    ] as const) {
      await first.startTransaction();
      await second.startTransaction();
      const region = first === one ? 'First' : 'Second';
      const statements = [
        () => one.query('UPDATE listings SET price = price + 1, bedrooms = 9 WHERE suburb_id = $1', [suburb?.id]),
        () => other.query('UPDATE suburbs SET region_name = $2 WHERE id = $1', [suburb?.id, region]),
      ];
      await (first === one ? statements[0] : statements[1])?.();
      const waiting = (first === one ? statements[1] : statements[0])?.();
      await waitsForLock(service.store.dataSource, waiting);
      await first.commitTransaction();
      await waiting;
      await second.commitTransaction();
      expect(await differences()).toEqual([]);
    }
  } finally {
    await one.release();
    await other.release();
  }
});

it('are empty after the listings are truncated', async () => {
  await write('TRUNCATE listings CASCADE');
  expect(await write('SELECT FROM current_listings')).toEqual([]);
});
