import { OldSearchesJob } from '@app/searches';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  type AccountAnswer,
  type Answer,
  createAccount,
  createOperatorPair,
  createSubAccount,
  expectProblem,
  type Keys,
  listingLine,
  operator,
  type Problem,
  seed,
  specService,
  storeCredential,
  waitsForLock,
} from '@testing';

interface Search {
  readonly id: number;
  readonly _id: string;
  readonly websiteID: number;
  readonly name: string;
  readonly query: string;
  readonly reference: string;
  readonly notify: string[];
  readonly cursor: string;
  readonly createdAt: string;
  readonly endsAt: string;
}

type Created = Answer<{ readonly search: Search } & Problem>;

const DAY_MS = 86_400_000;
const PATH = '/api/v1/searches';
const BODY = {
  name: 'Flats',
  query: 'suburb=Richmond&minbedrooms=2',
  reference: 'visitor-1',
  notify: ['new', 'price'],
};

const REFERENCE =
  'must be text of at most 200 characters, without control, zero-width and direction characters, and no e-mail address in any spelling';
const NAME = REFERENCE.replace('of at most 200 characters', 'of 1 to 200 characters that is not blank');

/** An outline around Melbourne. */
const ring = (corners: number): string =>
  Array.from({ length: corners }, (_, at) => {
    const angle = (2 * Math.PI * at) / corners;
    return `${(145 + 0.2 * Math.cos(angle)).toFixed(4)},${(-37.8 + 0.2 * Math.sin(angle)).toFixed(4)}`;
  }).join(';');

const service = specService();
let [account, stranger]: AccountAnswer[] = [];
let portal: Keys;

const query = (statement: string) => service.store.dataSource.query<unknown[]>(statement);
const post = (body: object, as: Keys | undefined = account): Promise<Created> => service.post(PATH, body, { as });
const save = async (body: object = {}, as?: Keys): Promise<Search> => {
  const answer = await post({ ...BODY, ...body }, as);
  expect(answer.status).toBe(201);
  return answer.body.search;
};
const idsOf = async (search = '', as: Keys | undefined = account) => {
  const { body } = await service.get<{ data: Search[] }>(PATH + search, { as });
  return body.data.map(({ id }) => id);
};

beforeAll(async () => {
  [account, stranger] = [await createAccount(service), await createAccount(service)];
  portal = await createOperatorPair(service, 'read', 'Portal');
});

beforeEach(() => query('DELETE FROM searches'));

