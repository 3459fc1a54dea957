import { expect, it } from 'vitest';
import { KeepListingHistory1764000081000 } from '../../libs/persistence/src/migrations/1764000081000-KeepListingHistory.js';
import { createAccount, listingLine, seed, TestService } from '@testing';
import { catalogOf } from './catalog.js';

it('stored listings get the history that the log still has, and the way back is the schema of before', async () => {
  const service = await TestService.start();
  const database = service.store.dataSource;
  const { websiteID } = await createAccount(service);
  const pass = (uniqueID: string, fields: object) =>
    seed(service, { listings: [listingLine(websiteID, { uniqueID, ...fields })] });
  for (const value of [1, 2, 3]) await pass('A', { price: { value } });
  await pass('A', { status: 'sold', price: { value: 4 }, underOffer: true });
  for (const status of ['current', 'leased']) await pass('B', { status, headline: status });
  await pass('gone', { price: { value: 1 } });
  await pass('gone', { price: { value: 2 } });
  await database.query(`DELETE FROM listings WHERE unique_id = 'gone'`);
  const rowsOf = () => database.query<unknown[]>('SELECT * FROM listing_history ORDER BY listing_id, at, kind');
  const [rows, catalog] = [await rowsOf(), await catalogOf(database)];
  expect(rows).toMatchObject([
    { kind: 'price', before: { price: { value: 1 } } },
    { kind: 'price', before: { price: { value: 2 } } },
    { kind: 'price', before: { price: { value: 3 } } },
    { kind: 'status', before: { status: 'current' } },
    { kind: 'status', before: { status: 'current' } },
  ]);
  const runner = database.createQueryRunner();
  const migration = new KeepListingHistory1764000081000();
  await migration.down(runner);
  await pass('B', { status: 'current' });
  await migration.up(runner);
  await runner.release();
  expect((await rowsOf()).slice(0, 5)).toEqual(rows);
  expect((await rowsOf()).slice(5)).toMatchObject([{ kind: 'status', before: { status: 'leased' } }]);
  expect(await catalogOf(database)).toEqual(catalog);
  await service.stop();
});
