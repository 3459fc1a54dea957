import { tmpdir } from 'node:os';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeDocument } from '../../apps/api/src/openapi/document.js';
import {
  type AccountAnswer,
  agentBody,
  createAccount,
  createOperatorPair,
  EventStream,
  InProcessCommand,
  type Keys,
  operator,
  type OperatorPairAnswer,
  storeEnvironment,
  TestService,
} from '@testing';

const PATH = '/api/v1/credentials';

let service: TestService;
let replica: TestService;
let account: AccountAnswer;

beforeAll(async () => {
  service = await TestService.start({ rateLimit: { requests: 20, seconds: 60 } });
  replica = await service.replica();
  account = await createAccount(service, { hooks: [{ name: 'CRM', url: 'https://crm.example/in', trigger: '' }] });
});

afterAll(async () => {
  await replica.stop();
  await service.stop();
});

const statusOf = async (as: Keys): Promise<number[]> =>
  Promise.all([service, replica].map(async (one) => (await one.get('/api/v1/auth/me', { as })).status));

async function keys(...args: string[]) {
  const command = new InProcessCommand(['keys', ...args], storeEnvironment(service.store.url), tmpdir());
  return { code: await command.ended, ...command.printed };
}

/** The entries of the audit log made with a pair. */
async function entriesOf({ id }: OperatorPairAnswer, as: Keys = operator) {
  const { body } = await service.get<{ data: Record<string, unknown>[] }>(`/api/v1/audit?credential=${id}`, { as });
  return body.data;
}

describe('a named pair of the operator (B54)', () => {
  it('becomes valid and invalid at once on every instance, and is listed without its secret', async () => {
    const { secretKey, ...pair } = await createOperatorPair(service, 'full', 'Ana Costa');
    expect(await statusOf({ ...pair, secretKey })).toEqual([200, 200]);
    const { body } = await replica.get<{ data: unknown[] }>(PATH);
    expect(body.data).toContainEqual(pair);
    expect(JSON.stringify(body)).not.toContain(secretKey);
    const removed = await replica.delete(`${PATH}/${pair.id}`);
    expect(removed.body).toEqual({ message: 'Credential deleted', credential: pair });
    expect(await statusOf({ ...pair, secretKey })).toEqual([401, 401]);
    expect((await service.delete(`${PATH}/${pair.id}`)).status).toBe(404);
  });

  it("with the scope full has the operator's rights, and is named in the audit log", async () => {
    const as = await createOperatorPair(service, 'full', 'Portal');
    expect((await service.get('/api/v1/auth/me', { as })).body).toMatchObject({
      role: 'operator',
      scope: 'full',
      name: 'Portal',
      mayWrite: { everything: true, creates: 'any' },
    });
    const { websiteID } = await createAccount(service, {}, as);
    const other = await createOperatorPair(service, 'read', 'Of a portal', as);
    expect((await service.delete(`/api/v1/websites/${websiteID}`, { as })).status).toBe(200);
    const by = { role: 'operator', authorWebsiteID: null, credential: as.id, credentialLabel: 'Portal' };
    expect(await entriesOf(as)).toMatchObject([
      { ...by, action: 'delete', resource: 'account', resourceID: websiteID },
      { ...by, action: 'create', resource: 'credential', resourceID: other.id, websiteID: null },
      { ...by, action: 'create', resource: 'account', resourceID: websiteID },
    ]);
  });

  it('is shown to accounts as the operator, without its label', async () => {
    const as = await createOperatorPair(service, 'full', 'Portal');
    await service.put(`/api/v1/websites/${account.websiteID}`, { about: 'changed' }, { as });
    expect(await entriesOf(as, account)).toMatchObject([{ role: 'operator', credentialLabel: null, address: null }]);
  });

  it('has its own idempotency keys and its own export, and no rate limit', async () => {
    const [one, other] = [
      await createOperatorPair(service, 'full', 'A'),
      await createOperatorPair(service, 'full', 'B'),
    ];
    const headers = { 'idempotency-key': 'the-same' };
    const create = async (as: Keys, name: string) => {
      const { status, body } = await service.post<{ id: number }>(
        '/api/v1/agents',
        agentBody(account.websiteID, name),
        { as, headers },
      );
      return [status, body.id];
    };
    const made = await create(one, 'First');
    expect(await create(one, 'First')).toEqual(made);
    expect((await create(other, 'Second'))[1]).not.toBe(made[1]);
    const exported = await fetch(`${service.address}/api/v1/export/accounts.ndjson`, {
      headers: { 'x-access-key': one.accessKey, 'x-secret-key': one.secretKey },
    });
    // Every field, as for the operator, except secrets.
    const [line = ''] = (await exported.text()).split('\n');
    expect(JSON.parse(line)).toMatchObject({ hooks: [{ url: 'https://crm.example/in' }] });
    expect(line).not.toContain(account.secretKey);
    const many = await Promise.all(Array.from({ length: 40 }, () => service.get('/api/v1/suburbs', { as: one })));
    expect(many.map(({ status }) => status)).toEqual(many.map(() => 200));
  });

  it('ends its event streams when it is deleted, and no others', async () => {
    const [one, other] = [
      await createOperatorPair(service, 'read', 'A'),
      await createOperatorPair(service, 'read', 'B'),
    ];
    const ending = await EventStream.open(service, 'now', { as: one });
    const staying = await EventStream.open(service, 'now', { as: other });
    await replica.delete(`${PATH}/${one.id}`);
    await ending.ended();
    await service.post('/api/v1/agents', agentBody(account.websiteID, 'Seen'));
    await expect.poll(() => staying.events.length).toBeGreaterThan(0);
    staying.close();
  });

  it.each([
    [{ scope: 'read' }, 'label'],
    [{ label: '', scope: 'read' }, 'label'],
    [{ label: 'x'.repeat(101), scope: 'read' }, 'label'],
    [{ label: 'two\nlines', scope: 'read' }, 'label'],
    [{ label: 'Portal' }, 'scope'],
    [{ label: 'Portal', scope: 'public' }, 'scope'],
  ])('is refused with %j', async (body, field) => {
    const answer = await service.post(PATH, body);
    expect(answer).toMatchObject({ status: 400, body: { errors: [expect.objectContaining({ field })] } });
  });

  it('is visible to the operator only', async () => {
    const reader = await createOperatorPair(service, 'read', 'Reader');
    for (const as of [account, reader]) {
      const answers = [
        await service.get(PATH, { as }),
        await service.post(PATH, { label: 'Mine', scope: 'full' }, { as }),
        await service.post(PATH, {}, { as }),
        await service.delete(`${PATH}/${reader.id}`, { as }),
      ];
      expect(answers.map(({ status }) => status)).toEqual([403, 403, 403, 403]);
    }
    expect((await service.delete(`${PATH}/${reader.id}`, { as: reader })).status).toBe(403);
  });

  it('is not listed among the pairs of accounts', async () => {
    const pair = await createOperatorPair(service, 'full', 'Portal');
    const path = `/api/v1/websites/${account.websiteID}/credentials`;
    expect(JSON.stringify((await service.get(path)).body)).not.toContain(pair.accessKey);
    expect((await service.delete(`${path}/${pair.id}`)).status).toBe(404);
    const { body } = await service.get<{ data: [{ id: number }] }>(path);
    expect((await service.delete(`${PATH}/${body.data[0].id}`)).status).toBe(404);
    const taken = { accessKey: pair.accessKey };
    expect((await service.put(`/api/v1/websites/${account.websiteID}`, taken)).status).toBe(409);
  });
});

