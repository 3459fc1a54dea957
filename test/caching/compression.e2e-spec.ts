import type { OperationObject } from '@nestjs/swagger';
import { beforeAll, describe, expect, it } from 'vitest';
import { makeDocument } from '../../apps/api/src/openapi/document.js';
import {
  type AccountAnswer,
  accountBody,
  createAccount,
  createAgent,
  dereferenced,
  expectUnlessOthersCommit,
  specService,
} from '@testing';
import { head, RawConnection } from '../http/raw-connection.js';
import { ask, type WireAnswer } from '../http/wire.js';

const LIST = '/api/v1/websites?limit=20';
const LONG = 'Selling by the harbour since 1987. '.repeat(60);
const HOOK = 'https://crm.example/in';
/** With the Origin of a browser, which CORS allows. */
const VARY = 'Accept-Encoding, Origin';
/** A list may also be GeoJSON. */
const LIST_VARY = `${VARY}, Accept`;

const service = specService({ corsOrigins: ['https://portal.example'] });
let account: AccountAnswer;
let website: string;
let agent: string;
let cursor: string;

/** The changes since the service was started. */
const feed = () => `/api/v1/changes?since=${cursor}`;

beforeAll(async () => {
  cursor = (await service.get('/api/v1/websites')).headers.get('changes-cursor') ?? '';
  for (let count = 0; count < 8; count++) await createAccount(service);
  account = await createAccount(service, { about: LONG, hooks: [{ name: 'CRM', url: HOOK, trigger: '' }] });
  website = `/api/v1/websites/${account.websiteID}`;
  const { id } = await createAgent(service, account.websiteID, 'Ann Smith', { biography: LONG });
  agent = `/api/v1/agents/${id}`;
});

const codingOf = async (path: string, accepted: string) =>
  (await ask(service, path, { 'accept-encoding': accepted })).headers['content-encoding'] ?? 'identity';

describe('the content coding of a response', () => {
  it.each([
    ['gzip, deflate, br, zstd', 'br'],
    ['br', 'br'],
    ['gzip', 'gzip'],
    ['GZIP', 'gzip'],
    ['*', 'br'],
    ['gzip;q=1.0, br;q=0.9', 'gzip'],
    ['br;q=0, *', 'gzip'],
    ['gzip;q=0.2, *;q=0.1', 'gzip'],
    ['br;q=0.5, identity;q=0', 'br'],
    ['', 'identity'],
    ['identity', 'identity'],
    ['deflate, zstd', 'identity'],
    ['br;q=0, gzip;q=0', 'identity'],
    ['identity, br;q=0.5', 'identity'],
    ['*;q=0', 'identity'],
    ['identity;q=0', 'identity'],
    ['br;q=nonsense, ;;,', 'identity'],
  ])('for a client that accepts %j is %s', async (accepted, coding) => {
    for (const path of [LIST, website]) expect(await codingOf(path, accepted)).toBe(coding);
  });

  it('is absent if the client does not ask for one', async () => {
    const { headers, bytes } = await ask(service, LIST);
    expect(headers).toMatchObject({ vary: LIST_VARY, 'content-length': String(bytes.length) });
    expect(headers['content-encoding']).toBeUndefined();
  });

  it('is absent for a short response, unless the client accepts no other', async () => {
    for (const path of ['/livez', '/api/v1/nowhere', '/api/v1/listings?suburb=nowhere', `${website}/hooks`]) {
      expect([path, await codingOf(path, 'br, gzip')]).toEqual([path, 'identity']);
      expect([path, await codingOf(path, 'gzip, identity;q=0')]).toEqual([path, 'gzip']);
    }
  });
});

const FAULTS = `/api/v1/websites?${Array.from({ length: 30 }, (_, at) => `wrong${at}=1`).join('&')}`;

/** One path for every kind of response: cached, uncached, errors, documentation. */
const PATHS: readonly (readonly [string, () => string])[] = [
  ['a list', () => LIST],
  ['its overview form', () => '/v1/accounts'],
  ['an account', () => website],
  ['an agent', () => agent],
  ['a list that is not cached', () => '/api/v1/audit?limit=50'],
  ['the feed of changes', () => feed()],
  ['an error', () => FAULTS],
  ['the OpenAPI document', () => '/api/v1/openapi.json'],
  ['the page of the documentation', () => '/docs'],
  ['the error catalogue', () => '/docs/errors'],
];

