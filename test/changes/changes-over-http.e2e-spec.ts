import { createHash } from 'node:crypto';
import { expect, it } from 'vitest';
import { accountBody, changesOf, createAccount, createSubAccount, specService, waitsForLock } from '@testing';

const SECRET = 'a-secret-of-more-than-24-characters';

const service = specService();
const wordsOf = async (work: () => Promise<unknown>): Promise<string[]> =>
  (await changesOf(service.store.dataSource, work)).map(({ resource, kind }) => `${resource} ${kind}`);
it('a rejected request records nothing, and no request records a secret', async () => {
  const keys = { accessKey: 'an-access-key', secretKey: SECRET };
  const { websiteID } = await createAccount(service, keys);
  const refused = await wordsOf(async () => {
    expect((await service.post('/api/v1/accounts', accountBody(keys))).status).toBe(409);
  });
  expect(refused).toEqual([]);
  const changed = await wordsOf(() => service.put(`/api/v1/websites/${websiteID}`, { secretKey: `${SECRET}-2` }));
  expect(changed).toContain('credential updated');
  const rows = await service.store.dataSource.query<{ text: string }[]>('SELECT changes::text AS text FROM changes');
  const log = rows.map(({ text }) => text).join('\n');
  expect(log).toContain('an-access-key');
  for (const secret of [SECRET, `${SECRET}-2`]) {
    expect(log).not.toContain(secret);
    expect(log).not.toContain(createHash('sha256').update(secret).digest('hex'));
  }
  expect(log).not.toMatch(/secret_(hash|sealed)/);
});

it('rows are recorded with the state that becomes visible', async () => {
  const { dataSource } = service.store;
  const main = await createAccount(service);
  const sub = await createSubAccount(service, main);
  await dataSource.query(
    `INSERT INTO properties (id, uid, address_key, street, full_address, address_order, listing_types, shown_listing_id, created_at, updated_at)
     VALUES (1, gen_random_uuid(), 'key', '', '', '', 1, 1, now(), now())`,
  );
  await dataSource.query(
    `INSERT INTO listings (id, uid, website_id, property_id, firstdate, modtime, created_at, updated_at, flags, status,
       listing_type, is_off_market, hides_address, hides_price, agent_id, unique_id, category, land_category, rural_category, commercial_listing_type,
       business_categories, commercial_categories, street, full_address, address_order, time_zone)
     VALUES (1, gen_random_uuid(), ${main.websiteID}, 1, now(), now(), now(), now(), 0, 'current', 'residential', false, false, false, 'north',
       'L1', '', '', '', '', '{}', '{}', '', '', '', 'Australia/Sydney')`,
  );
  const [one, other] = [dataSource.createQueryRunner(), dataSource.createQueryRunner()];
  try {
    // The account has recorded its change, but not committed it, when the transaction of the listing ends.
    await one.startTransaction();
    await one.query(
      `UPDATE accounts SET listing_source = 'officeID', listing_office_ids = '{North}' WHERE id = ${sub.websiteID}`,
    );
    await one.query('SET CONSTRAINTS ALL IMMEDIATE');
    await other.startTransaction();
    await other.query('UPDATE listings SET bedrooms = 3 WHERE id = 1');
    let hasEnded = false;
    const ending = other.commitTransaction().then(() => (hasEnded = true));
    await waitsForLock(dataSource);
    expect(hasEnded).toBe(false);
    await one.commitTransaction();
    await ending;
    // The listing has changed, but is not committed, when its document changes.
    await one.startTransaction();
    await one.query(`UPDATE listings SET status = 'sold' WHERE id = 1`);
    const inspected = other.query('INSERT INTO listing_inspections VALUES (1, 0, now(), now(), now(), now())');
    await waitsForLock(dataSource);
    await one.commitTransaction();
    await inspected;
  } finally {
    await one.release();
    await other.release();
  }
  const rows = await dataSource.query<{ old: object; new: object }[]>(
    `SELECT old_row AS old, new_row AS new FROM changes WHERE resource = 'listing' ORDER BY id DESC LIMIT 3`,
  );
  const shown = [main.websiteID, sub.websiteID];
  expect(rows.toReversed()).toMatchObject([
    { old: { bedrooms: null, shown_by: shown }, new: { bedrooms: 3, shown_by: shown } },
    { old: { status: 'current' }, new: { status: 'sold', inspections: [] } },
    { old: { status: 'sold', inspections: [] }, new: { status: 'sold', inspections: [{}] } },
  ]);
});
