import { beforeAll, describe, expect, it } from 'vitest';
import {
  type AccountAnswer,
  type AgentAnswer,
  type Answer,
  createAccount,
  createAgent,
  expectProblem,
  operator,
  type Problem,
  specService,
} from '@testing';

const service = specService();
let account: AccountAnswer;
let agent: AgentAnswer;

beforeAll(async () => {
  account = await createAccount(service);
  agent = await createAgent(service, account.websiteID);
});

type Headers = Record<string, string>;

const KEYS = { 'x-access-key': operator.accessKey, 'x-secret-key': operator.secretKey };

const RESOURCES = ['an account', 'an agent'] as const;
const pathOf = (kind: string): string =>
  kind === 'an account' ? `/api/v1/websites/${account.websiteID}` : `/api/v1/agents/${agent.id}`;

const read = (path: string, headers: Headers = {}) => service.get<Problem>(path, { headers });
const tagOf = async (path: string): Promise<string> => (await read(path)).headers.get('etag') ?? '';

let written = 0;
/** An update with a change. */
const update = (path: string, headers: Headers = {}): Promise<Answer<Problem>> =>
  service.put<Problem>(
    path,
    path.includes('websites') ? { about: `Text ${++written}` } : { biography: `Text ${++written}` },
    { headers },
  );

describe.each(RESOURCES)('a write to %s (RFC 9110, 13.1)', (kind) => {
  it('with If-None-Match fails if the resource exists, or has one of the versions', async () => {
    const path = pathOf(kind);
    const tag = await tagOf(path);
    for (const condition of ['*', tag, `W/${tag}`, `"other", ${tag}`]) {
      expectProblem(await update(path, { 'if-none-match': condition }), 412, 'PRECONDITION_FAILED');
      expectProblem(
        await service.delete<Problem>(path, { headers: { 'if-none-match': condition } }),
        412,
        'PRECONDITION_FAILED',
      );
    }
    expect(await tagOf(path)).toBe(tag);
    expect((await update(path, { 'if-none-match': '"other"' })).status).toBe(200);
    // The resource had this tag before.
    expect((await update(path, { 'if-none-match': tag })).status).toBe(200);
  });

  it('deletes nothing with a stale If-Match', async () => {
    const path = pathOf(kind);
    const stale = await tagOf(path);
    await update(path);
    expectProblem(await service.delete<Problem>(path, { headers: { 'if-match': stale } }), 412, 'PRECONDITION_FAILED');
    expect((await read(path)).status).toBe(200);
  });
});

describe('a read with If-Match', () => {
  it.each(RESOURCES)('of %s fails if it has changed', async (kind) => {
    const path = pathOf(kind);
    const tag = await tagOf(path);
    for (const condition of [tag, '*', `"other", ${tag}`])
      expect((await read(path, { 'if-match': condition })).status).toBe(200);
    await update(path);
    const stale = await read(path, { 'if-match': tag });
    expectProblem(stale, 412, 'PRECONDITION_FAILED');
    for (const name of ['etag', 'link', 'content-encoding'])
      expect([name, stale.headers.get(name)]).toEqual([name, null]);
    expect((await read(path, { 'if-match': `${tag}, ${await tagOf(path)}` })).status).toBe(200);
  });

  it('accepts the tag of any coding, and is decided before If-None-Match', async () => {
    const path = pathOf('an agent');
    await service.put(path, { biography: 'x'.repeat(3_000) });
    const ask = (headers: Headers) => fetch(service.address + path, { headers: { ...KEYS, ...headers } });
    const tagIn = async (coding: string) => (await ask({ 'accept-encoding': coding })).headers.get('etag') ?? '';
    const [plain, packed] = [await tagIn('identity'), await tagIn('br')];
    expect(packed).not.toBe(plain);
    for (const condition of [plain, packed])
      for (const coding of ['identity', 'br'])
        expect((await ask({ 'if-match': condition, 'accept-encoding': coding })).status).toBe(200);
    const both = { 'if-match': plain, 'if-none-match': plain, 'accept-encoding': 'identity' };
    expect((await read(path, both)).status).toBe(304);
    await update(path);
    expectProblem(await read(path, both), 412, 'PRECONDITION_FAILED');
  });

  it('never matches a weak tag, such as the tag of a list', async () => {
    for (const path of ['/api/v1/agents', '/api/v1/agents', '/api/v1/suburbs/suggest?q=rich']) {
      const tag = await tagOf(path);
      expect(tag).toMatch(/^W\//);
      expectProblem(await read(path, { 'if-match': tag }), 412, 'PRECONDITION_FAILED');
      expect((await read(path, { 'if-match': '*' })).status).toBe(200);
    }
  });
});
