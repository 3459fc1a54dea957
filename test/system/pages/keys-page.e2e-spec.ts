import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { loadSettings } from '@app/config';
import { beforeAll, describe, expect, it } from 'vitest';
import {
  type AccountAnswer,
  createAccount,
  type CredentialAnswer,
  type Keys,
  operator,
  specFolder,
  specService,
  storeEnvironment,
} from '@testing';

const folder = specFolder('keys');
const service = specService();
let account: AccountAnswer;
let page: string;

beforeAll(async () => {
  account = await createAccount(service);
  page = await readFile(resolve(import.meta.dirname, '../../../docs/KEYS.md'), 'utf8');
});

const statusOf = async (as: Keys): Promise<number> => (await service.get('/api/v1/auth/me', { as })).status;

const readJson = async <T>(file: string): Promise<T> => JSON.parse(await readFile(join(folder, file), 'utf8')) as T;

describe('docs/KEYS.md', () => {
  it('rotates a pair with the documented steps', async () => {
    const [, script = ''] = /```sh\n(.*?)```/s.exec(page) ?? [];
    const env = {
      ...process.env,
      URL: service.address,
      WEBSITE: String(account.websiteID),
      ACCESS_KEY: account.accessKey,
      SECRET_KEY: account.secretKey,
    };
    await promisify(execFile)('sh', ['-euc', script], { cwd: folder, env });
    const { credential } = await readJson<{ credential: CredentialAnswer }>('new-pair.json');
    const { data } = await readJson<{ data: CredentialAnswer[] }>('pairs.json');
    expect(data.map(({ accessKey, own }) => [accessKey, own])).toEqual([
      [account.accessKey, false],
      [credential.accessKey, true],
    ]);
    expect([await statusOf(account), await statusOf(credential)]).toEqual([200, 200]);
  });

  it("replaces the operator's pair of the environment with the documented steps", async () => {
    const [, script = ''] = /```sh\n([^`]*ROOT_ACCESS_KEY[^`]*)```/.exec(page) ?? [];
    const env = {
      ...process.env,
      URL: service.address,
      ROOT_ACCESS_KEY: operator.accessKey,
      ROOT_SECRET_KEY: operator.secretKey,
    };
    const words = `${script}\nprintf '%s\\n' "$ROOT_ACCESS_KEY" "$ROOT_SECRET_KEY"`;
    const { stdout } = await promisify(execFile)('sh', ['-euc', words], { cwd: folder, env });
    const [accessKey = '', secretKey = ''] = stdout.split('\n');
    const { credential } = await readJson<{ credential: Keys }>('portal-pair.json');
    // As the environment of the next process has them.
    const variables = {
      ...storeEnvironment(service.store.url),
      ROOT_ACCESS_KEY: accessKey,
      ROOT_SECRET_KEY: secretKey,
    };
    const { rootAccessKey, rootSecretKey } = loadSettings(variables);
    const next = await service.replica({ rootAccessKey, rootSecretKey });
    const asked = async (as: Keys) =>
      Promise.all([service, next].map(async (one) => (await one.get('/api/v1/auth/me', { as })).status));
    expect(await asked(credential)).toEqual([200, 200]);
    expect(await asked(operator)).toEqual([200, 401]);
    expect(await asked({ accessKey, secretKey })).toEqual([401, 200]);
    await next.stop();
  });

  it('has an expression that finds generated keys in a text, and no other keys', () => {
    const [, expression = ''] = /```\n(.*ad\[ks\].*)\n```/.exec(page) ?? [];
    const found = (text: string): string[] => text.match(new RegExp(expression, 'g')) ?? [];
    const { accessKey, secretKey } = account;
    expect(found(`KEY="${accessKey}"; SECRET=${secretKey}\n`)).toEqual([accessKey, secretKey]);
    expect(found(`${accessKey.slice(0, -1)} x${secretKey} harbour-access-key`)).toEqual([]);
  });
});
