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
  it('are the distinct URLs of the hooks, and keep their ids', async () => {
    await put(
      { url: CRM, trigger: 'all' },
      { url: SITE, name: 'Site', trigger: '' },
      { url: CRM, trigger: 'agent-created' },
    );
    const before = await endpoints();
    expect(before.map(({ url, name, triggers }) => [url, name, triggers])).toEqual([
      [CRM, '', ['agent-created', 'all']],
      [SITE, 'Site', []],
    ]);
    await put({ url: SITE, name: 'Other', trigger: 'all' });
    expect(await endpoints()).toMatchObject([{ id: before[1]?.id, name: 'Other', triggers: ['all'] }]);
    await put();
    expect(await endpoints()).toEqual([]);
  });

  it('start at the transaction that created them', async () => {
    await put({ url: CRM, trigger: 'all' });
    const [change] = await service.store.dataSource.query<{ xid: string }[]>(
      `SELECT xid::text FROM changes WHERE resource = 'account' AND resource_id = $1 ORDER BY id DESC LIMIT 1`,
      [account.websiteID],
    );
    const [endpoint] = await endpoints();
    const state = await service.store.dataSource.getRepository(HookStateEntity).findOneBy({ hookId: endpoint!.id });
    expect(state).toMatchObject({ cursorXid: Number(change?.xid) - 1 });
  });

  it('are deleted with their account', async () => {
    await put({ url: CRM, trigger: 'all' });
    await service.delete(`/api/v1/websites/${account.websiteID}`);
    expect(await endpoints()).toEqual([]);
  });
});

describe('the account is reported as updated', () => {
  const told = async (work: (hookId: number) => Promise<unknown>) => {
    await put({ url: CRM, trigger: 'all' });
    const [endpoint] = await endpoints();
    const follower = await Follower.start(service, { query: `websiteID=${account.websiteID}&resource=account` });
    await work(endpoint!.id);
    return (await follower.next()).map(({ id, kind }) => [id, kind]);
  };

  it.each(['enable', 'rotate'])('after %s', async (verb) => {
    const path = `/api/v1/websites/${account.websiteID}/hooks`;
    expect(await told((id) => service.post(`${path}/${id}/${verb}`, undefined))).toEqual([
      [account.websiteID, 'updated'],
    ]);
  });

  it('but not when an endpoint starts to fail', async () => {
    expect(
      await told((hookId) =>
        service.store.dataSource.getRepository(HookStateEntity).update({ hookId }, { state: 'failing' }),
      ),
    ).toEqual([]);
  });
});
