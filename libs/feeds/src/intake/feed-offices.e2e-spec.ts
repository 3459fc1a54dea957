import { generatedSource } from '@app/bundles';
import { beforeEach, describe, expect, it } from 'vitest';
import { servicesOn, specStore } from '@testing';
import {
  ADDRESS,
  countsOf,
  feedAccount,
  feedOf,
  freshStore,
  importFeedText,
  storedLine,
} from '../../../../test/support/feed-texts.js';

const store = specStore();

const accounts = (...lines: object[]) =>
  servicesOn(store.dataSource).importer.import([generatedSource('accounts', lines)]);

beforeEach(async () => {
  await freshStore(store.dataSource);
  await accounts(
    { ...feedAccount(12), feedAgentIDs: ['EAST', 'East-2'] },
    { ...feedAccount(13), feedAgentIDs: ['WEST'] },
  );
});

const entry = (agentID: string, uniqueID: string, more = ''): string =>
  `<residential modTime="2009-01-01-12:30:00" status="current"><agentID>${agentID}</agentID>
    <uniqueID>${uniqueID}</uniqueID>${ADDRESS.replace('39', uniqueID)}${more}</residential>`;

const importAll = (xml: string, options = {}) => importFeedText(store.dataSource, xml, null, options);

const runs = () =>
  store.dataSource.query(
    'SELECT website_id, created, unchanged, withdrawn, rejected, (SELECT count(*)::int FROM feed_run_problems WHERE run_id = id) AS problems FROM feed_runs ORDER BY id',
  );

describe('a feed of several offices (B43)', () => {
  it('goes to the accounts of their agentIDs, whatever their case; each sees its part', async () => {
    const bad = '<features><bedrooms>many</bedrooms></features>';
    const report = await importAll(
      feedOf(entry('east', '1'), entry('West', '1', bad), entry('EAST-2', '2'), entry('NORTH', '3')),
    );
    expect(countsOf(report)).toEqual({ created: 3, rejected: 1 });
    expect(report.websiteID).toBeNull();
    expect(report.problems.map(({ entry: at, element, problem }) => [at, element, problem])).toEqual([
      [4, 'agentID', '"NORTH" is in the feedAgentIDs of no account'],
      [2, 'bedrooms', '"many" is not a number'],
    ]);
    expect(await storedLine(store.dataSource, '1', 'east', 12)).toBeDefined();
    expect(await storedLine(store.dataSource, '1', 'West', 13)).toBeDefined();
    expect(await storedLine(store.dataSource, '2', 'EAST-2', 12)).toBeDefined();
    const none = { unchanged: 0, withdrawn: 0, rejected: 0 };
    expect(await runs()).toEqual([
      { website_id: null, ...none, created: 3, rejected: 1, problems: 2 },
      { website_id: 12, ...none, created: 2, problems: 0 },
      { website_id: 13, ...none, created: 1, problems: 1 },
    ]);
  });

  it('of the mode full withdraws what it lacks of the accounts that it is of, and of no others', async () => {
    const three = ['1', '2', '3'];
    const all = [...three.map((id) => entry('EAST', id)), ...three.map((id) => entry('WEST', id))];
    await importAll(feedOf(...all));
    const report = await importAll(feedOf(...all.slice(0, 2)), { mode: 'full' });
    expect(countsOf(report)).toEqual({ unchanged: 2, withdrawn: 1 });
    expect((await storedLine(store.dataSource, '3', 'EAST', 12))?.status).toBe('withdrawn');
    expect((await storedLine(store.dataSource, '3', 'WEST', 13))?.status).toBe('current');
  });

  it('withdraws nothing of any account when an entry has no agentID', async () => {
    const all = ['1', '2', '3'].map((id) => entry('EAST', id));
    await importAll(feedOf(...all));
    const report = await importAll(feedOf(...all.slice(0, 2), entry('', '3')), { mode: 'full' });
    expect(countsOf(report)).toEqual({ unchanged: 2, rejected: 1 });
  });
});

describe('feedAgentIDs', () => {
  it('belong to one account: a line that takes another one is rejected, and gives none away', async () => {
    const { files } = await accounts({ ...feedAccount(13), feedAgentIDs: ['WEST', 'east'] });
    expect(files[0]).toMatchObject({ rejected: 1 });
    const report = await importAll(feedOf(entry('EAST', '1')));
    expect(countsOf(report)).toEqual({ created: 1 });
    expect(await storedLine(store.dataSource, '1', 'EAST', 12)).toBeDefined();
  });

  it('may move from one account to another, also in one file', async () => {
    const { files } = await accounts(
      { ...feedAccount(12), feedAgentIDs: [] },
      { ...feedAccount(13), feedAgentIDs: ['EAST'] },
    );
    expect(files[0]).toMatchObject({ updated: 2, rejected: 0 });
    await importAll(feedOf(entry('EAST', '1')));
    expect(await storedLine(store.dataSource, '1', 'EAST', 13)).toBeDefined();
  });
});
