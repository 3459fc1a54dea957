import { problems } from '@app/http';
import { type CollectedRequest, collectionItem, hasSchema, hasStatus, stores } from './collection-item.js';

type Code = keyof typeof problems;

/** Errors that a collection cannot provoke, because it sends one complete request after another to a service that works. */
export const NOT_COLLECTED: Readonly<Partial<Record<Code, string>>> = {
  requestTimeout: 'a body that does not arrive',
  tooManySearches: '10,000 searches',
  idempotencyKeyInUse: 'requests at the same time',
  exportUnderWay: 'requests at the same time',
  replayUnderWay: 'a hook whose receiver exists',
  tooManyStreams: 'requests at the same time',
  tooManyFeeds: 'requests at the same time',
  internal: 'a bug',
  unavailable: 'a database that is away',
};

const JSON_TYPE = 'application/json';
const bodyOf = (value: object, type = JSON_TYPE) => ({ type, text: JSON.stringify(value) });
/** A text of this length, as the variable `long`. */
const long = (length: number): string => `pm.variables.set('long', 'x'.repeat(${length}));`;

/** The keys of the account that the errors belong to, of one that is disabled, and public ones. */
const OWN = ['errorAccessKey', 'errorSecretKey'] as const;
const DISABLED = ['disabledAccessKey', 'disabledSecretKey'] as const;
const PUBLIC = ['publicAccessKey', 'publicSecretKey'] as const;
const ACCOUNT = '/api/v1/websites/{{errorAccount}}';
const CREDENTIALS = `${ACCOUNT}/credentials`;
const ENQUIRY = { name: 'Ann', phone: '1', message: 'Is it quiet?', consent: true };

export const ERROR_VARIABLES = ['errorAccount', 'disabledAccount', 'fullCredential', ...OWN, ...DISABLED, ...PUBLIC];

/** A request that prepares the next ones, or removes their data. */
const step = (
  name: string,
  request: Omit<CollectedRequest, 'name' | 'tests'>,
  status: number,
  stored: readonly string[] = [],
): CollectedRequest => ({ name, ...request, tests: [hasStatus(status), ...stored] });

/** A request with an error as its response. */
function error(code: Code, request: Omit<CollectedRequest, 'name' | 'tests'>): CollectedRequest {
  const { title, status, code: text } = problems[code];
  return {
    name: `${text}: ${title}`,
    ...request,
    tests: [
      hasStatus(status),
      `pm.test('${text}', () => pm.expect(pm.response.json().code).to.equal('${text}'));`,
      hasSchema({ $ref: '#/components/schemas/Problem' }),
    ],
  };
}

const account = (name: string, more: object, variables: readonly [string, string, string]): CollectedRequest =>
  step(
    `Create ${name}`,
    { method: 'POST', path: '/api/v1/accounts', body: bodyOf({ name, link: 'https://errors.example', ...more }) },
    201,
    ['websiteID', 'accessKey', 'secretKey'].map((member, at) => stores(variables[at] ?? '', `account.${member}`)),
  );

/** Sends a request several times before the request itself. */
const repeated = (times: number, request: string): string[] => [
  `const first = ${request};`,
  `const send = (left) => left > 0 && pm.sendRequest(first, () => send(left - 1));`,
  `send(${times});`,
];
const keysOf = ([access, secret]: readonly string[]): string =>
  `'x-access-key': pm.collectionVariables.get('${access}'), 'x-secret-key': ${secret}`;

const create = { method: 'POST', path: '/api/v1/accounts' } as const;

