import { randomUUID } from 'node:crypto';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { makeDocument } from '../../apps/api/src/openapi/document.js';
import { feedOf } from '../support/feed-texts.js';
import { specReceiver } from '../support/hook-receiver.js';
import {
  type AccountAnswer,
  accountBody,
  agentBody,
  createAccount,
  createAgent,
  createOperatorPair,
  listingLine,
  operator,
  seed,
  specService,
  storeCredential,
} from '@testing';

/** The resources to write. */
interface World {
  readonly account: AccountAnswer;
  readonly agent: number;
  readonly listing: number;
  readonly enquiry: number;
  readonly search: number;
  readonly credential: number;
  readonly hook: number;
  /** A named pair of the operator. */
  readonly pair: number;
}

interface Write {
  readonly path: (world: World) => string;
  readonly body?: (world: World) => object | string;
  readonly type?: string;
  /** The audit entry: the action and the resource. */
  readonly entry: string;
}

const hookPath = (verb: string) => (world: World) =>
  `/api/v1/websites/${world.account.websiteID}/hooks/${world.hook}/${verb}`;
const websitePath = ({ account }: World) => `/api/v1/websites/${account.websiteID}`;
const agentPath = ({ agent }: World) => `/api/v1/agents/${agent}`;

const ENQUIRY = { name: 'Ann', phone: '1', message: 'x', consent: true };
const SEARCH = { name: 'Near', query: 'state=VIC', notify: ['new'] };

/** Every write of the document, with its audit entry. New operations must be added here. */
const WRITES: Readonly<Record<string, Write>> = {
  createAccount: { path: () => '/api/v1/accounts', body: () => accountBody(), entry: 'create account' },
  updateAccount: { path: websitePath, body: () => ({ about: 'x' }), entry: 'update account' },
  deleteAccount: { path: websitePath, entry: 'delete account' },
  createAgent: {
    path: () => '/api/v1/agents',
    body: ({ account }) => agentBody(account.websiteID),
    entry: 'create agent',
  },
  updateAgent: { path: agentPath, body: () => ({ biography: 'x' }), entry: 'update agent' },
  deleteAgent: { path: agentPath, entry: 'delete agent' },
  createCredential: {
    path: (world) => `${websitePath(world)}/credentials`,
    body: () => ({ label: 'App', scope: 'public' }),
    entry: 'create credential',
  },
  deleteCredential: {
    path: (world) => `${websitePath(world)}/credentials/${world.credential}`,
    entry: 'delete credential',
  },
  createOperatorPair: {
    path: () => '/api/v1/credentials',
    body: () => ({ label: 'Portal', scope: 'read' }),
    entry: 'create credential',
  },
  deleteOperatorPair: { path: ({ pair }) => `/api/v1/credentials/${pair}`, entry: 'delete credential' },
  rotateHookSecret: { path: hookPath('rotate'), entry: 'rotate hook' },
  pingHook: { path: hookPath('ping'), entry: 'ping hook' },
  enableHook: { path: hookPath('enable'), entry: 'enable hook' },
  replayHook: { path: hookPath('replay'), body: () => ({ since: new Date().toISOString() }), entry: 'replay hook' },
  createEnquiry: {
    path: ({ listing }) => `/api/v1/listings/${listing}/enquiries`,
    body: () => ENQUIRY,
    entry: 'create enquiry',
  },
  createAgentEnquiry: {
    path: (world) => `${agentPath(world)}/enquiries`,
    body: () => ENQUIRY,
    entry: 'create enquiry',
  },
  createAccountEnquiry: {
    path: (world) => `${websitePath(world)}/enquiries`,
    body: () => ({ ...ENQUIRY, kind: 'appraisal', address: '1 High Street' }),
    entry: 'create enquiry',
  },
  deleteEnquiry: { path: ({ enquiry }) => `/api/v1/enquiries/${enquiry}`, entry: 'delete enquiry' },
  createSearch: { path: () => '/api/v1/searches', body: () => SEARCH, entry: 'create search' },
  updateSearch: {
    path: ({ search }) => `/api/v1/searches/${search}`,
    body: () => ({ query: 'state=NSW' }),
    entry: 'update search',
  },
  deleteSearch: { path: ({ search }) => `/api/v1/searches/${search}`, entry: 'delete search' },
  pushFeed: { path: () => '/api/v1/feeds', body: () => feedOf(), type: 'application/xml', entry: 'import feed' },
};

