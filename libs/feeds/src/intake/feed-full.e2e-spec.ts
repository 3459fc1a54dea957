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
      { problem: '4 of 9 current listings are not in the full feed: more than a third', done: 'none is withdrawn' },
    ]);
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