const REQUESTS: readonly CollectedRequest[] = [
  account('Errors', {}, ['errorAccount', ...OWN]),
  account('Disabled', { status: false }, ['disabledAccount', ...DISABLED]),
  step('Create public keys', { method: 'POST', path: CREDENTIALS, body: bodyOf({ scope: 'public' }) }, 201, [
    stores('publicAccessKey', 'credential.accessKey'),
    stores('publicSecretKey', 'credential.secretKey'),
  ]),
  error('invalidParameters', {
    method: 'GET',
    path: '/api/v1/listings',
    query: [{ key: 'minbedrooms', value: 'many' }],
  }),
  error('invalidCursor', { method: 'GET', path: '/api/v1/changes', query: [{ key: 'since', value: 'nonsense' }] }),
  error('invalidBody', { ...create, body: bodyOf({ name: 7 }) }),
  error('invalidIdempotencyKey', { ...create, headers: { 'Idempotency-Key': 'a,b' }, body: bodyOf({}) }),
  error('unexpectedBody', { method: 'POST', path: '/api/v1/websites/1/hooks/1/ping', body: bodyOf({ to: 1 }) }),
  error('malformedRequest', { ...create, body: { type: JSON_TYPE, text: '{"name":' } }),
  error('unauthenticated', { method: 'GET', path: '/api/v1/listings', keys: null }),
  error('accountDisabled', { method: 'GET', path: '/api/v1/listings', keys: DISABLED }),
  error('forbidden', { method: 'PUT', path: '/api/v1/websites/3', keys: OWN, body: bodyOf({ about: 'Not mine' }) }),
  error('notFound', { method: 'GET', path: '/api/v1/listings/999999' }),
  error('routeNotFound', { method: 'GET', path: '/api/v1/houses' }),
  error('methodNotAllowed', { method: 'DELETE', path: '/api/v1/listings' }),
  error('duplicateAccessKey', {
    ...create,
    body: bodyOf({ name: 'Twin', link: 'https://twin.example', accessKey: '{{errorAccessKey}}' }),
  }),
  step(
    'Create read keys once',
    {
      method: 'POST',
      path: CREDENTIALS,
      headers: { 'Idempotency-Key': 'errors-{{errorAccount}}' },
      body: bodyOf({ scope: 'read' }),
    },
    201,
  ),
  error('idempotencyKeyReused', {
    method: 'POST',
    path: CREDENTIALS,
    headers: { 'Idempotency-Key': 'errors-{{errorAccount}}' },
    body: bodyOf({ scope: 'full' }),
  }),
  step('Create more read keys', { method: 'POST', path: CREDENTIALS, body: bodyOf({ scope: 'read' }) }, 201),
  error('tooManyCredentials', { method: 'POST', path: CREDENTIALS, body: bodyOf({ scope: 'read' }) }),
  step('List the keys', { method: 'GET', path: CREDENTIALS }, 200, [
    `pm.collectionVariables.set('fullCredential', pm.response.json().data.find(({ scope }) => scope === 'full').id);`,
  ]),
  error('lastCredential', { method: 'DELETE', path: `${CREDENTIALS}/{{fullCredential}}` }),
  error('duplicateSlug', { method: 'PUT', path: '/api/v1/agents/1', body: bodyOf({ slug: 'theo-calloway' }) }),
  error('subAccountsExist', { method: 'DELETE', path: '/api/v1/websites/1' }),
  error('cursorExpired', {
    method: 'GET',
    path: '/api/v1/changes',
    query: [{ key: 'since', value: 'WzEsIjAxMjM0NTY3ODlhYiIsN10' }],
  }),
  error('preconditionFailed', {
    method: 'PUT',
    path: ACCOUNT,
    headers: { 'If-Match': '"0-former"' },
    body: bodyOf({ about: 'Too late' }),
  }),
  error('bodyTooLarge', { ...create, before: [long(1_100_000)], body: { type: JSON_TYPE, text: '{{long}}' } }),
  error('unsupportedMediaType', { ...create, body: bodyOf({}, 'text/plain') }),
  error('headersTooLarge', {
    method: 'GET',
    path: '/livez',
    keys: null,
    before: [long(20_000)],
    headers: { 'x-padding': '{{long}}' },
  }),
  error('tooManyEnquiries', {
    method: 'POST',
    path: `${ACCOUNT}/enquiries`,
    keys: PUBLIC,
    before: repeated(
      10,
      `{ url: pm.variables.replaceIn('{{baseUrl}}${ACCOUNT}/enquiries'), method: 'POST', header: { ${keysOf([PUBLIC[0], `pm.collectionVariables.get('${PUBLIC[1]}')`])}, 'content-type': '${JSON_TYPE}' }, body: ${JSON.stringify(JSON.stringify(ENQUIRY))} }`,
    ),
    body: bodyOf(ENQUIRY),
  }),
  error('tooManyRequests', {
    method: 'GET',
    path: '/api/v1/auth/me',
    keys: null,
    before: repeated(
      20,
      `{ url: pm.variables.replaceIn('{{baseUrl}}/api/v1/auth/me'), method: 'GET', header: { ${keysOf([OWN[0], "'guess'"])} } }`,
    ),
    headers: { 'x-access-key': `{{${OWN[0]}}}`, 'x-secret-key': 'guess' },
  }),
  step('Delete the account', { method: 'DELETE', path: ACCOUNT }, 200),
  step('Delete the disabled account', { method: 'DELETE', path: '/api/v1/websites/{{disabledAccount}}' }, 200),
];

/** The codes that the requests provoke. */
export const COLLECTED = REQUESTS.flatMap(({ name }) => /^([A-Z_]+): /.exec(name)?.[1] ?? []);

/** Requests that provoke errors, and the requests that prepare them. */
export const errorItems = (): object[] => REQUESTS.map(collectionItem);
