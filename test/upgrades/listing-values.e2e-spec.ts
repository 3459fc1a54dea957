import type { DataSource } from 'typeorm';
import { beforeAll, expect, it } from 'vitest';
import { AddListingValues1764000020000 } from '../../libs/persistence/src/migrations/1764000020000-AddListingValues.js';
import { AddListingDays1764000092000 } from '../../libs/persistence/src/migrations/1764000092000-AddListingDays.js';
import { makeWorld } from '@testing/brute-force';
import { seed, specService } from '@testing';

/** The narrow rows that the writer makes. */
const COLUMNS = `id, flags, price, value, rent, sold_price, auction_at, auction_day, land_area, floor_area, shown_sold_price,
  sold_at, sold_day, version`;

const service = specService();
let database: DataSource;

beforeAll(async () => {
  const world = makeWorld(1, Date.now());
  // Without ranges, of which that release knew no price.
  await seed(service, { ...world, listings: world.listings.map((line) => ({ ...line, details: {} })) });
  database = service.store.dataSource;
});

const rowsOf = (columns: string, table: string): Promise<unknown[]> =>
  database.query(`SELECT ${columns} FROM ${table} ORDER BY id`);

/** What the release before wrote: amounts of 0, rents of any period, and every date as an auction. */
const AS_BEFORE = `
  ALTER TABLE listings DISABLE TRIGGER USER;
  UPDATE listings SET value = coalesce(value, 0), sold_price = coalesce(sold_price, 0),
    auction_at = coalesce(auction_at, now()), auction_day = coalesce(auction_day, '2026-01-01'),
    price = CASE WHEN listing_type = 'rental' THEN rent ELSE coalesce(price, 0) END
  FROM listing_documents WHERE listing_id = id
    AND NOT (auction_at IS NULL AND document LIKE '%"auctionDetails":{}%' AND document NOT LIKE '%"closing"%');
  ALTER TABLE listings ENABLE TRIGGER USER;
  UPDATE current_listings SET price = 0 WHERE price IS NULL;`;

it('stored listings get the values that the writer gives new ones, without a change that followers are told', async () => {
  const [rows, current] = [await rowsOf(COLUMNS, 'listings'), await rowsOf('id, flags, price', 'current_listings')];
  const changes = await rowsOf('id', 'changes');
  const runner = database.createQueryRunner();
  await runner.startTransaction();
  const migrations = [new AddListingValues1764000020000(), new AddListingDays1764000092000()];
  for (const migration of migrations.toReversed()) await migration.down(runner);
  await runner.query(AS_BEFORE);
  for (const migration of migrations) await migration.up(runner);
  await runner.commitTransaction();
  await runner.release();
  expect(await rowsOf(COLUMNS, 'listings')).toEqual(rows);
  expect(await rowsOf('id, flags, price', 'current_listings')).toEqual(current);
  expect(await rowsOf('id', 'changes')).toEqual(changes);
});