/** Parameters that a read requires. */
const QUERIES: Readonly<Record<string, string>> = { listChanges: '?since=now', streamChanges: '?since=now' };

/** Reads that a pair of the scope `read` is refused: secrets, pairs and the audit log. */
const NOT_READ = new Set(['listAudit', 'listCredentials', 'listOperatorPairs', 'readHookSecret']);

/** The records that every write leaves. */
const countWritten = () =>
  service.store.dataSource.query<object[]>(
    'SELECT (SELECT count(*) FROM audit_log) AS entries, (SELECT count(*) FROM changes) AS changes',
  );

/** The body of a response; a stream has no end. */
async function textOf(response: Response): Promise<string> {
  if (!response.headers.get('content-type')?.startsWith('text/event-stream')) return response.text();
  await response.body?.cancel();
  return '';
}

describe('a named pair with the scope read', () => {
  it('reads everything but secrets, pairs and the audit log, and writes nothing', async () => {
    const as = await createOperatorPair(service, 'read', 'Reader');
    const hooks = `/api/v1/websites/${account.websiteID}/hooks`;
    const { body } = await service.get<{ data: [{ hookID: number }] }>(hooks);
    const { body: hook } = await service.get<{ secret: string }>(`${hooks}/${body.data[0].hookID}/secret`);
    const secrets = [account.secretKey, as.secretKey, hook.secret];
    const before = await countWritten();
    const ids: Record<string, string> = {
      hookID: String(body.data[0].hookID),
      credentialID: '2000000000',
      id: String(account.websiteID),
    };
    const leaks: string[] = [];
    for (const [template, item] of Object.entries(makeDocument(service.app).paths)) {
      const path = template.replaceAll(/\{(\w+)\}/g, (_, name: string) => ids[name] ?? '1');
      for (const [method, operation] of Object.entries(item) as [string, { operationId?: string } | undefined][]) {
        if (!operation?.operationId || /^\/(livez|readyz)/.test(path)) continue;
        const response = await fetch(service.address + path + (QUERIES[operation.operationId] ?? ''), {
          method,
          headers: { 'x-access-key': as.accessKey, 'x-secret-key': as.secretKey },
        });
        const text = await textOf(response);
        if (secrets.some((secret) => text.includes(secret))) leaks.push(`${method} ${path}: a secret`);
        const isRefused = method !== 'get' || NOT_READ.has(operation.operationId);
        if ((response.status === 403) !== isRefused || response.status === 401 || response.status >= 500) {
          leaks.push(`${method} ${path}: ${response.status}`);
        }
      }
    }
    expect(leaks).toEqual([]);
    expect(await countWritten()).toEqual(before);
  });
});

describe('directory keys --operator', () => {
  it('creates a pair', async () => {
    const created = await keys('create', '--operator', '--scope', 'read', '--label', 'Script', '--json');
    expect(created).toMatchObject({ code: 0, stderr: '' });
    const { credential } = JSON.parse(created.stdout) as { credential: OperatorPairAnswer };
    expect(await statusOf(credential)).toEqual([200, 200]);
  });

  it.each([
    [['create', '--operator', '--scope', 'read'], '--label'],
    [['create', '--operator', '--scope', 'public', '--label', 'x'], '--scope'],
    [['create', '--scope', 'read'], '--website or --operator'],
    [['create', '--operator', '--website', '1', '--scope', 'read'], 'cannot be used with'],
  ])('%j fails without effect', async (args, message) => {
    const { code, stdout, stderr } = await keys(...args);
    expect([code, stdout]).toEqual([2, '']);
    expect(stderr).toContain(message);
  });
});
