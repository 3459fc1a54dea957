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

beforeAll(async () => {
  account = await createAccount(service);
});

/** Runs `keys` in this process, beside the service. */
async function keys(...args: string[]) {
  const command = new InProcessCommand(['keys', ...args], storeEnvironment(service.store.url), tmpdir());
  return { code: await command.ended, ...command.printed };
}

const statusOf = async (as: Keys): Promise<number> => (await service.get('/api/v1/auth/me', { as })).status;

const ofAccount = () => ['--website', String(account.websiteID)];

describe('directory keys', () => {
  it('creates a pair that is valid at once', async () => {
    const created = await keys('create', ...ofAccount(), '--scope', 'read', '--label', 'Portal', '--json');
    expect(created).toMatchObject({ code: 0, stderr: '' });
    const { credential } = JSON.parse(created.stdout) as { credential: CredentialAnswer };
    expect(credential).toMatchObject({ websiteID: account.websiteID, scope: 'read', label: 'Portal' });
    expect(await statusOf(credential)).toBe(200);
  });

  it('rotates without a gap, and explains the steps', async () => {
    const { code, stdout } = await keys('create', ...ofAccount(), '--scope', 'full', '--expires-old', '24h');
    expect(code).toBe(0);
    const [, accessKey = '', secretKey = ''] =
      /^x-access-key: (adk_\w{49})\nx-secret-key: (ads_\w{49})\nCredential created; \S+ ends \S+Z\. The secret key is not shown again\.\n$/.exec(
        stdout,
      ) ?? [];
    expect([await statusOf(account), await statusOf({ accessKey, secretKey })]).toEqual([200, 200]);
  });

  it('creates a link, and prints it as one text', async () => {
    const { code, stdout } = await keys('create', ...ofAccount(), '--scope', 'link');
    expect(code).toBe(0);
    const [, link = ''] = /^link: (adk_\w{49}\.ads_\w{49})\nCredential created\./.exec(stdout) ?? [];
    expect((await service.get(`/api/v1/inspections.ics?link=${link}`, { as: null })).status).toBe(200);
  });

  it("is recorded in the audit log as the operator's command", async () => {
    await service.store.dataSource.query('TRUNCATE audit_log');
    const { stdout } = await keys('create', ...ofAccount(), '--scope', 'public', '--json');
    const { credential } = JSON.parse(stdout) as { credential: CredentialAnswer };
    const entries: unknown = await service.store.dataSource.query('SELECT * FROM audit_log ORDER BY id');
    const of = { role: 'operator', resource: 'credential', resource_id: credential.id, website_id: account.websiteID };
    expect(entries).toMatchObject([{ ...of, command: 'keys create', action: 'create' }]);
  });

  it.each([
    [['create', '--website', '2000000000', '--scope', 'read'], 'The account does not exist.'],
    [['create', '--website', '1', '--scope', 'all'], '--scope must be '],
    [['create', '--website', '1', '--scope', 'read', '--expires-old', 'soon'], '--expires-old must be '],
    [['create', '--website', '1'], '--scope'],
    [['create', '--website', 'x', '--scope', 'read'], '--website'],
    [['rotate'], 'unknown command'],
  ])('%j fails without effect', async (args, message) => {
    const { code, stdout, stderr } = await keys(...args);
    expect([code, stdout]).toEqual([2, '']);
    expect(stderr).toContain(message);
  });
});
