import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createAccount, type AccountAnswer } from './factories/account.factory.js';
import type { CredentialAnswer } from './factories/credential.factory.js';
import { TestService, type Keys } from './support/service.js';

let service: TestService;
let account: AccountAnswer;
let page: string;
let folder: string;

beforeAll(async () => {
  service = await TestService.start();
  account = await createAccount(service);
  page = await readFile(resolve(import.meta.dirname, '../docs/KEYS.md'), 'utf8');
  folder = await mkdtemp(join(tmpdir(), 'keys-'));
});

afterAll(async () => {
  await rm(folder, { recursive: true });
  await service.stop();
});

const statusOf = async (as: Keys): Promise<number> => (await service.get('/api/v1/auth/me', { as })).status;

const readJson = async <T>(file: string): Promise<T> => JSON.parse(await readFile(join(folder, file), 'utf8')) as T;

describe('docs/KEYS.md', () => {
  it('rotates a pair as it says', async () => {
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

  it('has an expression that finds generated keys in a text, and no others', () => {
    const [, expression = ''] = /```\n(.*ad\[ks\].*)\n```/.exec(page) ?? [];
    const found = (text: string): string[] => text.match(new RegExp(expression, 'g')) ?? [];
    const { accessKey, secretKey } = account;
    expect(found(`KEY="${accessKey}"; SECRET=${secretKey}\n`)).toEqual([accessKey, secretKey]);
    expect(found(`${accessKey.slice(0, -1)} x${secretKey} harbour-access-key`)).toEqual([]);
  });
});
