import { describe, expect, it } from 'vitest';
import {
  ADDRESS,
  countsOf,
  events,
  feedOf,
  feedStore,
  importFeedText,
  storedLine,
} from '../../../../test/support/feed-texts.js';
import type { FeedScope } from './feed-scope.js';

const store = feedStore();

const entry = (uniqueID: string, { status = 'current', agentID = 'XNWXNW', more = '' } = {}): string =>
  `<residential modTime="2009-01-01-12:30:00" status="${status}"><agentID>${agentID}</agentID>
    <uniqueID>${uniqueID}</uniqueID>${ADDRESS.replace('39', uniqueID)}${more}</residential>`;

const entries = (count: number) => Array.from({ length: count }, (_, at) => entry(String(at + 1)));
const full = (...given: string[]) => importFeedText(store.dataSource, feedOf(...given), 12, { mode: 'full' });
const statusOf = async (uniqueID: string) => (await storedLine(store.dataSource, uniqueID))?.status;

describe('a full feed (B42)', () => {
  it('withdraws what is current and not named, up to a third, and says so', async () => {
    await full(...entries(9));
    const report = await full(...entries(6));
    expect(countsOf(report)).toEqual({ unchanged: 6, withdrawn: 3 });
    expect(report.problems.map(({ uniqueID, problem, done, outcome }) => [uniqueID, problem, done, outcome])).toEqual(
      ['7', '8', '9'].map((id) => [id, 'is not in the full feed', 'withdrawn', 'withdrawn']),
    );
    expect(await Promise.all(['6', '7', '9'].map(statusOf))).toEqual(['current', 'withdrawn', 'withdrawn']);
    expect((await events(store.dataSource)).filter(({ kind }) => kind === 'status')).toHaveLength(3);
    // Equal entries bring them back, though their modTime has not changed.
    expect(countsOf(await full(...entries(9)))).toEqual({ unchanged: 6, updated: 3 });
  });

  it('withdraws nothing when more than a third is missing, and says so', async () => {
    await full(...entries(9));
    const report = await full(...entries(5));
    expect(countsOf(report)).toEqual({ unchanged: 5 });
    expect(report.problems).toMatchObject([
      {
        problem: '4 of 9 current listings are not in the full feed: more than a third',
        done: 'none is withdrawn without confirm=4',
      },
    ]);
    expect(report.unconfirmed).toBe(4);
    expect(await statusOf('9')).toBe('current');
    expect(countsOf(await full())).toEqual({});
    expect(await statusOf('1')).toBe('current');
  });

  it('counts as named what it rejects, deletes or sells; another kind of case of agentID is the same', async () => {
    await full(...entries(3), entry('4'), entry('5'), entry('6', { status: 'sold' }));
    const old = '2008-01-01-12:30:00';
    const report = await full(
      entry('1', { agentID: 'xnwxnw' }).replace('2009-01-01-12:30:00', old),
      entry('2', { status: 'nonsense' }),
      entry('3', { status: 'deleted' }),
      entry('4', { status: 'sold' }),
      entry('5', { status: 'withdrawn' }),
    );
    expect(countsOf(report)).toEqual({ stale: 1, rejected: 1, deleted: 1, updated: 2 });
    expect(await Promise.all(['1', '2', '6'].map(statusOf))).toEqual(['current', 'current', 'sold']);
  });

  it('withdraws nothing when an entry does not say which listing it is of', async () => {
    await full(...entries(3));
    const report = await full(...entries(2), entry('3').replace('<uniqueID>3</uniqueID>', ''));
    expect(countsOf(report)).toEqual({ unchanged: 2, rejected: 1 });
    expect(report.problems.map(({ done }) => done)).toContain('none is withdrawn');
    expect(await statusOf('3')).toBe('current');
  });

  it('withdraws nothing when its end is missing; nor does a feed of changes', async () => {
    await full(...entries(3));
    const cut = feedOf(...entries(2)).replace('</propertyList>', '');
    expect((await importFeedText(store.dataSource, cut, 12, { mode: 'full' })).fatal).not.toBeNull();
    expect(countsOf(await importFeedText(store.dataSource, feedOf(...entries(2))))).toEqual({ unchanged: 2 });
    expect(await statusOf('3')).toBe('current');
  });

  it('leaves the listings of other accounts alone', async () => {
    await importFeedText(store.dataSource, feedOf(...entries(3)), 13);
    await full(...entries(3));
    await full(...entries(2));
    expect((await storedLine(store.dataSource, '3', 'XNWXNW', 13))?.status).toBe('current');
    expect(await statusOf('3')).toBe('withdrawn');
  });
});