/** The parts that differ in each request. */
const OF_THE_REQUEST = new Set([
  'x-request-id',
  'date',
  'etag',
  'content-length',
  'content-encoding',
  'changes-cursor',
]);
const lasting = (headers: object) =>
  Object.fromEntries(Object.entries(headers).filter(([name]) => !OF_THE_REQUEST.has(name)));
/** The headers of a response, without Date and Connection. */
const headOf = ({ headers: { date: _date, connection: _connection, 'keep-alive': _timeout, ...kept } }: WireAnswer) =>
  kept;
const withoutId = (text: string) => text.replace(/"requestId":"[^"]*"/, '');

describe.each(PATHS)('%s', (_, path) => {
  it('has the same content in every coding, at the first request and later', async () => {
    await expectUnlessOthersCommit(async () => {
      const plain = await ask(service, path());
      expect(plain.bytes.length).toBeGreaterThan(1024);
      for (const coding of ['br', 'gzip', 'br', 'gzip']) {
        const packed = await ask(service, path(), { 'accept-encoding': coding });
        expect(packed.headers['content-encoding']).toBe(coding);
        expect(packed.headers['content-length']).toBe(String(packed.bytes.length));
        expect(packed.bytes.length).toBeLessThan(plain.bytes.length);
        expect(withoutId(packed.text)).toBe(withoutId(plain.text));
        expect([packed.status, lasting(packed.headers)]).toEqual([plain.status, lasting(plain.headers)]);
      }
    });
  });

  it('has the headers of GET in a response to HEAD', async () => {
    await expectUnlessOthersCommit(async () => {
      for (const coding of ['br', 'gzip', 'identity']) {
        const headers = { 'accept-encoding': coding, 'x-request-id': 'the-same-for-both' };
        const [get, answer] = [
          await ask(service, path(), headers),
          await ask(service, path(), headers, { method: 'HEAD' }),
        ];
        expect(headOf(answer)).toEqual(headOf(get));
        expect([answer.status, answer.bytes.length]).toEqual([get.status, 0]);
      }
    });
  });
});

describe.each([
  ['a list', () => LIST],
  ['an account', () => website],
  ['an agent', () => agent],
  ['the OpenAPI document', () => '/api/v1/openapi.json'],
])('the ETag of %s', (_, path) => {
  it('leads to 304 in each coding while nothing has changed', async () => {
    await expectUnlessOthersCommit(async () => {
      const tags = new Map<string, string>();
      for (const coding of ['identity', 'br', 'gzip']) {
        const { headers } = await ask(service, path(), { 'accept-encoding': coding });
        tags.set(coding, headers.etag ?? '');
        for (const method of ['GET', 'HEAD']) {
          const condition = { 'accept-encoding': coding, 'if-none-match': headers.etag ?? '' };
          const again = await ask(service, path(), condition, { method });
          expect([again.status, again.headers.etag, again.bytes.length]).toEqual([304, headers.etag, 0]);
          expect(again.headers).toMatchObject({ vary: path() === LIST ? LIST_VARY : VARY });
          expect(again.headers['content-encoding']).toBeUndefined();
        }
      }
      // A strong tag identifies bytes; a weak one identifies content.
      const isStrong = [...tags.values()].every((tag) => tag.startsWith('"'));
      expect(new Set(tags.values()).size).toBe(isStrong ? 3 : 1);
    });
  });
});

it('an update accepts the tag of any coding', async () => {
  for (const coding of ['identity', 'br', 'gzip']) {
    const { headers } = await ask(service, agent, { 'accept-encoding': coding });
    const body = { biography: `${LONG}${coding}` };
    const put = (tag = '') =>
      ask(service, agent, { 'accept-encoding': coding, 'if-match': tag }, { method: 'PUT', body });
    expect((await put(headers.etag)).status).toBe(200);
    expect((await put(headers.etag)).status).toBe(412);
  }
});

it('responses list every header that they vary by', async () => {
  const origin = { origin: 'https://portal.example', 'accept-encoding': 'br' };
  expect((await ask(service, '/api/v1/export/agents.ndjson', origin)).headers['vary']).toBe(VARY);
  for (const path of [LIST, FAULTS, feed()]) expect((await ask(service, path, origin)).headers['vary']).toBe(LIST_VARY);
});

