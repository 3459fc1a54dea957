import { createAccount, createAgent, listingLine, seed, specService } from '@testing';
import { expect, it } from 'vitest';
import { backfill } from './backfill.js';

const service = specService();

it('a backfill is not recorded in the change log, and later changes are', async () => {
  const { dataSource } = service.store;
  const { websiteID } = await createAccount(service);
  await createAgent(service, websiteID);
  await seed(service, { listings: [1, 2, 3].map((id) => listingLine(websiteID, { id, uniqueID: `L${id}` })) });
  const countChanges = async () => {
    const [row] = await dataSource.query<{ count: number }[]>('SELECT count(*)::int AS count FROM changes');
    return row?.count ?? 0;
  };
  const versions = () => dataSource.query('SELECT id, version FROM listings ORDER BY id');
  const before = [await countChanges(), await versions()];
  await dataSource.transaction(async ({ queryRunner }) => {
    if (!queryRunner) throw new Error('a transaction has a query runner');
    for (const table of ['listings', 'agents', 'accounts']) {
      await queryRunner.query(`ALTER TABLE ${table} ADD filled text NOT NULL DEFAULT ''`);
      await backfill(queryRunner, `UPDATE ${table} SET filled = id::text`);
    }
  });
  expect([await countChanges(), await versions()]).toEqual(before);
  expect(await dataSource.query(`SELECT FROM listings WHERE filled = id::text`)).toHaveLength(3);
  await dataSource.query('UPDATE agents SET updated_at = now()');
  expect(await countChanges()).toBe(Number(before[0]) + 1);
});
