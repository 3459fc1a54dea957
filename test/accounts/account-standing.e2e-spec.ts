import { describe, expect, it } from 'vitest';
import { type AccountAnswer, accountBody, createAccount, createSubAccount, type Keys, specService } from '@testing';

const MAIN = 'subsiteDetails.mainWebsiteID';

const service = specService();

const of = ({ websiteID }: AccountAnswer) => ({ subsiteDetails: { mainWebsiteID: websiteID } });

const put = (account: AccountAnswer, body: unknown, as?: Keys) =>
  service.put<{ errors: { field: string }[] }>(`/api/v1/websites/${account.websiteID}`, body, as ? { as } : {});

/** The fields that make an update fail. */
async function refused(account: AccountAnswer, body: unknown, as?: Keys): Promise<string[]> {
  const { status, body: problem } = await put(account, body, as);
  expect({ status, problem }).toMatchObject({ status: 400, problem: { code: 'INVALID_BODY' } });
  return problem.errors.map(({ field }) => field);
}

describe('relations between accounts', () => {
  it('a sub-account keeps its type while it has a main account, for every caller', async () => {
    const main = await createAccount(service);
    const sub = await createSubAccount(service, main);
    expect(await refused(sub, { type: 'primary-account' }, main)).toEqual(['type']);
    expect(await refused(sub, { type: 'primary-account' })).toEqual(['type']);
    expect(await refused(sub, { ...of(main), type: 'primary-account' })).toEqual(['type']);
    const { status } = await service.post('/api/v1/accounts', accountBody(of(sub)), { as: sub });
    expect(status).toBe(403);
  });

  it('the type follows the main account unless it is given', async () => {
    const [main, account] = [await createAccount(service), await createAccount(service)];
    expect((await put(account, of(main))).body).toMatchObject({ type: 'sub-account', ...of(main) });
    expect((await put(account, { subsiteDetails: null })).body).toMatchObject({ type: 'primary-account' });
    expect(await refused(account, { type: 'sub-account' })).toEqual(['type']);
    expect((await put(account, { ...of(main), type: 'sub-account' })).status).toBe(200);
    expect(await refused(account, { type: 'sub-account', subsiteDetails: { mainWebsiteID: null } })).toEqual(['type']);
    expect((await put(account, { type: null, subsiteDetails: null })).body).toMatchObject({ type: 'primary-account' });
    await put(account, of(main));
    const empty = { subsiteDetails: { mainWebsiteID: '' } };
    expect((await put(account, empty)).body).toMatchObject({ subsiteDetails: { mainWebsiteID: null } });
  });

  it('accounts have two levels: no sub-account of a sub-account, of itself, or with sub-accounts', async () => {
    const [main, other] = [await createAccount(service), await createAccount(service)];
    const sub = await createSubAccount(service, main);
    const created = await service.post('/api/v1/accounts', accountBody(of(sub)));
    expect({ status: created.status, body: created.body }).toMatchObject({
      status: 400,
      body: { errors: [{ field: MAIN }] },
    });
    expect(await refused(other, of(sub))).toEqual([MAIN]);
    expect(await refused(other, of(other))).toEqual([MAIN]);
    expect(await refused(main, of(other))).toEqual([MAIN]);
    expect(await refused(main, { type: 'primary-account', ...of(sub) })).toEqual(['type', MAIN, MAIN]);
  });

  it('accounts have two levels under concurrent updates, too', async () => {
    for (let round = 0; round < 8; round++) {
      const [one, two, three] = [
        await createAccount(service),
        await createAccount(service),
        await createAccount(service),
      ];
      const answers = await Promise.all([
        put(one, of(two)),
        put(two, of(one)),
        put(two, of(three)),
        put(three, of(one)),
        service.post('/api/v1/accounts', accountBody(of(one))),
      ]);
      expect(answers.map(({ status }) => status).filter((status) => ![200, 201, 400].includes(status))).toEqual([]);
    }
    const nested = await service.store.dataSource.query<unknown[]>(
      `SELECT sub.id FROM accounts sub JOIN accounts main ON main.id = sub.main_website_id
       WHERE main.main_website_id IS NOT NULL OR main.type <> 'primary-account' OR sub.type <> 'sub-account'`,
    );
    expect(nested).toEqual([]);
  });

  it('accounts stored in another way can be updated and corrected', async () => {
    const main = await createAccount(service);
    const sub = await createSubAccount(service, main);
    await service.store.dataSource.query(
      `UPDATE accounts SET type = 'primary-account', record = record || '{"type": "primary-account"}' WHERE id = $1`,
      [sub.websiteID],
    );
    expect((await put(sub, { about: 'changed' }, main)).body).toMatchObject({ type: 'primary-account' });
    const { status } = await service.post('/api/v1/accounts', accountBody(of(sub)), { as: sub });
    expect(status).toBe(400);
    expect((await put(sub, { type: 'sub-account' })).body).toMatchObject({ type: 'sub-account', ...of(main) });
  });
});
