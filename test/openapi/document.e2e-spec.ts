import { setTimeout } from 'node:timers/promises';
import type { OpenAPIObject, OperationObject } from '@nestjs/swagger';
import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { url as urlKind } from '../../libs/schema/src/text.kinds.js';
import { makeDocument } from '../../apps/api/src/openapi/document.js';
import {
  createAccount,
  createAgent,
  dereferenced,
  documentAjv,
  specService,
  walk,
  walkSeed,
  seed,
  listingLine,
} from '@testing';
import { DocumentedQuery, written, type Pairs } from './documented-query.js';
import { drawn } from './schema-draws.js';

const RUNS = walk(4);
const SEED = walkSeed;
const options = { numRuns: RUNS, seed: SEED };
const TIMEOUT = 60_000 + RUNS * 100;

const service = specService();
let document: OpenAPIObject;
const CONTRADICTION = /^is (above|after) \w+, which is |^needs status=/;
interface Refusal {
  readonly errors?: readonly { readonly message: string }[];
}

/** The path of each operation with a body, and the values of its read-only fields there. */
const targets = new Map<string, { method: string; path: string; current: Tree }>();

type Tree = Record<string, unknown>;

beforeAll(async () => {
  const made = makeDocument(service.app);
  document = { ...made, paths: dereferenced(made, made.paths) };
  const account = await createAccount(service);
  const agent = await createAgent(service, account.websiteID);
  const known = (current: Tree) => ({ _id: current['_id'], createdAt: current['createdAt'] });
  targets.set('createAccount', { method: 'POST', path: '/api/v1/accounts', current: {} });
  const credentials = `/api/v1/websites/${account.websiteID}/credentials`;
  targets.set('createCredential', { method: 'POST', path: credentials, current: {} });
  targets.set('createAgent', { method: 'POST', path: '/api/v1/agents', current: {} });
  targets.set('updateAccount', {
    method: 'PUT',
    path: `/api/v1/websites/${account.websiteID}`,
    current: { ...known(account), websiteID: account.websiteID },
  });
  targets.set('updateAgent', {
    method: 'PUT',
    path: `/api/v1/agents/${agent.id}`,
    current: { ...known(agent), id: agent.id },
  });
  existing = account.websiteID;
  hook = await hookOf(existing);
  await seed(service, { listings: [listingLine(existing, { uniqueID: 'LISTED' })] });
  const saved = { name: 'All', query: '', notify: ['new'], websiteID: existing };
  search = (await service.post<{ search: { id: number } }>('/api/v1/searches', saved)).body.search.id;
});

/** An existing account. */
let existing: number;
/** A hook of the account. */
let hook: number;
/** A saved search of the account. */
let search: number;

async function hookOf(websiteID: number): Promise<number> {
  const path = `/api/v1/websites/${websiteID}`;
  await service.put(path, { hooks: [{ url: 'https://crm.example/in', trigger: '' }] });
  const { body } = await service.get<{ data: { hookID: number }[] }>(`${path}/hooks`);
  return body.data[0]?.hookID ?? 0;
}

/**
 * Rules that a schema cannot express. Generated bodies follow them:
 *
 * - read-only fields are omitted or repeat their value (D17);
 * - a referenced account exists, and its type and its main account agree (D12);
 * - the URL of a hook is one that is called (B18);
 * - a key contains no lone surrogate, which is no JSON text;
 * - no body has more than 5,000 values.
 */
function withinTheRules(body: unknown): unknown {
  if (!isTree(body)) return body;
  const { websiteID, type, subsiteDetails } = body;
  if (Number.isInteger(websiteID) && isId(websiteID)) body['websiteID'] = existing;
  if (type === 'sub-account') body['type'] = 'primary-account';
  if (isTree(subsiteDetails) && isId(subsiteDetails['mainWebsiteID'])) subsiteDetails['mainWebsiteID'] = null;
  // Each belongs to one account, and several are created here.
  if (areTexts(body['feedAgentIDs'])) body['feedAgentIDs'] = [];
  const { hooks } = body;
  for (const entry of Array.isArray(hooks) ? hooks.filter(isTree) : []) {
    const { url } = entry;
    if (url === null || urlKind.accepts(url)) entry['url'] = 'https://crm.example/in';
  }
  return body;
}

const isTree = (value: unknown): value is Tree => typeof value === 'object' && value !== null && !Array.isArray(value);
const areTexts = (values: unknown): boolean =>
  Array.isArray(values) &&
  values.every((value) => typeof value === 'string' && value.length <= 200 && !value.includes('\0'));