/** Full feeds in a scope. */
const scoped = (scope: FeedScope, ...given: string[]) =>
  importFeedText(store.dataSource, feedOf(...given), 12, { mode: 'full', ...scope });

describe('a full feed speaks for (B80)', () => {
  const of = (agentID: string, ...ids: string[]) => ids.map((id) => entry(id, { agentID }));
  const let_ = (agentID: string, ...ids: string[]) =>
    of(agentID, ...ids).map((one) => one.replaceAll('residential', 'rental'));
  const office = (agentID: string, id: string) =>
    storedLine(store.dataSource, id, agentID).then((line) => line?.status);
  const both = [...of('EAST', '1', '2', '3'), ...of('WEST', '4', '5'), ...let_('EAST', '6', '7', '8')];

  it('the offices and offers that it names, and no others', async () => {
    await full(...both);
    expect(countsOf(await full(...of('EAST', '1', '2')))).toEqual({ unchanged: 2, withdrawn: 1 });
    expect(await Promise.all(['3', '6'].map((id) => office('EAST', id)))).toEqual(['withdrawn', 'current']);
    expect(await office('WEST', '4')).toBe('current');
    expect(countsOf(await full(...let_('East', '6', '7')))).toEqual({ unchanged: 2, withdrawn: 1 });
    expect(countsOf(await full())).toEqual({});
  });

  it('the offices of the request, named or not, and some of their offers', async () => {
    await full(...both);
    expect(countsOf(await scoped({ agentID: ['east'], offer: ['rent'], confirm: 3 }))).toEqual({ withdrawn: 3 });
    expect(await office('EAST', '1')).toBe('current');
    expect(countsOf(await scoped({ agentID: ['WEST'], confirm: 2 }))).toEqual({ withdrawn: 2 });
    await full(...both);
    // The last rental of a file with sales.
    expect(countsOf(await scoped({ agentID: ['EAST'] }, ...of('EAST', '1', '2', '3')))).toEqual({ unchanged: 3 });
    const all = { offer: ['sale', 'rent'], confirm: 3 } as const;
    expect(countsOf(await scoped(all, ...of('EAST', '1', '2', '3')))).toEqual({ unchanged: 3, withdrawn: 3 });
    expect(countsOf(await scoped({ agentID: ['NORTH'] }))).toEqual({});
  });

  it('commercial listings for sale or lease if it names such a one, or sales and rents', async () => {
    const commercial = (id: string, value: string) =>
      of('EAST', id)[0]!
        .replaceAll('residential', 'commercial')
        .replace('</uniqueID>', `$&<commercialListingType value="${value}"/>`);
    const [sale, lease] = [commercial('1', 'sale'), commercial('2', 'lease')];
    await full(sale, lease, ...['3', '4', '5', '6'].map((id) => commercial(id, 'both')));
    expect(countsOf(await full(sale))).toEqual({ unchanged: 1 });
    expect(countsOf(await full(...['3', '4', '5'].map((id) => commercial(id, 'both'))))).toEqual({
      unchanged: 3,
      withdrawn: 1,
    });
    // A partial entry is of the offer of its listing.
    expect(countsOf(await full(lease.replace(/<commercialListingType.*?>/, '')))).toEqual({ unchanged: 1 });
    expect(countsOf(await scoped({ confirm: 3 }, sale, lease))).toEqual({ unchanged: 2, withdrawn: 3 });
  });

  it('so many listings as the request confirms, or a second identical file of a small agency', async () => {
    await full(...entries(9));
    const few = entries(2);
    expect(countsOf(await scoped({ confirm: 6 }, ...few.toReversed()))).toEqual({ unchanged: 2 });
    expect((await full(...few)).unconfirmed).toBe(7);
    expect(
      (await importFeedText(store.dataSource, feedOf(...few), 12, { mode: 'full', isDryRun: true })).withdrawn,
    ).toBe(7);
    await full(...entries(9));
    // Another file between the two.
    expect(countsOf(await full(...few))).toEqual({ unchanged: 2 });
    expect(countsOf(await full(...few))).toEqual({ unchanged: 2, withdrawn: 7 });
    await full(...entries(30));
    for (const _ of [1, 2]) expect((await full(...few)).unconfirmed).toBe(28);
    expect(countsOf(await scoped({ confirm: 28 }, ...few))).toEqual({ unchanged: 2, withdrawn: 28 });
  });
});

