import { beforeEach, describe, expect, it } from 'vitest';
import { type AccountAnswer, createAccount, Follower, type Problem, specService } from '@testing';
import { HookEndpointEntity } from './entities/hook-endpoint.entity.js';
import { HookStateEntity } from './entities/hook-state.entity.js';

const [CRM, SITE] = ['https://crm.example/in', 'https://site.example/in'];

const service = specService();
let account: AccountAnswer;

beforeEach(async () => {
  account = await createAccount(service);
});

interface Hook {
  name?: string;
  url: string;
  trigger: string;
}

const put = (...hooks: Hook[]) => service.put<Problem>(`/api/v1/websites/${account.websiteID}`, { hooks });

const repository = () => service.store.dataSource.getRepository(HookEndpointEntity);

const endpoints = () => repository().find({ where: { websiteId: account.websiteID }, order: { id: 'ASC' } });

describe('endpoints', () => {
  it('are made and removed by SQL as well', async () => {
    const { websiteID } = account;
    const hooks = JSON.stringify([{ url: CRM, trigger: 'all' }, { url: SITE, name: 'Site' }, 'no hook']);
    const { dataSource } = service.store;
    await dataSource.query(`UPDATE accounts SET record = jsonb_set(record, '{hooks}', $1) WHERE id = $2`, [
      hooks,
      websiteID,
    ]);
    expect((await endpoints()).map(({ url, name, triggers }) => [url, name, triggers])).toEqual([
      [CRM, '', ['all']],
      [SITE, 'Site', []],
    ]);
    await dataSource.query(`UPDATE accounts SET record = record - 'hooks' WHERE id = $1`, [websiteID]);
    expect(await endpoints()).toEqual([]);
  });

  it('begin with the transaction that made them', async () => {
    await put({ url: CRM, trigger: 'all' });
    const [change] = await service.store.dataSource.query<{ xid: string }[]>(
      `SELECT xid::text FROM changes WHERE resource = 'account' AND resource_id = $1 ORDER BY id DESC LIMIT 1`,
      [account.websiteID],
    );
    expect((await endpoints()).map(({ sinceXid }) => sinceXid)).toEqual([Number(change?.xid)]);
  });

  it('go with their account', async () => {
    await put({ url: CRM, trigger: 'all' });
    await service.delete(`/api/v1/websites/${account.websiteID}`);
    expect(await endpoints()).toEqual([]);
  });
});

describe('a change of its account is', () => {
  const told = async (work: (hookId: number) => Promise<unknown>) => {
    await put({ url: CRM, trigger: 'all' });
    const [endpoint] = await endpoints();
    const follower = await Follower.start(service, { query: `websiteID=${account.websiteID}&resource=account` });
    await work(endpoint!.id);
    return (await follower.next()).map(({ id, kind }) => [id, kind]);
  };
  const states = () => service.store.dataSource.getRepository(HookStateEntity);
  const updated = () => [[account.websiteID, 'updated']];

  it('an endpoint that is disabled', async () => {
    expect(await told((hookId) => states().insert({ hookId, state: 'disabled' }))).toEqual(updated());
  });

  it('an endpoint that is enabled', async () => {
    const work = async (hookId: number) => {
      await states().insert({ hookId, state: 'disabled' });
      await states().update({ hookId }, { state: 'active' });
    };
    expect(await told(work)).toEqual(updated());
  });

  it('another secret', async () => {
    expect(await told((id) => repository().update({ id }, { generation: 2 }))).toEqual(updated());
  });

  it('not an endpoint that fails', async () => {
    const work = async (hookId: number) => {
      await states().insert({ hookId, state: 'failing' });
      await states().update({ hookId }, { state: 'active' });
    };
    expect(await told(work)).toEqual([]);
  });
});
