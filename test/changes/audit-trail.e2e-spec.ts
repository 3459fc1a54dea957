import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type AccountAnswer, agentBody, createAccount, expectProblem, send, specService } from '@testing';

type Entry = Record<'action' | 'resource' | 'resource_id' | 'website_id' | 'former_website_id' | 'paths', unknown>;

const service = specService();
let account: AccountAnswer;

beforeAll(async () => {
  account = await createAccount(service);
});

beforeEach(() => service.store.dataSource.query('TRUNCATE audit_log'));

const entries = (): Promise<Entry[]> => service.store.dataSource.query('SELECT * FROM audit_log ORDER BY id');

const shortly = ({ action, resource, resource_id: id, website_id: of, paths }: Entry) => [
  action,
  resource,
  id,
  of,
  paths,
];

describe('writes over HTTP are recorded (B23)', () => {
  it('with the caller, its address, and the request id', async () => {
    const headers = { 'x-request-id': 'audit-trail-1' };
    await service.put(`/api/v1/websites/${account.websiteID}`, { about: 'By itself' }, { as: account, headers });
    await service.put(`/api/v1/websites/${account.websiteID}`, { about: 'By the operator' });
    const [own, other] = await entries();
    expect(own).toMatchObject({
      role: 'account',
      author_website_id: account.websiteID,
      address: '127.0.0.1',
      request_id: 'audit-trail-1',
      command: null,
    });
    expect(other).toMatchObject({ role: 'operator', author_website_id: null, address: '127.0.0.1' });
  });

  it('for agents: create, update with the changed fields and the accounts, delete', async () => {
    const other = await createAccount(service, { name: 'Other' });
    await service.store.dataSource.query('TRUNCATE audit_log');
    const { body } = await service.post<{ id: number }>('/api/v1/agents', agentBody(account.websiteID));
    await service.put(`/api/v1/agents/${body.id}`, { websiteID: other.websiteID });
    await service.delete(`/api/v1/agents/${body.id}`);
    const found = await entries();
    expect(found.map(shortly)).toEqual([
      ['create', 'agent', body.id, account.websiteID, []],
      ['update', 'agent', body.id, other.websiteID, ['websiteID']],
      ['delete', 'agent', body.id, other.websiteID, []],
    ]);
    expect(found[1]?.former_website_id).toBe(account.websiteID);
  });

  it('but not if they were refused or rolled back', async () => {
    const other = await createAccount(service, { name: 'Another' });
    await service.store.dataSource.query('TRUNCATE audit_log');
    await service.put(`/api/v1/websites/${account.websiteID}`, { accessKey: other.accessKey });
    await service.put(`/api/v1/websites/${other.websiteID}`, { name: 'Taken over' }, { as: account });
    await service.post('/api/v1/agents', agentBody(2_000_000_000));
    expect(await entries()).toEqual([]);
  });

  it('but not if their transaction fails at its end', async () => {
    const { dataSource } = service.store;
    await dataSource.query(`ALTER TABLE agents ADD CONSTRAINT refused FOREIGN KEY (id) REFERENCES suburbs
      DEFERRABLE INITIALLY DEFERRED NOT VALID`);
    const failed = await send(service, 'POST', '/api/v1/agents', {
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(agentBody(account.websiteID)),
    });
    await dataSource.query('ALTER TABLE agents DROP CONSTRAINT refused');
    expectProblem(failed, 500, 'INTERNAL_ERROR');
    expect(await entries()).toEqual([]);
  });
});