const isId = (value: unknown): boolean =>
  Number.isInteger(value) && Number(value) >= 1 && Number(value) <= 2_147_483_647;

function operation(id: string): OperationObject {
  const all = Object.values(document.paths).flatMap((item) => Object.values(item) as OperationObject[]);
  const found = all.find(({ operationId }) => operationId === id);
  if (!found) throw new Error(`The document has no operation ${id}`);
  return found;
}

/** Generating takes a while; connections that timed out meanwhile are closed before the next request. */
const idle = () => setTimeout(200);

/** Both valid and invalid cases must occur. */
function expectBoth(taken: number, refused: number): void {
  const fewest = Math.max(1, Math.floor(RUNS / 10));
  expect(taken).toBeGreaterThanOrEqual(fewest);
  expect(refused).toBeGreaterThanOrEqual(fewest);
}

describe('the document accepts a body if and only if the service does', () => {
  const ajv = documentAjv({ allErrors: true });

  it.each(['createAccount', 'updateAccount', 'createAgent', 'updateAgent', 'createCredential'])(
    '%s',
    { timeout: TIMEOUT },
    async (id) => {
      const { content } = operation(id).requestBody as { content: Record<string, { schema: object }> };
      const schema = content['application/json']?.schema ?? {};
      const validate = ajv.compile(schema);
      const { method, path, current } = targets.get(id) ?? { method: '', path: '', current: {} };
      const repeated = fc.subarray(Object.entries(current)).map((pairs) => Object.fromEntries(pairs));
      let [taken, refused] = [0, 0];
      const asked = async (drawnBody: unknown, repeats: Tree) => {
        const within = withinTheRules(structuredClone(drawnBody));
        const body = isTree(within) ? { ...within, ...repeats } : within;
        const isOfSchema = validate(JSON.parse(JSON.stringify(body)));
        const { status, body: answer } = await service.call<unknown>(method, path, { body: JSON.stringify(body) });
        expect(status).toBeLessThan(500);
        if (isOfSchema) taken++;
        else refused++;
        const difference = { body, ofSchema: validate.errors, status, answer };
        if (isOfSchema !== (status !== 400)) throw new Error(JSON.stringify(difference, null, 1));
      };
      const bodies = [Infinity, 60, 15].map((odds) => drawn(schema, odds));
      await idle();
      for (const body of bodies) await fc.assert(fc.asyncProperty(body, repeated, asked), options);
      expectBoth(taken, refused);
    },
  );
});

