import { Webhook } from 'standardwebhooks';
import { beforeAll, expect, it } from 'vitest';
import { specReceiver, type Received } from '../support/hook-receiver.js';
import { type AccountAnswer, createAccount, specService } from '@testing';

const crm = specReceiver();
const service = specService(() => ({ hooks: 'on', hooksAllow: [crm.origin] }));
let account: AccountAnswer;
let hook: string;

beforeAll(async () => {
  account = await createAccount(service, { hooks: [{ url: `${crm.origin}/in`, trigger: 'account-updated' }] });
  const path = `/api/v1/websites/${account.websiteID}/hooks`;
  const { body } = await service.get<{ data: { hookID: number }[] }>(path);
  hook = `${path}/${body.data[0]?.hookID}`;
});

const idOf = ({ headers }: Received): string => String(headers['webhook-id']);

/** Waits for a message after the ones already received. */
async function next(known: number, is: (message: Received) => boolean): Promise<Received> {
  const found = (): Received | undefined => crm.received.slice(known).find(is);
  await expect.poll(found).toBeDefined();
  return found()!; // the poll has found it
}

it('a delivered message is sent again, signed again, with its former id', async () => {
  const before = new Date().toISOString();
  await service.put(`/api/v1/websites/${account.websiteID}`, { about: 'changed' });
  // Creating the account is also a change.
  const first = await next(0, ({ body }) => (JSON.parse(body) as { timestamp: string }).timestamp >= before);
  const { body } = await service.get<{ secret: string }>(`${hook}/secret`);
  expect(new Webhook(body.secret).verify(first.body, first.headers as Record<string, string>)).toMatchObject({
    type: 'account-updated',
    data: { websiteID: account.websiteID },
  });
  for (const asked of [{ deliveryID: idOf(first) }, { since: before }]) {
    const known = crm.received.length;
    expect((await service.post(`${hook}/replay`, asked, { as: account })).status).toBe(202);
    const again = await next(known, (message) => idOf(message) === idOf(first));
    expect(again.body).toBe(first.body);
  }
});

it.each([
  [{ deliveryID: 'msg_0123456789ab_1_1_1' }, 'deliveryID'],
  [{ deliveryID: 'ping_1' }, 'deliveryID'],
  [{ deliveryID: '' }, 'deliveryID'],
  [{ deliveryID: 'FIRST', since: '2026-03-07T22:30:00.000Z' }, 'since'],
  [{}, 'since'],
])('refuses %j without a message to send', async (asked, field) => {
  const { status, body } = await service.post<{ errors: object[] }>(`${hook}/replay`, asked);
  expect([status, body.errors]).toMatchObject([400, [{ field }]]);
});

it('does not find a delivery of another hook', async () => {
  const first = await next(0, () => true);
  const other = await createAccount(service, { hooks: [{ url: `${crm.origin}/other`, trigger: 'all' }] });
  const path = `/api/v1/websites/${other.websiteID}/hooks`;
  const { body } = await service.get<{ data: { hookID: number }[] }>(path);
  const { status } = await service.post(`${path}/${body.data[0]?.hookID}/replay`, { deliveryID: idOf(first) });
  expect(status).toBe(400);
});