it('the OpenAPI document has a tag in each coding, and is not sent again', async () => {
  const tags = new Set<string>();
  for (const coding of ['identity', 'br', 'gzip']) {
    const first = await ask(service, '/api/v1/openapi.json', { 'accept-encoding': coding });
    const tag = first.headers.etag ?? '';
    tags.add(tag);
    const again = await ask(service, '/api/v1/openapi.json', { 'accept-encoding': coding, 'if-none-match': tag });
    expect([first.status, again.status, again.bytes.length, again.headers.etag]).toEqual([200, 304, 0, tag]);
  }
  expect(tags.size).toBe(3);
});

it('files of the documentation are compressed', async () => {
  const [path = ''] = /docs\/docs\.\w+\.css/.exec((await ask(service, '/docs')).text) ?? [];
  const plain = await ask(service, `/${path}`);
  for (const coding of ['br', 'gzip']) {
    const packed = await ask(service, `/${path}`, { 'accept-encoding': coding });
    expect(packed.headers).toMatchObject({ 'content-encoding': coding, vary: VARY });
    expect(packed.text).toBe(plain.text);
  }
});

it('pipelined requests are answered in order, whichever takes longer', async () => {
  const connection = await RawConnection.to(service.address);
  const coded = (path: string, coding: string) => head('GET', path, [`Accept-Encoding: ${coding}`]);
  const last = head('GET', '/livez', ['Connection: close']);
  await connection.send(
    coded(LIST, 'br') + coded('/livez', 'br') + coded(website, 'gzip') + coded(LIST, 'gzip') + last,
  );
  const codings = (await connection.answers()).map(({ headers }) => headers.get('content-encoding'));
  expect(codings).toEqual(['br', null, 'gzip', 'gzip', null]);
});

/** Every operation with a secret in its response, and a request for it. New operations must be added here. */
const SECRETS: Readonly<Record<string, () => readonly [method: string, path: string, body?: object]>> = {
  createAccount: () => ['POST', '/api/v1/accounts', accountBody({ about: LONG })],
  updateAccount: () => ['PUT', website, { about: `${LONG}.` }],
  createCredential: () => ['POST', `${website}/credentials`, { label: 'App', scope: 'read' }],
  createOperatorPair: () => ['POST', '/api/v1/credentials', { label: 'Portal', scope: 'read' }],
  readHookSecret: () => ['GET', `${website}/hooks/1/secret`],
  rotateHookSecret: () => ['POST', `${website}/hooks/1/rotate`],
};

describe('a secret is never compressed', () => {
  /** The operations of the document with a secret field in a response. */
  function operationsWithSecrets(): string[] {
    const made = makeDocument(service.app);
    const paths = dereferenced(made, made.paths);
    const operations = Object.values(paths).flatMap((path) => Object.values(path) as OperationObject[]);
    return operations
      .filter(({ responses }) =>
        Object.entries(responses).some(([status, answer]) => status.startsWith('2') && namesSecret(answer)),
      )
      .map(({ operationId = '' }) => operationId);
  }

  const namesSecret = (value: unknown): boolean =>
    typeof value === 'object' &&
    value !== null &&
    Object.entries(value).some(
      ([name, inner]) =>
        (name === 'properties' && Object.keys(inner as object).some((field) => /secret/i.test(field))) ||
        namesSecret(inner),
    );

  it('in any operation of the document with a secret in its response', () => {
    expect(operationsWithSecrets().toSorted()).toEqual(Object.keys(SECRETS).toSorted());
  });

  it.each(Object.keys(SECRETS))('in %s', async (operation) => {
    const [method, path, body] = SECRETS[operation]?.() ?? ['', ''];
    const hooks = (await service.get<{ data: { hookID: number }[] }>(`${website}/hooks`)).body.data;
    const target = path.replace('/hooks/1/', `/hooks/${hooks[0]?.hookID}/`);
    for (const accepted of ['br, gzip', 'gzip;q=1, identity;q=0']) {
      const { status, headers, text } = await ask(service, target, { 'accept-encoding': accepted }, { method, body });
      expect([status === 200 || status === 201, text.match(/secret/i)?.length]).toEqual([true, 1]);
      expect(headers['content-encoding']).toBeUndefined();
      expect(headers['cache-control']).toBe('no-store, no-transform');
    }
  });
});