describe('what a full feed does not speak for', () => {
  const office = (agentID: string, ...ids: string[]) => ids.map((id) => entry(id, { agentID }));
  const rent = (...given: string[]) => given.map((one) => one.replaceAll('residential', 'rental'));

  it.each([
    ['a lease without a type', { commercialRent: '<commercialRent period="annual">50000</commercialRent>' }],
    ['a leased one', { status: 'leased' }],
    ['a deletion', { status: 'deleted' }],
    ['an entry that is rejected', { status: 'nonsense' }],
  ])(
    'sales, in a feed of rentals with %s',
    async (_, { status = 'current', commercialRent = '' }: Record<string, string>) => {
      await full(...office('EAST', '1', '2', '3'), ...rent(...office('EAST', '4', '5', '6')));
      const commercial = entry('9', { agentID: 'EAST', status, more: commercialRent }).replaceAll(
        'residential',
        'commercial',
      );
      expect((await full(...rent(...office('EAST', '4', '5', '6')), commercial)).withdrawn).toBe(0);
    },
  );

  it('other listings than those of its first refusal', async () => {
    await full(...office('EAST', '1', '2', '3'), ...office('WEST', '4', '5', '6'));
    expect((await scoped({ agentID: ['EAST'] })).unconfirmed).toBe(3);
    expect(countsOf(await scoped({ agentID: ['WEST'] }))).toEqual({});
    expect(countsOf(await scoped({ agentID: ['WEST'] }))).toEqual({ withdrawn: 3 });
  });
});

describe('a change of the sending system', () => {
  const moved = (count: number) => entries(count).map((one) => one.replace(/<uniqueID>/, '$&N-'));
  const current = () =>
    store.dataSource.query<{ id: number; unique_id: string; property_id: number }[]>(
      `SELECT id, unique_id, property_id FROM listings WHERE status = 'current' ORDER BY id`,
    );

  it('is reported: a new listing at the address of a current one that the feed does not name', async () => {
    await full(...entries(3));
    const { problems } = await full(...moved(3));
    expect(problems.map(({ uniqueID, problem, done }) => [uniqueID, problem, done])).toEqual([
      [
        '',
        '3 of 3 current listings are not in the full feed: more than a third',
        'none is withdrawn without confirm=3',
      ],
      ...['1', '2', '3'].map((id) => [
        `N-${id}`,
        `the current listing "${id}" has the same address`,
        'both are kept; match=address keeps one',
      ]),
    ]);
    // Two listings of one file at one address are no change of the system.
    const [one = ''] = entries(1);
    const two = await importFeedText(
      store.dataSource,
      feedOf(one.replace('>1<', '>A<'), one.replace('>1<', '>B<')),
      13,
    );
    expect(two.problems).toEqual([]);
  });

  it('keeps the listings, with their ids and properties, if the request matches by address', async () => {
    await full(...entries(3));
    const before = await current();
    const late = moved(3).map((one) => one.replace('2009-01-01', '2008-01-01'));
    const tried = await importFeedText(store.dataSource, feedOf(...late), 12, {
      mode: 'full',
      match: 'address',
      isDryRun: true,
    });
    const report = await scoped({ match: 'address' }, ...late);
    expect(countsOf(report)).toEqual({ updated: 3 });
    expect(tried.problems).toEqual(report.problems);
    expect(report.problems.map(({ uniqueID, problem, done }) => [uniqueID, problem, done])).toEqual(
      ['1', '2', '3'].map((id) => [`N-${id}`, `the listing at this address had the uniqueID "${id}"`, `now "N-${id}"`]),
    );
    expect(await current()).toEqual(before.map((row) => ({ ...row, unique_id: `N-${row.unique_id}` })));
    expect(await storedLine(store.dataSource, 'N-1')).toMatchObject({ uniqueID: 'N-1', status: 'current' });
    expect(countsOf(await scoped({ match: 'address' }, ...late))).toEqual({ unchanged: 3 });
  });

  it('lets only current entries of new listings take over', async () => {
    const [one = ''] = entries(1);
    const [next = ''] = moved(1);
    await full(one);
    const match = (...given: string[]) => importFeedText(store.dataSource, feedOf(...given), 12, { match: 'address' });
    const again = (status: string) => next.replace('"current"', `"${status}"`).replace('2009', '2010');
    expect(countsOf(await match(again('deleted'), next))).toEqual({ unchanged: 1, stale: 1 });
    expect(countsOf(await match(next))).toEqual({ stale: 1 });
    const sold = next.replace('N-1', 'N-2').replace('"current"', '"sold"');
    expect(countsOf(await match(sold, next.replace('N-1', 'N-3')))).toEqual({ created: 1, updated: 1 });
    expect(await storedLine(store.dataSource, 'N-3')).toMatchObject({ status: 'current' });
    const rural = next.replace('N-3', 'N-4').replaceAll('residential', 'rural');
    expect(countsOf(await match(rural.replace('N-1', 'N-4')))).toEqual({ created: 1 });
  });

  it('takes over no listing that the feed names, that is one of two, or of another offer or office', async () => {
    const [one = '', two = ''] = entries(2);
    const other = two.replace('>2<', '>2b<');
    await full(one, two, other);
    const rent = moved(1)[0]!.replaceAll('residential', 'rental');
    const west = moved(1)[0]!.replace('XNWXNW', 'WEST');
    const options = { match: 'address' } as const;
    const report = await importFeedText(store.dataSource, feedOf(...moved(2), rent, west, one), 12, options);
    expect(countsOf(report)).toEqual({ created: 3, unchanged: 1, updated: 1 });
    expect(await statusOf('1')).toBe('current');
    // The request names the office that the listings had.
    await store.dataSource.query(`UPDATE listings SET status = 'withdrawn' WHERE unique_id LIKE 'N-%'`);
    const away = await scoped({ match: 'address', agentID: ['XNWXNW', 'SOUTH'] }, one.replace('XNWXNW', 'SOUTH'));
    expect(countsOf(away)).toEqual({ updated: 1 });
    expect(await storedLine(store.dataSource, '1', 'SOUTH')).toMatchObject({ agentID: 'SOUTH' });
  });
});

