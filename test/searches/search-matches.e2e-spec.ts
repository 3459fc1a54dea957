import type { Settings } from '@app/config';
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { SearchHooksRepository } from '../../libs/hooks/src/matches/search-hooks.repository.js';
import { HookClock } from '../../libs/hooks/src/delivery/hook-clock.js';
import { specReceiver } from '../support/hook-receiver.js';
import { pollRounds, stopWorkers, wholeRounds } from '../hooks/worker-rounds.js';
import {
  type AccountAnswer,
  createAccount,
  expectProblem,
  Follower,
  listingLine,
  type ListingLine,
  type Problem,
  seed,
  specService,
} from '@testing';

interface MatchPage {
  readonly data: readonly {
    readonly id: string;
    readonly reason: string;
    readonly listingID: number;
    readonly status: string;
    readonly was: number | null;
    readonly relisted: boolean;
    readonly listing: { readonly id: number } | null;
  }[];
  readonly cursor: string;
  readonly hasNext: boolean;
}

interface Message {
  readonly type: string;
  readonly data: {
    readonly matches: readonly {
      readonly searchID: number;
      readonly reference: string;
      readonly reason: string;
      readonly listingIDs: number[];
      readonly was?: number;
      readonly relisted?: boolean;
    }[];
  };
}

const receiver = specReceiver();
const settings = (): Partial<Settings> => ({
  hooks: 'on',
  hooksAllow: [receiver.origin],
  publicUrl: 'https://directory.example',
});
const service = specService(settings);
const expectPoll = pollRounds(service);
let account: AccountAnswer;
let stranger: AccountAnswer;
let clock: HookClock;
let nextId = 1;

const query = <Row = unknown>(statement: string, values: unknown[] = []) =>
  service.store.dataSource.query<Row[]>(statement, values);

beforeAll(() => {
  clock = service.app.get(HookClock);
  stopWorkers(service);
  clock.promptMs = 20;
});

beforeEach(async () => {
  [account, stranger] = [await createAccount(service), await createAccount(service)];
  const hooks = [{ url: `${receiver.origin}/matches`, trigger: 'search-matched' }];
  await service.put(`/api/v1/websites/${account.websiteID}`, { hooks });
});

afterEach(async () => {
  await query('DELETE FROM accounts');
  await wholeRounds(service);
  receiver.received.length = 0;
});

async function save(text: string, notify = ['new', 'price', 'status']) {
  const body = { name: 'x', query: text, reference: 'visitor-1', notify };
  const answer = await service.post<{ search: { id: number; cursor: string } }>('/api/v1/searches', body, {
    as: account,
  });
  expect(answer.status).toBe(201);
  return answer.body.search;
}

async function list(fields: Partial<ListingLine> = {}, { websiteID } = account) {
  const id = nextId++;
  const line = { ...listingLine(websiteID, { id, price: { value: 500_000 }, ...fields }), id };
  await seed(service, { listings: [line] });
  return line;
}

const change = (line: ListingLine, fields: Partial<ListingLine>) =>
  seed(service, { listings: [{ ...line, ...fields, modtime: new Date().toISOString() }] });

/** All matches after a cursor, as `reason id`, page by page. */
async function matches({ id, cursor }: { id: number; cursor: string }, limit = 100): Promise<string[]> {
  const found: string[] = [];
  for (let [since, hasNext] = [cursor, true]; hasNext;) {
    const path = `/api/v1/searches/${id}/matches?since=${since}&limit=${limit}`;
    const { body } = await service.get<MatchPage>(path, { as: account });
    found.push(...body.data.map(({ reason, listingID }) => `${reason} ${listingID}`));
    ({ cursor: since, hasNext } = body);
  }
  return found;
}