describe('a saved search', () => {
  it('is created, read, updated and deleted, with an audit entry each', async () => {
    const search = await save();
    const path = `${PATH}/${search.id}`;
    expect(search).toMatchObject({ ...BODY, websiteID: account?.websiteID });
    const read = await service.get<Search>(path, { as: account });
    expect(read.body).toEqual(search);
    const renamed = await service.put<Search>(path, { name: 'Houses' }, { as: account });
    expect(renamed.body).toMatchObject({ name: 'Houses', query: BODY.query, cursor: search.cursor });
    const stale = { as: account, headers: { 'if-match': read.headers.get('etag') ?? '' } };
    expectProblem(await service.put<Problem>(path, { name: 'x' }, stale), 412, 'PRECONDITION_FAILED');
    expectProblem(await service.delete<Problem>(path, stale), 412, 'PRECONDITION_FAILED');
    // The log ends before the oldest open transaction, including those of other databases.
    const end = async () => (await service.get<Search>('/api/v1/changes?since=now', { as: account })).body.cursor;
    await service.put(`/api/v1/websites/${account?.websiteID}`, { about: 'Changed' });
    await expect.poll(end).not.toBe(search.cursor);
    const other = await service.put<Search>(
      `${PATH}/${search._id}`,
      { query: 'state=VIC', reference: null },
      { as: account },
    );
    expect(other.body).toMatchObject({ query: 'state=VIC', reference: '' });
    expect(other.body.cursor).not.toBe(search.cursor);
    const removed = await service.delete<{ message: string }>(path, { as: account });
    expect(removed.body).toMatchObject({ message: 'Search deleted', search: { name: 'Houses' } });
    expectProblem(await service.get<Problem>(path, { as: account }), 404, 'NOT_FOUND');
    expect(await query(`SELECT action, paths FROM audit_log WHERE resource = 'search' ORDER BY id`)).toEqual([
      { action: 'create', paths: [] },
      { action: 'update', paths: ['name'] },
      { action: 'update', paths: ['query', 'reference'] },
      { action: 'delete', paths: [] },
    ]);
  });

  it.each([
    ['query', { query: 'minbedroms=2' }, 'minbedroms is not a parameter of this endpoint; did you mean minbedrooms?'],
    ['query', { query: 'isInspections=true' }, 'isInspections depends on the time of day'],
    ['query', { query: 'page=2' }, 'page applies to a single response, not to a saved search'],
    ['query', { query: '?view=card&cursor=' }, 'cursor applies to a single response, not to a saved search'],
    ['query', { query: 'page=2&minPrice=cheap' }, 'page applies to a single response, not to a saved search'],
    ['query', { query: 'minPrice=cheap&isInspections=true' }, 'isInspections depends on the time of day'],
    ['query', { query: 'minPrice=cheap&status=withdrawn' }, 'status must be one of current, sold, leased'],
    [
      'query',
      { query: 'page=2&minPrice=cheap' },
      'minPrice must be a non-negative decimal number of at most 999999999999999',
    ],
    ['query', { query: 'status=withdrawn' }, 'status must be one of current, sold, leased'],
    ['query', { query: 'minPrice=cheap' }, 'minPrice must be a non-negative decimal number of at most 999999999999999'],
    ['reference', { reference: 'ann@visitor.example' }, REFERENCE],
    ['reference', { reference: 'ann\uFF20visitor.example' }, REFERENCE],
    ['reference', { reference: 'ann at visitor dot example' }, REFERENCE],
    ['reference', { reference: 'ann (AT) visitor.example' }, REFERENCE],
    ['reference', { reference: 'ann%40visitor.example' }, REFERENCE],
    ['reference', { reference: 'two\nlines' }, REFERENCE],
    ['reference', { reference: 'r'.repeat(201) }, REFERENCE],
    ['name', { name: 'of bob@x.example' }, NAME],
    ['name', { name: 'Flats\u200B' }, NAME],
    ['name', { name: 'Flats \u202Eterces' }, NAME],
    ['name', { name: ' ' }, NAME],
    ['query', { query: `s=${'x'.repeat(2_000)}` }, 'must be text of at most 2000 characters, without NUL'],
    ['query', { query: `polygon=${ring(51)}` }, 'polygon must have at most 50 corners in a saved search'],
    ['notify', { notify: [] }, expect.stringContaining('at least one, and no duplicates') as string],
    ['notify', { notify: ['new', 'new'] }, expect.stringContaining('at least one, and no duplicates') as string],
    ['notify', { notify: ['gone'] }, expect.stringContaining('each one of new, price, status') as string],
  ])('is refused with the %s %j', async (field, body, message) => {
    const { body: problem, ...answer } = await post({ ...BODY, ...body });
    expectProblem({ ...answer, body: problem }, 400, 'INVALID_BODY');
    expect(problem.errors).toContainEqual({ field, message });
    expect(await idsOf()).toEqual([]);
  });

  it('can be sent back as it was read, changed or not (D17)', async () => {
    const search = await save();
    const path = `${PATH}/${search.id}`;
    const renamed = await service.put<Search>(path, { ...search, name: 'Houses' }, { as: account });
    expect(renamed).toMatchObject({
      status: 200,
      body: {
        ...search,
        name: 'Houses',
        updatedAt: expect.any(String) as string,
        endsAt: expect.any(String) as string,
      },
    });
    const forged = { ...renamed.body, websiteID: stranger?.websiteID, cursor: 'x', query: 'minPrice=cheap' };
    const { body, ...answer } = await service.put<Problem>(path, forged, { as: account });
    expectProblem({ ...answer, body }, 400, 'INVALID_BODY');
    expect(body.errors?.map(({ field }) => field)).toEqual(['websiteID', 'cursor', 'query']);
  });

  it.each(['', null])(
    "belongs to the caller's account if websiteID is %j; the operator has none",
    async (websiteID) => {
      const own = await save({ websiteID });
      expect(await idsOf()).toEqual([own.id]);
      const { body: problem, ...answer } = await post({ ...BODY, websiteID }, operator);
      expectProblem({ ...answer, body: problem }, 400, 'INVALID_BODY');
      expect(problem.errors).toEqual([{ field: 'websiteID', message: 'is required' }]);
    },
  );

  it('belongs to its account and the operator; other scopes have no access', async () => {
    const own = await save();
    const other = await save({ reference: 'visitor-2', websiteID: stranger?.websiteID }, operator);
    expect([await idsOf(), await idsOf('', stranger), await idsOf('', portal)]).toEqual([
      [own.id],
      [other.id],
      [other.id, own.id],
    ]);
    expect(await idsOf('?reference=visitor-2', operator)).toEqual([other.id]);
    expect(await idsOf(`?websiteID=${account?.websiteID}&sort=id&cursor=`, operator)).toEqual([own.id]);
    expectProblem(await post({ ...BODY, websiteID: stranger?.websiteID }), 403, 'FORBIDDEN');
    expectProblem(await post(BODY, operator), 400, 'INVALID_BODY');
    expectProblem(await post({ ...BODY, websiteID: 999_999 }, operator), 400, 'INVALID_BODY');
    const paths = ['', '/listings', '/matches?since=now'].map((path) => `${PATH}/${own.id}${path}`);
    for (const path of paths) {
      expectProblem(await service.get<Problem>(path, { as: stranger }), 404, 'NOT_FOUND');
      for (const scope of ['read', 'public'] as const) {
        const as = await storeCredential(service, account!, scope); // the search was created
        expectProblem(await service.get<Problem>(path, { as }), 403, 'FORBIDDEN');
        await query(`DELETE FROM credentials WHERE scope = '${scope}' AND website_id IS NOT NULL`);
      }
    }
    expectProblem(await service.put<Problem>(paths[0]!, {}, { as: stranger }), 404, 'NOT_FOUND');
    expectProblem(await service.delete<Problem>(paths[0]!, { as: portal }), 403, 'FORBIDDEN');
  });

  it('returns the listings that visitors of the website see, in pages', async () => {
    const [websiteID, otherID] = [account!.websiteID, stranger!.websiteID]; // the searches were created
    const address = { street: 'Quay', suburb: 'Hidden', state: 'VIC', postcode: '3000' };
    await seed(service, {
      listings: [
        listingLine(websiteID, { id: 1, price: { value: 1 } }),
        listingLine(otherID, { id: 2, price: { value: 2 } }),
        listingLine(otherID, { id: 3, price: { value: 2, display: false } }),
        listingLine(websiteID, { id: 4, status: 'withdrawn' }),
        listingLine(websiteID, { id: 5, status: 'sold' }),
        listingLine(otherID, { id: 6, status: 'sold' }),
        listingLine(otherID, { id: 7, status: 'offmarket' }),
        listingLine(websiteID, { id: 8, address: { ...address, display: false } }),
      ],
    });
    const found = async (text: string, page = '') => {
      const { id } = await save({ query: text });
      const { body } = await service.get<{ data: { id: number }[] }>(`${PATH}/${id}/listings${page}`, { as: account });
      return body.data.map((one) => one.id);
    };
    expect(await found('sort=id')).toEqual([1, 2, 3, 8]);
    expect(await found('sort=id', '?limit=1&page=2')).toEqual([2]);
    expect(await found('minPrice=1&sort=id')).toEqual([1, 2]);
    expect(await found('status=sold')).toEqual([5]);
    expect(await found('street=Quay')).toEqual([]);
  });

  it('is limited to 10,000 per account with its sub-accounts, 500 of them broad, and is deleted with the account', async () => {
    const [main, other] = [await createAccount(service), await createAccount(service)];
    const sub = await createSubAccount(service, main);
    const { websiteID } = main;
    const fill = (count: number, isBroad: boolean) =>
      query(`INSERT INTO searches (uid, website_id, name, query, reference, notify, cursor, group_key, keys, keys_version,
          is_widened, is_broad)
        SELECT gen_random_uuid(), ${websiteID}, 'x', '', '', '{}', '', '', '{}', 1, false, ${isBroad}
        FROM generate_series(1, ${count})`);
    await fill(499, true);
    const broad = await save({ query: 'state=VIC&minPrice=1' }, sub);
    for (const text of ['', 'maxPrice=9', 'bbox=110,-45,155,-10', 's=pool', 'status=sold']) {
      const { body, ...answer } = await post({ ...BODY, query: text }, sub);
      expectProblem({ ...answer, body }, 409, 'TOO_MANY_SEARCHES');
      expect(body.detail).toContain('500 saved searches without a place');
    }
    const narrow = ['suburb=Richmond', 'postcode=3121', 'agent=popov', `websiteID=${websiteID}`, 'ids=1', 'uniqueID=a'];
    for (const text of [...narrow, `polygon=${ring(50)}`, 'near=-37.8,145', 'suburb=Richmond&surroundingsuburb=true'])
      await save({ query: text }, sub);
    expect((await post({ ...BODY, query: '' }, other)).status).toBe(201);
    // The search itself does not count, and a narrow search is not made broad.
    expect((await service.put(`${PATH}/${broad.id}`, { query: 'state=NSW' }, { as: sub })).status).toBe(200);
    const [some] = await idsOf('', sub);
    const widened = await service.put<Problem>(`${PATH}/${some}`, { query: '' }, { as: sub });
    expectProblem(widened, 409, 'TOO_MANY_SEARCHES');
    await fill(10_000 - 500 - narrow.length - 3, false);
    const { body, ...full } = await post(BODY, sub);
    expectProblem({ ...full, body }, 409, 'TOO_MANY_SEARCHES');
    expect(body.detail).toContain('10000 saved searches');
    await service.delete(`/api/v1/websites/${sub.websiteID}`);
    await service.delete(`/api/v1/websites/${websiteID}`);
    expect(await query(`SELECT id FROM searches WHERE website_id <> ${other.websiteID}`)).toEqual([]);
  });

  it('expires after 400 days without an update or a read of its matches', async () => {
    const [kept, ended] = [await save(), await save()];
    expect(Date.parse(kept.endsAt) - Date.parse(kept.createdAt)).toBe(400 * DAY_MS);
    await query(`UPDATE searches SET used_at = now() - interval '401 days'`);
    await service.get(`${PATH}/${kept.id}/matches?since=now`, { as: account });
    await service.app.get(OldSearchesJob, { strict: false }).run();
    expect(await idsOf()).toEqual([kept.id]);
    expect(ended.id).not.toBe(kept.id);
  });

  it('leaves no pending message and no stored response when it is deleted', async () => {
    const { websiteID } = account!; // the search was created
    const hooks = [{ url: 'https://crm.example/in', trigger: 'search-matched' }];
    await service.put(`/api/v1/websites/${websiteID}`, { hooks });
    const idempotent = { as: account, headers: { 'idempotency-key': 'a-search' } };
    const { body } = await service.post<{ search: Search }>(PATH, { ...BODY, reference: 'visitor-gone' }, idempotent);
    const other = await save();
    const pending = (name: string, ids: number[]) =>
      query(`INSERT INTO hook_messages (hook_id, message_id, type, body, at, next_at)
        SELECT id, '${name}', 'search-matched', jsonb_build_object('data', jsonb_build_object('matches', (
          SELECT jsonb_agg(jsonb_build_object('searchID', id, 'reference', reference)) FROM searches
          WHERE id IN (${ids.join()}))))::text, now(), now() FROM hook_endpoints`);
    await pending('alone', [body.search.id]);
    await pending('both', [body.search.id, other.id]);
    await service.delete(`${PATH}/${body.search.id}`, { as: account });
    expect(await query('SELECT message_id, body FROM hook_messages')).toEqual([
      { message_id: 'both', body: expect.not.stringContaining('visitor-gone') as string },
    ]);
    expect(await query('SELECT key FROM idempotent_answers')).toEqual([]);
    await service.put(`/api/v1/websites/${websiteID}`, { hooks: [] });
    await query('DELETE FROM hook_messages');
  });

  it('is not created while its account is deleted, because the credential has expired', async () => {
    const gone = await createAccount(service);
    const runner = service.store.dataSource.createQueryRunner();
    await runner.startTransaction();
    await runner.query('DELETE FROM accounts WHERE id = $1', [gone.websiteID]);
    const answer = post(BODY, gone);
    await waitsForLock(service.store.dataSource, answer);
    await runner.commitTransaction();
    await runner.release();
    expectProblem(await answer, 401, 'UNAUTHENTICATED');
  });
});