describe('a dry run (B41)', () => {
  const dry = (xml: string, mode: 'changes' | 'full' = 'changes') =>
    importFeedText(store.dataSource, xml, 12, { isDryRun: true, mode });
  /** A report without the times. */
  const told = ({ counts, problems }: { counts: object; problems: readonly object[] }) => ({ counts, problems });
  const toldOf = (report: Awaited<ReturnType<typeof full>>) =>
    told({ counts: countsOf(report), problems: report.problems });

  it('has the report of the import, and writes nothing: no listing, agent, change, audit entry or run', async () => {
    await full(...entries(3));
    const agent = '<listingAgent><name>Ada Byron</name><email>ada@harbour.example</email></listingAgent>';
    const xml = feedOf(
      entry('1', { more: '<headline>New</headline>' }),
      entry('8', { more: agent }),
      entry('8', { more: '<headline>Twice</headline>' }),
      entry('2', { status: 'deleted' }),
      entry('9', { more: '<features><bedrooms>many</bedrooms></features>' }),
    );
    const before = await counted();
    const tried = toldOf(await dry(xml, 'full'));
    expect(await counted()).toEqual(before);
    expect(await statusOf('3')).toBe('current');
    const done = toldOf(await importFeedText(store.dataSource, xml, 12, { mode: 'full' }));
    expect(tried).toEqual(done);
    expect(done.counts).toEqual({ updated: 2, created: 2, deleted: 1, withdrawn: 1 });
  });

  it('knows what earlier batches have brought', async () => {
    const many = Array.from({ length: 900 }, (_, at) => entry(String((at % 450) + 1)));
    const tried = toldOf(await dry(feedOf(...many)));
    expect(tried.counts).toEqual({ created: 450, unchanged: 450 });
    expect(await statusOf('1')).toBeUndefined();
  });

  it('of an account that does not exist fails as the import does', async () => {
    await expect(importFeedText(store.dataSource, feedOf(), 99, { isDryRun: true })).rejects.toThrow(
      'There is no account 99',
    );
  });

  const counted = () =>
    store.dataSource.query(`SELECT (SELECT count(*) FROM listings) AS listings, (SELECT count(*) FROM agents) AS agents,
      (SELECT count(*) FROM changes) AS changes, (SELECT count(*) FROM audit_log) AS entries,
      (SELECT count(*) FROM feed_runs) AS runs, (SELECT count(*) FROM properties) AS properties`);
});