const messages = () => receiver.received.map(({ body }) => JSON.parse(body) as Message);
const ofSearches = () => messages().filter(({ type }) => type === 'search-matched');
/** The matches sent to the hook, as `search reason id`. */
const told = () =>
  ofSearches().flatMap(({ data }) =>
    data.matches.flatMap(({ searchID, reason, listingIDs }) => listingIDs.map((id) => `${searchID} ${reason} ${id}`)),
  );

describe('a match is', () => {
  it('new if it was created, relaunched or moved into the price range; otherwise a price or a status of a former match', async () => {
    const search = await save('suburb=Richmond&maxPrice=600000');
    const dear = await list({ price: { value: 700_000 } });
    const cheap = await list();
    await list({ address: { ...cheap.address, suburb: 'Carlton', postcode: '3053' } });
    await change(dear, { price: { value: 600_000 } });
    await change(cheap, { price: { value: 550_000 }, underOffer: true });
    await change(cheap, { price: { value: 550_000 }, underOffer: true, headline: 'Sunny' });
    // A message names a listing once, so that several reasons before it is sent would be one match.
    await expectPoll(() => told().length).toBe(4);
    await change(cheap, { status: 'withdrawn' });
    await change(cheap, { price: { value: 550_000 } });
    const expected = [
      `new ${cheap.id}`,
      `new ${dear.id}`,
      `status ${cheap.id}`,
      `price ${cheap.id}`,
      `status ${cheap.id}`,
      `new ${cheap.id}`,
    ];
    await expectPoll(() => matches(search)).toEqual(expected);
    expect(await matches(search, 1)).toEqual(expected);
    await expectPoll(() => told().length).toBe(expected.length);
    expect(told().toSorted()).toEqual(expected.map((one) => `${search.id} ${one}`).toSorted());
    const [first] = messages();
    expect(first).toMatchObject({ type: 'search-matched', data: { websiteID: account.websiteID } });
    // A busy machine sends several matches in one message.
    const ofSearch = { searchID: search.id, reference: 'visitor-1', reason: 'new' };
    expect(first?.data.matches[0]).toMatchObject(ofSearch);
    expect(first?.data.matches.flatMap(({ listingIDs }) => listingIDs)).toContain(cheap.id);
    const items = messages().flatMap(({ data }) => data.matches);
    expect(items.find(({ reason }) => reason === 'price')).toMatchObject({ was: 500_000 });
    // The listing matched before: it was withdrawn, and is back.
    const relisted = items.flatMap((item) =>
      item.reason === 'new' ? item.listingIDs.map(() => item.relisted ?? false) : [],
    );
    expect(relisted).toEqual([false, false, true]);
  });

  it('sent for the reasons that the search asks for', async () => {
    const [news, prices] = [await save('', ['new']), await save('', ['price'])];
    const line = await list();
    await change(line, { price: { value: 1 }, underOffer: true });
    await expectPoll(async () => [await matches(news), await matches(prices)]).toEqual([
      [`new ${line.id}`],
      [`price ${line.id}`],
    ]);
    await expectPoll(told).toHaveLength(2);
    expect(told()).toEqual(expect.arrayContaining([`${news.id} new ${line.id}`, `${prices.id} price ${line.id}`]));
  });

  it('a status: sold, leased, withdrawn or back on the market, as far as the website may show it', async () => {
    const search = await save('suburb=Richmond&maxPrice=600000', ['status']);
    const [own, theirs] = [await list(), await list({}, stranger)];
    for (const status of ['sold', 'withdrawn', 'current']) {
      await change(own, { status });
      await change(theirs, { status });
    }
    const expected = [`status ${own.id}`, `status ${own.id}`, `status ${theirs.id}`];
    // Sold and on the market again; homes of others are not shown in between.
    await expectPoll(() => told().map((one) => one.replace(/^\d+ /, ''))).toHaveLength(3);
    expect(
      told()
        .map((one) => one.replace(/^\d+ /, ''))
        .toSorted(),
    ).toEqual(expected.toSorted());
    const path = `/api/v1/searches/${search.id}/matches?since=${search.cursor}`;
    const { body } = await service.get<MatchPage>(path, { as: account });
    expect(body.data.map(({ listingID, status }) => `${listingID} ${status}`)).toEqual([
      `${own.id} sold`,
      `${own.id} current`,
      `${theirs.id} current`,
    ]);
  });

  it('sent in a message with others, up to the room of an endpoint; the rest is announced once, as more', async () => {
    await query("UPDATE hook_states SET rests_until = now() + interval '1 hour'");
    const { websiteID } = account;
    await query(
      `INSERT INTO searches (uid, website_id, name, query, reference, notify, cursor, group_key, keys, keys_version,
        is_widened, is_broad)
      SELECT gen_random_uuid(), $1, 'x', 'ids=' || $2::int, 'visitor-' || n, '{new}', '', 'many', ARRAY['id ' || $2::int], 1, false, false
      FROM generate_series(1, 3000) n`,
      [websiteID, nextId],
    );
    const stored = () =>
      query<{ body: string }>(
        'SELECT body FROM hook_messages JOIN hook_endpoints e ON e.id = hook_id WHERE type = $1',
        ['search-matched'],
      );
    const { id } = await list();
    const read = async () => (await stored()).map(({ body }) => ({ body, ...(JSON.parse(body) as Message) }));
    await expectPoll(async () => (await read()).flatMap(({ data }) => data.matches).length).toBe(3_000);
    const parts = await read();
    const matched = parts.flatMap(({ data }) => data.matches);
    expect(matched.every(({ listingIDs }) => listingIDs[0] === id)).toBe(true);
    for (const { body, data } of parts) {
      expect(Buffer.byteLength(body)).toBeLessThan(20_000);
      expect(data.matches.length).toBeLessThanOrEqual(500);
    }
    const count = async () => (await stored()).length;
    for (let before = await count(), at = 1; at < 12; before = await count(), at += 1) {
      await query('DELETE FROM listings');
      await seed(service, { listings: [listingLine(websiteID, { id, uniqueID: `again ${at}` })] });
      // Readers of the log wait for open transactions, including those of other databases.
      if (before < 101) await expectPoll(count).toBeGreaterThan(before);
      await wholeRounds(service);
    }
    await expectPoll(count).toBe(101);
    const all = (await stored()).map(({ body }) => JSON.parse(body) as Message & { data: { more?: boolean } });
    expect(all.length).toBe(101);
    expect(all.filter(({ data }) => data.more)).toHaveLength(1);
  });

  it('not sent for a search that is deleted while its message is being made', async () => {
    const [kept, deleted] = [await save('suburb=Richmond'), await save('suburb=Richmond')];
    const store = service.app.get(SearchHooksRepository);
    const tell = store.tell.bind(store);
    const telling = vi.spyOn(store, 'tell').mockImplementationOnce(async (...given) => {
      const { status } = await service.delete(`/api/v1/searches/${deleted.id}`, { as: account });
      expect(status).toBe(200);
      return await tell(...given);
    });
    const { id } = await list();
    await expectPoll(told).toEqual([`${kept.id} new ${id}`]);
    telling.mockRestore();
  });

  it('sent separately to an owner with many searches: each once, and in order, until the owner has caught up', async () => {
    const hooks = [{ url: `${receiver.origin}/stranger`, trigger: 'search-matched' }];
    await service.put(`/api/v1/websites/${stranger.websiteID}`, { hooks });
    const one = await service.post<{ search: { id: number } }>(
      '/api/v1/searches',
      { name: 'x', query: 'suburb=Richmond', notify: ['new'] },
      { as: stranger },
    );
    const fill = (count: number) =>
      query(
        `INSERT INTO searches (uid, website_id, name, query, reference, notify, cursor, group_key, keys, keys_version,
          is_widened, is_broad)
        SELECT gen_random_uuid(), $1, 'x', 'suburb=Richmond', n::text, '{new}', '', ' many', '{anywhere}', 1, false, false
        FROM generate_series(1, $2::int) n`,
        [account.websiteID, count],
      );
    await fill(1_501);
    const apart = () => query('SELECT owner FROM search_progress WHERE owner > 0');
    const setApart = vi.spyOn(service.app.get(SearchHooksRepository), 'setApart');
    const [first, second] = [await list({}, stranger), await list({}, stranger)];
    const expected = [first, second].map(({ id }) => id);
    const of = (searchID: number) =>
      ofSearches().flatMap(({ data }) =>
        data.matches.flatMap((match) => (match.searchID === searchID ? match.listingIDs : [])),
      );
    await expectPoll(() => of(one.body.search.id)).toEqual(expected);
    const [last] = await query<{ id: number }>('SELECT max(id) AS id FROM searches');
    // One message a second, so that later ones arrive first here.
    await query('UPDATE hook_messages SET next_at = now()');
    await expectPoll(() => new Set(of(last?.id ?? 0))).toEqual(new Set(expected));
    expect(setApart.mock.calls.map(([, owners]) => owners)).toContainEqual([account.websiteID]);
    setApart.mockRestore();
    await expectPoll(apart).toEqual([]);
    await query('DELETE FROM searches WHERE website_id = $1 AND id <> $2', [account.websiteID, last?.id]);
    const third = await list({}, stranger);
    await expectPoll(() => of(last?.id ?? 0).filter((id) => id === third.id)).toHaveLength(1);
    expect(await apart()).toEqual([]);
  });

  it('limited to what visitors of the website see: no hidden price, suburb or listing, and past ones of the website only', async () => {
    const searches = [await save('suburb=Richmond'), await save('maxPrice=600000'), await save('status=sold')] as const;
    const shown = await list({}, stranger);
    const hidesPrice = await list({ price: { value: 500_000, display: false } }, stranger);
    await change(hidesPrice, { price: { value: 400_000, display: false } });
    const hidesSuburb = await list({ price: { value: 900_000 }, details: { suburbDisplay: false } }, stranger);
    for (const status of ['withdrawn', 'offmarket', 'sold']) await list({ status }, stranger);
    const sold = await list({ status: 'sold', price: { value: 700_000 } });
    const disabled = await createAccount(service);
    await service.put(`/api/v1/websites/${disabled.websiteID}`, { status: false });
    await list({}, disabled);
    await expectPoll(() => Promise.all(searches.map((search) => matches(search)))).toEqual([
      [`new ${shown.id}`, `new ${hidesPrice.id}`],
      [`new ${shown.id}`],
      [`new ${sold.id}`],
    ]);
    await expectPoll(() => told().length).toBe(4);
    await change(hidesSuburb, { price: { value: 900_000 }, details: { suburbDisplay: true } });
    await change(hidesPrice, { price: { value: 400_000 } });
    await expectPoll(() => told().slice(4).toSorted()).toEqual(
      [
        `${searches[0].id} new ${hidesSuburb.id}`,
        `${searches[0].id} price ${hidesPrice.id}`,
        `${searches[1].id} new ${hidesPrice.id}`,
      ].toSorted(),
    );
  });

  it('decided by the present list if the log has too little: words, surrounding suburbs, transactions with many changes', async () => {
    const searches = [
      await save('s=turret'),
      await save('suburb=Carlton&surroundingsuburb=true'),
      await save('maxPrice=9'),
    ];
    const many = Array.from({ length: 501 }, () => nextId++);
    const lines = many.map((id) => ({ ...listingLine(account.websiteID, { id, status: 'withdrawn' }), id }));
    await seed(service, { listings: lines });
    const [first, second] = lines as [ListingLine & { id: number }, ListingLine & { id: number }];
    await seed(service, {
      listings: lines.map((line) => ({
        ...line,
        modtime: '2026-03-01T00:00:00.000Z',
        status: line === first || line === second ? 'current' : 'withdrawn',
        ...(line === first && { headline: 'A turret', price: { value: 9 } }),
      })),
    });
    const expected = [[`new ${first.id}`], [], [`new ${first.id}`]];
    await expectPoll(() => Promise.all(searches.map((search) => matches(search)))).toEqual(expected);
    await expectPoll(() => told().length).toBe(2);
    await wholeRounds(service);
    expect(told()).toHaveLength(2);
  });

  it('not sent if its transaction is rolled back or it is older than the search', async () => {
    await list();
    await Follower.start(service);
    const search = await save('');
    const runner = service.store.dataSource.createQueryRunner();
    await runner.startTransaction();
    await runner.query('UPDATE listings SET status = status, price = 1');
    await runner.rollbackTransaction();
    await runner.release();
    await wholeRounds(service);
    expect([await matches(search), told()]).toEqual([[], []]);
  });

  it('found by the present query of the search, and sent to hooks with any trigger; a deleted search has none', async () => {
    const hooks = [{ url: `${receiver.origin}/all`, trigger: 'all' }];
    await service.put(`/api/v1/websites/${account.websiteID}`, { hooks });
    const [changed, deleted] = [await save('maxPrice=1'), await save('')];
    const before = await list({}, stranger);
    const path = `/api/v1/searches/${changed.id}`;
    await expectPoll(told).toEqual([`${deleted.id} new ${before.id}`]);
    const { body } = await service.put<{ id: number; cursor: string }>(path, { query: '' }, { as: account });
    await service.delete(`/api/v1/searches/${deleted.id}`, { as: account });
    const after = await list({}, stranger);
    await expectPoll(() => matches(body)).toEqual([`new ${after.id}`]);
    await expectPoll(told).toEqual([`${deleted.id} new ${before.id}`, `${changed.id} new ${after.id}`]);
  });

  it('sent once by several processes, to a search that is created while listings change', async () => {
    const replica = await service.replica(settings());
    stopWorkers(replica);
    const expected: string[] = [];
    const writes = (async () => {
      for (let count = 0; count < 12; count += 1) {
        const before = expected.length;
        const saved = [...known];
        const { id } = await list();
        expected.push(...saved.map((search) => `${search} new ${id}`));
        expect(expected.length).toBeGreaterThanOrEqual(before);
      }
    })();
    for (let count = 0; count < 4; count += 1) known.push((await save('')).id);
    await writes;
    await pollRounds(service, replica)(() => expected.filter((one) => !told().includes(one))).toEqual([]);
    await wholeRounds(service);
    expect(new Set(told()).size).toBe(told().length);
    expect(new Set(receiver.received.map(({ headers }) => headers['webhook-id'])).size).toBe(receiver.received.length);
    known.length = 0;
    await replica.stop();
  });

  it('returned by the list of matches from a cursor of the log', async () => {
    const { id } = await save('');
    const read = (since: string) => service.get<Problem & MatchPage>(`/api/v1/searches/${id}/matches?since=${since}`);
    const { body } = await read('now');
    expect(body).toMatchObject({ data: [], hasNext: false });
    expectProblem(await read('x'), 400, 'INVALID_CURSOR');
    const { id: listing } = await list();
    await expectPoll(async () => (await read(body.cursor)).body.data).toHaveLength(1);
    const pages = [await read(body.cursor), await read(body.cursor)];
    expect(pages[0]?.body).toEqual(pages[1]?.body);
    expect(pages[0]?.body.data).toMatchObject([
      { id: expect.stringMatching(/^\d+-\d+-new$/), listing: { id: listing } },
    ]);
    await query('UPDATE changes_horizon SET xid = (SELECT max(xid::text::bigint) FROM changes)::text::xid8, id = 1e9');
    expectProblem(await read(body.cursor), 410, 'CURSOR_EXPIRED');
    await query(`UPDATE changes_horizon SET xid = '0', id = 0`);
  });
});

/** The searches of a response. */
const known: number[] = [];
