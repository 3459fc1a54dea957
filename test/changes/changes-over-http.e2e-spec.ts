import { createHash } from 'node:crypto';
import { beforeAll, expect, it } from 'vitest';
import {
  type AccountAnswer,
  accountBody,
  changesOf,
  createAccount,
  createAgent,
  createSubAccount,
  specService,
  waitsForLock,
} from '@testing';

const SECRET = 'a-secret-of-more-than-24-characters';

const service = specService();
let account: AccountAnswer;

beforeAll(async () => {
  account = await createAccount(service);
});

const wordsOf = async (work: () => Promise<unknown>): Promise<string[]> => {
  const changes = await changesOf(service.store.dataSource, work);
  return changes.map(({ resource, resource_id: id, website_id: website, kind }) =>
    resource === 'account' || resource === 'agent' ? `${resource} ${id} of ${website} ${kind}` : `${resource} ${kind}`,
  );
};

it('what a request writes is recorded once, with all that goes with it', async () => {
  const path = `/api/v1/websites/${account.websiteID}`;
  const next = account.websiteID + 1;
  expect(await wordsOf(() => createAccount(service))).toEqual([
    `account ${next} of ${next} created`,
    'credential created',
  ]);
  const own = `account ${account.websiteID} of ${account.websiteID}`;
  expect(await wordsOf(() => service.put(path, { about: 'Known', name: 'Known' }))).toEqual([`${own} updated`]);
  let id = 0;
  const ofAgent = () => `agent ${id} of ${account.websiteID}`;
  const created = await wordsOf(async () => ({ id } = await createAgent(service, account.websiteID)));
  expect(created).toEqual([`${ofAgent()} created`]);
  expect(await wordsOf(() => service.put(`/api/v1/agents/${id}`, { biography: 'Born' }))).toEqual([
    `${ofAgent()} updated`,
  ]);
  expect(await wordsOf(() => service.delete(path))).toEqual([
    `${own} deleted`,
    `${ofAgent()} deleted`,
    'credential deleted',
  ]);
});

it('a rejected request leaves no trace, and no secret does', async () => {
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

it('rows are recorded with the meaning that they have when they become visible', async () => {
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
       business_categories, commercial_categories, street, full_address, address_order)
     VALUES (1, gen_random_uuid(), ${main.websiteID}, 1, now(), now(), now(), now(), 0, 'current', 'residential', false, false, false, 'north',
       'L1', '', '', '', '', '{}', '{}', '', '', '')`,
  );
  const [one, other] = [dataSource.createQueryRunner(), dataSource.createQueryRunner()];
  try {
    // The account has recorded its change and not committed it, when the listing's transaction ends.
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
    // The listing has changed, and the change is not committed, when its document does.
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
