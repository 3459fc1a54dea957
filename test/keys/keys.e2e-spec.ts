import { tmpdir } from 'node:os';
import { beforeAll, describe, expect, it } from 'vitest';
import {
  type AccountAnswer,
  createAccount,
  type CredentialAnswer,
  InProcessCommand,
  type Keys,
  specService,
  storeEnvironment,
} from '@testing';

const service = specService();
let account: AccountAnswer;
let other: AccountAnswer;

beforeAll(async () => {
  [account, other] = [await createAccount(service), await createAccount(service)];
});

/** Runs `keys` in this process, beside the service. */
async function keys(...args: string[]) {
  const command = new InProcessCommand(['keys', ...args], storeEnvironment(service.store.url), tmpdir());
  return { code: await command.ended, ...command.printed };
}

const statusOf = async (as: Keys): Promise<number> => (await service.get('/api/v1/auth/me', { as })).status;

const ofAccount = () => ['--website', String(account.websiteID)];

describe('directory keys', () => {
  it('creates a pair that is valid at once, lists it, and revokes it', async () => {
    const created = await keys('create', ...ofAccount(), '--scope', 'read', '--label', 'Portal', '--json');
    expect(created).toMatchObject({ code: 0, stderr: '' });
    const { credential } = JSON.parse(created.stdout) as { credential: CredentialAnswer };
    expect(credential).toMatchObject({ websiteID: account.websiteID, scope: 'read', label: 'Portal' });
    expect(await statusOf(credential)).toBe(200);
    const { secretKey: _, ...listed } = credential;
    const { data } = JSON.parse((await keys('list', ...ofAccount(), '--json')).stdout) as { data: CredentialAnswer[] };
    expect(data).toEqual([expect.objectContaining({ accessKey: account.accessKey, own: true }), listed]);
    const revoked = await keys('revoke', credential.accessKey, '--json');
    expect([revoked.code, JSON.parse(revoked.stdout)]).toEqual([0, { credential: listed }]);
    expect(await statusOf(credential)).toBe(401);
  });

  it('rotates without a gap, in words', async () => {
    const { code, stdout } = await keys('create', ...ofAccount(), '--scope', 'full', '--expires-old', '24h');
    expect(code).toBe(0);
    const [, accessKey = '', secretKey = ''] =
      /^x-access-key: (adk_\w{49})\nx-secret-key: (ads_\w{49})\nCredential created; \S+ ends \S+Z\. The secret key is not shown again\.\n$/.exec(
        stdout,
      ) ?? [];
    expect([await statusOf(account), await statusOf({ accessKey, secretKey })]).toEqual([200, 200]);
    const { stdout: table } = await keys('list');
    const [head = '', ...rows] = table.trimEnd().split('\n');
    expect(head.split(/ {2,}/)).toEqual(['id', 'website', 'scope', 'access key', 'ends', 'last used', 'label']);
    expect(rows.map((row) => row.split(/ {2,}/).slice(1))).toEqual([
      [String(account.websiteID), 'full', account.accessKey, expect.stringMatching(/^\d{4}-.*Z$/), '-'],
      [String(account.websiteID), 'full', accessKey, '-', '-'],
      [String(other.websiteID), 'full', other.accessKey, '-', '-'],
    ]);
  });

  it('is recorded as the command of the operator', async () => {
    await service.store.dataSource.query('TRUNCATE audit_log');
    const { stdout } = await keys('create', ...ofAccount(), '--scope', 'public', '--json');
    const { credential } = JSON.parse(stdout) as { credential: CredentialAnswer };
    await keys('revoke', String(credential.id));
    const entries: unknown = await service.store.dataSource.query('SELECT * FROM audit_log ORDER BY id');
    const of = { role: 'operator', resource: 'credential', resource_id: credential.id, website_id: account.websiteID };
    expect(entries).toMatchObject([
      { ...of, command: 'keys create', action: 'create' },
      { ...of, command: 'keys revoke', action: 'delete' },
    ]);
  });

  it.each([
    [['list', '--website', '2000000000'], 'The account does not exist.'],
    [['create', '--website', '2000000000', '--scope', 'read'], 'The account does not exist.'],
    [['create', '--website', '1', '--scope', 'all'], '--scope must be '],
    [['create', '--website', '1', '--scope', 'read', '--expires-old', 'soon'], '--expires-old must be '],
    [['create', '--website', '1'], '--scope'],
    [['create', '--website', 'x', '--scope', 'read'], '--website'],
    [['revoke', 'adk_nobody'], 'No live pair has this access key or id.'],
    [['revoke', '2000000000'], 'No live pair has this access key or id.'],
    [['revoke'], 'KEY'],
    [['rotate'], 'unknown command'],
  ])('%j does nothing', async (args, message) => {
    const { code, stdout, stderr } = await keys(...args);
    expect([code, stdout]).toEqual([2, '']);
    expect(stderr).toContain(message);
  });

  it('keeps the last full pair of an account', async () => {
    const { code, stderr } = await keys('revoke', other.accessKey);
    expect(code).toBe(2);
    expect(stderr).toContain('only key pair of the scope full');
    expect(await statusOf(other)).toBe(200);
  });
});
