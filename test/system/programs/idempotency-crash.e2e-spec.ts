import { expect, it } from 'vitest';
import { accountBody, operator, specFixture, specService, storeEnvironment, TcpProxy } from '@testing';
import { SERVICE } from '../support/bundle.js';
import { Command } from '../support/command.js';

const service = specService();
const proxy = specFixture(() => TcpProxy.start(service.store.url));

it('after a service is killed between commit and response, the next one returns the committed response (B24)', async () => {
  const body = accountBody();
  const headers = { 'idempotency-key': 'kill-9' };
  const env = { ...storeEnvironment(proxy.url), PORT: '0', HOST: '127.0.0.1', DEMO_DATA: 'off' };
  const command = Command.start(SERVICE, { env });
  const address = await command.address();
  const muted = proxy.muteCommitOf(String(body['name']));
  const lost = fetch(`${address}/api/v1/accounts`, {
    method: 'POST',
    headers: {
      ...headers,
      'content-type': 'application/json',
      'x-access-key': operator.accessKey,
      'x-secret-key': operator.secretKey,
    },
    body: JSON.stringify(body),
  }).catch((error: unknown) => error);
  await muted;
  const accounts = () =>
    service.store.dataSource.query<{ id: number }[]>('SELECT id FROM accounts WHERE name = $1', [body['name']]);
  await expect.poll(accounts).toHaveLength(1);
  command.kill();
  expect(await lost).toBeInstanceOf(Error);
  const {
    status,
    headers: answered,
    body: again,
  } = await service.post<{ account: { websiteID: number } }>('/api/v1/accounts', body, { headers });
  expect([status, answered.get('idempotent-replayed')]).toEqual([201, 'true']);
  expect(answered.get('location')).toBe(`/api/v1/websites/${again.account.websiteID}`);
  expect((await accounts()).map(({ id }) => id)).toEqual([again.account.websiteID]);
});
