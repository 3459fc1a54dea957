import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  type AccountAnswer,
  createAccount,
  createCredential,
  createSubAccount,
  type CredentialAnswer,
  exchange,
  type Keys,
  MeasuredService,
  storeCredential,
  type TestService,
} from '@testing';

const CALENDAR = '/api/v1/inspections.ics';
const LIMIT = 60;

let measured: MeasuredService;
let service: TestService;
let agency: AccountAnswer;

beforeAll(async () => {
  measured = await MeasuredService.start({ rateLimit: { requests: 10_000, seconds: 60 }, trustProxy: 1 });
  ({ service } = measured);
  agency = await createAccount(service);
});

afterAll(() => measured.stop());

const by = ({ secretKey }: Keys, query = ''): string => `${CALENDAR}?${query}&link=${secretKey}`;

const ask = (path: string, headers: Record<string, string> = {}) =>
  exchange(service.address + path, { method: 'GET', headers });

const statusOf = async (path: string, headers?: Record<string, string>): Promise<number> =>
  (await ask(path, headers)).status;

describe('the limit of a link', () => {
  it('is its own: a flood leaves the other links and pairs of the account alone', async () => {
    const account = await createAccount(service);
    const flooded = await createCredential(service, account, { scope: 'link' });
    const calm = await createCredential(service, account, { scope: 'link' });
    const answers = [];
    for (let at = 0; at <= LIMIT; at++) {
      const headers = { 'x-forwarded-for': `192.0.2.${at}` };
      answers.push(await ask(by(flooded), headers));
    }
    expect(answers.map(({ status }) => status)).toEqual([...Array<number>(LIMIT).fill(200), 429]);
    const { headers } = answers.at(-1)!; // LIMIT is positive
    expect(headers.get('ratelimit-policy')).toBe('"link";q=60;w=60');
    expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
    expect(await measured.value('rate_limited_total', { limit: 'link' })).toBeGreaterThan(0);
    expect(await statusOf(by(calm))).toBe(200);
    for (const as of [await storeCredential(service, account, 'public'), account])
      expect(await statusOf(CALENDAR, { 'x-access-key': as.accessKey, 'x-secret-key': as.secretKey })).toBe(200);
  });
});

describe('the end of a link', () => {
  const remove = ({ id, websiteID }: CredentialAnswer, as?: Keys) =>
    service.delete(`/api/v1/websites/${websiteID}/credentials/${id}`, as ? { as } : {});

  it('is at once on every replica, also for cached responses', async () => {
    const replica = await service.replica();
    const everywhere = async (path: string) =>
      Promise.all(
        [service, replica].map(
          async ({ address }) => (await exchange(address + path, { method: 'GET', headers: {} })).status,
        ),
      );
    const sub = await createSubAccount(service, agency);
    const other = await createAccount(service);
    const ended = await createCredential(service, sub, { scope: 'link' }, agency);
    const path = by(ended, 'datefrom=2026-01-01');
    expect([await everywhere(path), await everywhere(path)]).toEqual([
      [200, 200],
      [200, 200],
    ]);
    expect((await remove(ended, other)).status).toBe(403);
    expect((await remove(ended, agency)).status).toBe(200);
    expect(await everywhere(path)).toEqual([401, 401]);
    await replica.stop();
  });

  it('is set by its replacement, and comes with the account', async () => {
    const account = await createAccount(service);
    const [first, second] = [
      await createCredential(service, account, { scope: 'link' }),
      await createCredential(service, account, { scope: 'link' }),
    ];
    const path = `/api/v1/websites/${account.websiteID}/credentials`;
    expect((await service.post(path, { scope: 'link' })).status).toBe(409);
    const third = await createCredential(service, account, { scope: 'link', expiresOld: '0s' });
    const statuses = () => Promise.all([first, second, third].map((pair) => statusOf(by(pair))));
    expect(await statuses()).toEqual([401, 200, 200]);
    await service.put(`/api/v1/websites/${account.websiteID}`, { status: false });
    expect(await statuses()).toEqual([401, 403, 403]);
  });
});
