import { beforeAll, describe, expect, it } from 'vitest';
import {
  type AccountAnswer,
  accountBody,
  createAccount,
  createSubAccount,
  type Keys,
  operator,
  seed,
  specService,
} from '@testing';

const LONG = 'a-secret-of-24-characters';

const service = specService();
let main: AccountAnswer;
let sub: AccountAnswer;

beforeAll(async () => {
  main = await createAccount(service);
  sub = await createSubAccount(service, main);
});

const put = ({ websiteID }: { websiteID: number }, body: unknown, as: Keys = operator) =>
  service.put<Partial<AccountAnswer> & { errors?: { field: string }[] }>(`/api/v1/websites/${websiteID}`, body, { as });

describe('the response to an update contains the secret (B19)', () => {
  it('for a main account only if the update sets it', async () => {
    for (const body of [{}, { about: 'x' }, { accessKey: 'a-new-access-key' }]) {
      const { status, body: answer } = await put(sub, body, main);
      expect(status).toBe(200);
      expect(answer).toMatchObject({ websiteID: sub.websiteID, accessKey: expect.any(String) });
      expect(answer).not.toHaveProperty('secretKey');
      expect(JSON.stringify(answer)).not.toContain(sub.secretKey);
    }
    expect((await put(sub, { secretKey: LONG }, main)).body).toMatchObject({ secretKey: LONG });
    const { body: made } = await put(sub, { secretKey: null }, main);
    expect(made.secretKey).toMatch(/^ads_\w{49}$/);
  });

  it('for the account itself and the operator always', async () => {
    const own = await createSubAccount(service, main);
    for (const as of [own, operator]) {
      expect((await put(own, { about: 'x' }, as)).body).toMatchObject({ secretKey: own.secretKey });
    }
    const made = await createAccount(service, { subsiteDetails: { mainWebsiteID: main.websiteID } }, main);
    expect(made.secretKey).toMatch(/^ads_\w{49}$/);
  });
});

describe('a submitted secret (B19)', () => {
  it('must differ from the access key, whichever of the two is set', async () => {
    const equal = await service.post('/api/v1/accounts', accountBody({ accessKey: LONG, secretKey: LONG }));
    expect(equal).toMatchObject({ status: 400, body: { errors: [{ field: 'secretKey' }] } });
    const account = await createAccount(service, { accessKey: `${LONG}-1`, secretKey: `${LONG}-2` });
    expect(await put(account, { secretKey: `${LONG}-1` })).toMatchObject({
      status: 400,
      body: { errors: [{ field: 'secretKey' }] },
    });
    expect(await put(account, { accessKey: `${LONG}-2` })).toMatchObject({
      status: 400,
      body: { errors: [{ field: 'accessKey' }] },
    });
    expect((await put(account, { accessKey: `${LONG}-2`, secretKey: `${LONG}-1` })).status).toBe(200);
  });

  it('of an old format is kept until it changes: bundles restore it, other updates leave it', async () => {
    const old = {
      websiteID: 900,
      name: 'Old',
      link: 'https://old.example',
      accessKey: 'old-keys',
      secretKey: 'old-keys',
    };
    await seed(service, { accounts: [old] });
    expect((await put(old, { about: 'x' }, old)).body).toMatchObject({ about: 'x', secretKey: 'old-keys' });
    expect((await put(old, { secretKey: null }, old)).body.secretKey).toMatch(/^ads_\w{49}$/);
  });

  it('in the format of a generated key must have a valid checksum, like the access key', async () => {
    const account = await createAccount(service);
    const { accessKey, secretKey } = account;
    const mistyped = { accessKey: `${accessKey.slice(0, -1)}-`, secretKey: `${secretKey}0` };
    for (const answer of [
      await put(account, mistyped),
      await service.post('/api/v1/accounts', accountBody(mistyped)),
    ]) {
      expect(answer).toMatchObject({ status: 400, body: { errors: [{ field: 'accessKey' }, { field: 'secretKey' }] } });
    }
    expect((await put(account, { accessKey, secretKey })).status).toBe(200);
  });
});