/** The writes that only the operator may do. */
const OF_OPERATOR = new Set(['createAccount', 'createOperatorPair', 'deleteOperatorPair']);

const crm = specReceiver();
const service = specService(() => ({ hooksAllow: [crm.origin] }));
let world: World;

beforeAll(() => {
  methods = new Map(operations());
});

beforeEach(async () => {
  const account = await createAccount(service, { hooks: [{ name: 'CRM', url: `${crm.origin}/in`, trigger: '' }] });
  await storeCredential(service, account, 'read');
  const { id: agent } = await createAgent(service, account.websiteID);
  const [{ id: credential }] = await service.store.dataSource.query<[{ id: number }]>(
    'SELECT max(id) AS id FROM credentials',
  );
  const { id: pair } = await createOperatorPair(service, 'read', 'Portal');
  const { body } = await service.get<{ data: [{ hookID: number }] }>(`/api/v1/websites/${account.websiteID}/hooks`);
  const listing = account.websiteID;
  await seed(service, { listings: [listingLine(account.websiteID, { id: listing, uniqueID: 'L1' })] });
  await service.store.dataSource.query('DELETE FROM enquiries');
  const asked = await service.post<{ enquiry: { id: number } }>(`/api/v1/listings/${listing}/enquiries`, ENQUIRY);
  const saved = await service.post<{ search: { id: number } }>('/api/v1/searches', SEARCH, { as: account });
  const hook = body.data[0].hookID;
  world = {
    account,
    agent,
    listing,
    enquiry: asked.body.enquiry.id,
    search: saved.body.search.id,
    credential,
    hook,
    pair,
  };
  await service.store.dataSource.query('TRUNCATE audit_log');
});

/** The methods of the document's writes, by operation. */
let methods: ReadonlyMap<string, string>;

const operations = (): [string, string][] =>
  Object.values(makeDocument(service.app).paths).flatMap(({ post, put, delete: remove }) =>
    Object.entries({ POST: post, PUT: put, DELETE: remove }).flatMap(([method, operation]): [string, string][] =>
      // A search is a list whose parameters are a body.
      operation && operation.operationId !== 'searchListings' ? [[operation.operationId ?? '', method]] : [],
    ),
  );

const entries = async () => {
  const rows = await service.store.dataSource.query<{ action: string; resource: string }[]>(
    'SELECT action, resource FROM audit_log ORDER BY id',
  );
  return rows.map(({ action, resource }) => `${action} ${resource}`);
};

const headersOf = ({ type }: Write): Record<string, string> => ({
  'idempotency-key': randomUUID(),
  ...(type && { 'content-type': type }),
});

describe('every write of the document', () => {
  it('is listed here', () => {
    expect([...methods.keys()].sort()).toEqual(Object.keys(WRITES).sort());
  });

  it.each(Object.entries(WRITES))(
    '%s is in the audit log (B23); a POST with a key is executed once (B24)',
    async (id, write) => {
      const method = methods.get(id) ?? '';
      const options = { body: write.body?.(world), headers: headersOf(write) };
      const ask = () =>
        service.call<unknown>(method, write.path(world), {
          ...options,
          as: OF_OPERATOR.has(id) ? operator : world.account,
        });
      const first = await ask();
      expect(first.status).toBeLessThan(300);
      expect(await entries()).toEqual([write.entry]);
      if (method !== 'POST') return;
      const second = await ask();
      expect([second.status, second.body, second.headers.get('idempotent-replayed')]).toEqual([
        first.status,
        first.body,
        'true',
      ]);
      expect(await entries()).toEqual([write.entry]);
    },
  );
});