describe('the document accepts a query if and only if the service does', () => {
  const LISTS: [string, string][] = [
    ['listAccounts', '/api/v1/websites'],
    ['listAgents', '/api/v1/agents'],
    ['listSuburbs', '/api/v1/suburbs'],
    ['listPostcodes', '/api/v1/suburbs/postcodes'],
    ['listRegions', '/api/v1/suburbs/regions'],
    ['listAreaNames', '/api/v1/suburbs/areanames'],
    ['suggestPlaces', '/api/v1/suburbs/suggest'],
    ['listListings', '/api/v1/listings'],
    ['clusterListings', '/api/v1/listings/clusters'],
    ['countListings', '/api/v1/listings/facets'],
    ['readListingStatistics', '/api/v1/listings/statistics'],
    ['listInspections', '/api/v1/inspections'],
    ['listSimilarListings', '/api/v1/listings/LISTING/similar'],
    ['listProperties', '/api/v1/properties'],
    ['listFeeds', '/api/v1/feeds'],
    ['listEnquiries', '/api/v1/enquiries'],
    ['listSearches', '/api/v1/searches'],
    ['listSearchListings', '/api/v1/searches/SEARCH/listings'],
    ['listSearchMatches', '/api/v1/searches/SEARCH/matches'],
    ['listAudit', '/api/v1/audit'],
    ['listHooks', '/api/v1/websites/ACCOUNT/hooks'],
    ['listHookDeliveries', '/api/v1/websites/ACCOUNT/hooks/HOOK/deliveries'],
    ['listChanges', '/api/v1/changes'],
    ['exportAccounts', '/api/v1/export/accounts.ndjson'],
    ['exportAgents', '/api/v1/export/agents.ndjson'],
    ['exportSuburbs', '/api/v1/export/suburbs.ndjson'],
    ['exportListings', '/api/v1/export/listings.ndjson'],
    ['exportReaxml', '/api/v1/export/listings.xml'],
    ['exportProperties', '/api/v1/export/properties.ndjson'],
  ];

  const REQUIRED: Readonly<Record<string, readonly [name: string, value: string]>> = {
    listChanges: ['since', 'now'],
    listSearchMatches: ['since', 'now'],
    countListings: ['facets', 'bedrooms,suburb'],
    clusterListings: ['zoom', '7'],
    exportReaxml: ['websiteID', '1'],
    suggestPlaces: ['q', 'rich'],
  };

  /** The other forms of these lists have the same query, which is compared in the document only (`openapi.e2e-spec.ts`). */
  const FORMS = new Set([
    'listListingCards',
    'listPropertyCards',
    'readInspectionsCalendar',
    'mapAccounts',
    'mapAgents',
    'mapListings',
    'mapProperties',
    'mapSuburbs',
    'streamChanges',
  ]);

  it('for every read with a query', () => {
    const withQuery = Object.values(document.paths).flatMap(({ get }) =>
      (get ? [get] : [])
        .filter(({ parameters = [] }) => parameters.some((one) => 'in' in one && one.in === 'query'))
        .map(({ operationId }) => operationId),
    );
    expect(new Set(withQuery)).toEqual(new Set([...LISTS.map(([id]) => id), ...FORMS]));
  });

  it.each(LISTS)('%s', { timeout: TIMEOUT }, async (id, template) => {
    const documented = new DocumentedQuery(operation(id));
    const path = template
      .replace('ACCOUNT', String(existing))
      .replace('HOOK', String(hook))
      .replace('SEARCH', String(search))
      .replace('LISTING', 'LISTED');
    let [taken, refused] = [0, 0];
    const asked = async (drawnPairs: Pairs) => {
      // The document describes in prose which cursors exist; a required parameter must have a value.
      const [required, value] = REQUIRED[id] ?? [];
      const others = drawnPairs.filter(([name]) => name !== required);
      const pairs: Pairs = required && value ? [[required, value], ...others] : drawnPairs;
      const asText = pairs.map((pair) => pair.map(encodeURIComponent).join('=').replaceAll('%2C', ',')).join('&');
      fc.pre(asText.length < 8000);
      // The document describes in prose that a cursor replaces a page, and which cursors exist.
      const names = new Set(pairs.filter(([, text]) => text.trim() !== '').map(([name]) => name));
      fc.pre(!pairs.some(([name]) => name === 'cursor'));
      // Parameters that require a point are omitted without one.
      const isMeasured = pairs.some(([name, text]) => name === 'sort' && text.trim().toLowerCase() === 'distance');
      fc.pre(names.has('near') || !(names.has('radius') || isMeasured));
      const isDocumented = documented.takes(pairs);
      // The response of an export is not a single JSON value.
      const method = id.startsWith('export') ? 'HEAD' : 'GET';
      const { status, body } = await service.call<unknown>(method, `${path}?${asText}`);
      expect(status).toBeLessThan(500);
      // The document describes in prose which parameters contradict each other.
      const { body: problem } = status === 400 ? await service.get<Refusal>(`${path}?${asText}`) : { body: {} };
      const { errors = [] } = problem as Refusal;
      fc.pre(!errors.length || !errors.every(({ message }) => CONTRADICTION.test(message)));
      if (isDocumented) taken++;
      else refused++;
      if (isDocumented !== (status !== 400))
        throw new Error(JSON.stringify({ pairs, isDocumented, status, body }, null, 1));
    };
    const queries = [Infinity, 3].map((odds) => queriesOf(documented, odds));
    await idle();
    for (const query of queries) await fc.assert(fc.asyncProperty(query, asked), options);
    expectBoth(taken, refused);
  });
});

/** Up to five parameters, each once; with one chance in `odds`, a parameter is invalid or barely valid. */
function queriesOf(documented: DocumentedQuery, odds: number): fc.Arbitrary<Pairs> {
  const names = fc.subarray([...documented.names], { maxLength: Math.min(5, documented.names.length) });
  const known = names.chain((given) =>
    fc.tuple(
      ...given.map((name) =>
        drawn(documented.schemaOf(name), odds).map((value) => [name, written(value).toWellFormed()] as const),
      ),
    ),
  );
  if (odds === Infinity) return known;
  const other = fc.constantFrom('x', 'id ', 'S', '__proto__', 'constructor', 'suburb[]', 'page_');
  const unknown = fc.tuple(known, other).map(([pairs, name]): Pairs => [...pairs, [name, '1']]);
  return fc.oneof({ weight: 9, arbitrary: known }, { weight: 1, arbitrary: unknown });
}
