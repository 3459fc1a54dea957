import { tmpdir } from 'node:os';
import { beforeAll, describe, expect, it } from 'vitest';
import { behaviours, specReceiver } from '../../libs/hooks/src/receiver.support.js';
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
  it('list shows those of all accounts, or of one', async () => {
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

  it('ping says what came of it, and fails unless the receiver answers with success', async () => {
    expect(await hooks('ping', hook)).toMatchObject({
      code: 0,
      stdout: expect.stringMatching(/^Answered 200 after \d+ ms: thanks\n$/) as string,
    });
    crm.behaviour = behaviours.answers(500, {}, 'broken');
    const failed = await hooks('ping', hook, '--json');
    expect([failed.code, JSON.parse(failed.stdout)]).toMatchObject([1, { status: 500, reply: 'broken' }]);
    crm.behaviour = behaviours.dies();
    const { code, stdout } = await hooks('ping', hook);
    expect([code, stdout]).toEqual([
      1,
      expect.stringMatching(/^No answer after \d+ ms: the connection ended before an answer\n$/),
    ]);
  });

  it('enable and replay do what the API does, and are recorded as the commands', async () => {
    expect((await hooks('enable', hook)).stdout).toContain(`${crm.origin}/in`);
    expect(await hooks('replay', hook, '--since', new Date().toISOString())).toMatchObject({
      code: 0,
      stdout: 'Replay accepted\n',
    });
    const recorded = await service.store.dataSource.query<object[]>(
      `SELECT command, action FROM audit_log WHERE resource = 'hook' AND resource_id = $1 ORDER BY id DESC LIMIT 2`,
      [hook],
    );
    expect(recorded).toEqual([
      { command: 'hooks replay', action: 'replay' },
      { command: 'hooks enable', action: 'enable' },
    ]);
  });

  it.each([
    [['ping', '2000000000'], 'The hook does not exist.\n'],
    [['replay', 'HOOK', '--since', '1999-01-01T00:00:00Z'], '--since must be a time within the last 30 days\n'],
    [['replay', 'HOOK', '--since', 'yesterday'], '--since must be a time within the last 30 days\n'],
  ])('%j: 2', async (args, words) => {
    const { code, stderr } = await hooks(...args.map((arg) => arg.replace('HOOK', hook)));
    expect([code, stderr]).toEqual([2, words]);
  });
});
