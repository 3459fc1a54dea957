import { tmpdir } from 'node:os';
import { beforeAll, describe, expect, it } from 'vitest';
import { specReceiver } from '../support/hook-receiver.js';
import { type AccountAnswer, createAccount, InProcessCommand, specService, storeEnvironment } from '@testing';

const crm = specReceiver();
const service = specService(() => ({ hooksAllow: [crm.origin] }));
let account: AccountAnswer;
let hook: string;

beforeAll(async () => {
  account = await createAccount(service, { hooks: [{ name: 'CRM', url: `${crm.origin}/in`, trigger: '' }] });
  await createAccount(service, { hooks: [{ name: 'CRM', url: 'https://other.example/in', trigger: 'all' }] });
  const { body } = await service.get<{ data: { hookID: number }[] }>(`/api/v1/websites/${account.websiteID}/hooks`);
  hook = String(body.data[0]?.hookID);
});

async function hooks(...args: string[]): Promise<{ code: number; stdout: string; stderr: string }> {
  const env = { ...storeEnvironment(service.store.url), HOOKS_ALLOW: crm.origin };
  const command = new InProcessCommand(['hooks', ...args], env, tmpdir());
  const code = await command.ended;
  return { code, ...command.printed };
}

describe('directory hooks', () => {
  it('list prints the hooks of all accounts, or of one', async () => {
    const all = await hooks('list');
    expect(all.stdout).toMatch(
      /^hook +website +state +waiting +next attempt +last attempt +status +url +triggers +reason\n/,
    );
    expect(all.stdout).toContain('https://other.example/in');
    const own = await hooks('list', '--website', String(account.websiteID), '--json');
    expect(JSON.parse(own.stdout)).toEqual({
      data: [expect.objectContaining({ hookID: Number(hook), url: `${crm.origin}/in`, state: 'active' })],
    });
  });
});
