import { beforeAll, describe, expect, it } from 'vitest';
import { ADDRESS, feedOf, importFeedText } from '../support/feed-texts.js';
import { FeedRunsRepository } from '../../libs/feeds/src/intake/feed-runs.repository.js';
import { entryOf } from '../support/feed-entries.js';
import { type AccountAnswer, createAccount, expectProblem, type Keys, type Problem, specService } from '@testing';

interface Run {
  readonly id: number;
  readonly websiteID: number;
  readonly fatal: string | null;
  readonly problems: readonly object[];
}

const service = specService();
let one: AccountAnswer;
let other: AccountAnswer;

const good = entryOf(`${ADDRESS}<headline>Here</headline>`);
const bad = entryOf('', 'residential', 'modTime="2009-01-01" status="gone"').replace('>1<', '>2<');

beforeAll(async () => {
  one = await createAccount(service);
  other = await createAccount(service);
  const { dataSource } = service.store;
  await importFeedText(dataSource, feedOf(good, bad), one.websiteID);
  await importFeedText(dataSource, feedOf(good), one.websiteID);
  await importFeedText(dataSource, feedOf(good), other.websiteID);
  await importFeedText(dataSource, '<html/>', one.websiteID);
});

const list = async (as?: Keys, parameters = '') => {
  const { status, body } = await service.get<{ total: number; data: Run[] }>(
    `/api/v1/feeds${parameters}`,
    as && { as },
  );
  expect(status).toBe(200);
  return { ...body, owners: body.data.map(({ websiteID }) => websiteID) };
};

describe('GET /api/v1/feeds', () => {
  it('returns every run to the operator, latest first, in pages', async () => {
    expect((await list()).owners).toEqual([one, other, one, one].map(({ websiteID }) => websiteID));
    expect(await list(undefined, `?websiteID=${other.websiteID}`)).toMatchObject({ total: 1 });
    const page = await list(undefined, '?limit=3');
    expect(page).toMatchObject({ total: 4, hasNext: true });
    expect((await list(undefined, '?limit=3&page=2')).data).toHaveLength(1);
  });

  it('returns to an account only its own runs, whatever was requested before', async () => {
    expect((await list(one)).owners).toEqual([one, one, one].map(({ websiteID }) => websiteID));
    expect((await list(other)).owners).toEqual([other.websiteID]);
    expect(await list(other, `?websiteID=${one.websiteID}`)).toMatchObject({ total: 0, data: [] });
    expect(await list()).toMatchObject({ total: 4 });
  });

  it('returns files outside the folders of accounts only to the operator', async () => {
    const { dataSource } = service.store;
    await service.app
      .get(FeedRunsRepository, { strict: false })
      .recordNotImported({ websiteID: 0, path: 'harbour.zip', hash: '', fatal: 'ignored' });
    const [latest] = (await list()).data;
    expect(latest).toMatchObject({ websiteID: null, file: 'harbour.zip', hash: '', fatal: 'ignored', created: 0 });
    expect((await list(one)).total).toBe(3);
    expect((await service.get(`/api/v1/feeds/${latest?.id}`, { as: one })).status).toBe(404);
    await dataSource.query('DELETE FROM feed_runs WHERE website_id IS NULL');
  });
});

describe('GET /api/v1/feeds/{id}', () => {
  it('returns a run with its problems', async () => {
    const { id } = (await list(one)).data.at(-1)!; // three runs exist
    const { status, body } = await service.get<Run>(`/api/v1/feeds/${id}`, { as: one });
    expect(status).toBe(200);
    expect(body).toMatchObject({ created: 1, rejected: 1, fatal: null, file: 'feed.xml' });
    expect(body.problems).toContainEqual(
      expect.objectContaining({ line: 4, column: 1, entry: 2, uniqueID: '2', outcome: 'rejected', done: 'rejected' }),
    );
  });

  it('gives the reason why a file was rejected', async () => {
    const [latest] = (await list(one)).data;
    expect(latest?.fatal).toMatch(/root element <html>/);
  });

  it('answers 404 for a missing run and for a run of another account', async () => {
    const [run] = (await list(one)).data;
    for (const id of ['999999', 'abc', '01890a5d-ac96-774b-bcce-b302099a8057'])
      expect((await service.get(`/api/v1/feeds/${id}`)).status).toBe(404);
    expect((await service.get(`/api/v1/feeds/${run?.id}`, { as: other })).status).toBe(404);
    expect((await service.get(`/api/v1/feeds/${run?.id}`)).status).toBe(200);
  });

  it('only the operator sets feedAgentIDs, each for one account', async () => {
    const path = `/api/v1/websites/${other.websiteID}`;
    const { websiteID } = await createAccount(service, { feedAgentIDs: ['EAST'] });
    expectProblem(await service.put<Problem>(path, { feedAgentIDs: ['MINE'] }, { as: other }), 403, 'FORBIDDEN');
    const taken = await service.put<Problem>(path, { feedAgentIDs: ['X', 'east'] });
    expectProblem(taken, 400, 'INVALID_BODY');
    expect(taken.body.errors).toEqual([{ field: 'feedAgentIDs[1]', message: `belongs to the account ${websiteID}` }]);
    expect((await service.put(path, { feedAgentIDs: ['X'] })).status).toBe(200);
    expect((await service.put(path, { about: 'x', feedAgentIDs: ['X'] }, { as: other })).status).toBe(200);
  });
});
