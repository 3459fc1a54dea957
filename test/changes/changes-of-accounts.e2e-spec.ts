import { ChangesRepository } from '@app/changes';
import { beforeEach, describe, expect, it } from 'vitest';
import {
  type AccountAnswer,
  createAccount,
  createAgent,
  createSubAccount,
  Follower,
  type Item,
  listingLine,
  operator,
  type Problem,
  seed,
  specService,
} from '@testing';
import { PLAN_MODES, readPlan } from '../support/plan.js';
import { statementsOf } from '../support/statements.js';

/** More rows of a transaction than are recorded individually. */
const MANY = 501;

const service = specService();
let main: AccountAnswer;
let sub: AccountAnswer;
let elsewhere: AccountAnswer;
let nextId = 1;

beforeEach(async () => {
  main = await createAccount(service);
  sub = await createSubAccount(service, main);
  elsewhere = await createAccount(service);
});

const query = (statement: string) => service.store.dataSource.query<unknown>(statement);

/** Creates a listing of the main account in an office. @returns its id */
async function listIn(agentID: string, websiteID = main.websiteID): Promise<number> {
  const id = nextId++;
  await seed(service, { listings: [listingLine(websiteID, { id, agentID, uniqueID: `L${id}` })] });
  return id;
}

const show = (...listingOfficeIDs: string[]) =>
  service.put(`/api/v1/websites/${sub.websiteID}`, { subsiteDetails: { listingSource: 'officeID', listingOfficeIDs } });

/** The only line of an export; undefined without lines. */
async function exported(file: string, as: typeof operator): Promise<unknown> {
  const headers = { 'x-access-key': as.accessKey, 'x-secret-key': as.secretKey };
  const response = await fetch(`${service.address}/api/v1/export/${file}`, { headers });
  const lines = (await response.text()).trimEnd().split('\n');
  return lines.length > 1 ? JSON.parse(lines[0] ?? '') : undefined;
}

const wordsOf = ({ resource, id, deleted }: Item): string => `${resource} ${id}${deleted ? ' gone' : ''}`;

const follow = ({ websiteID }: AccountAnswer, resource = 'listing,account') =>
  Follower.start(service, { query: `websiteID=${websiteID}&resource=${resource}` });

/** The ids that the website lists. */
async function listedBy({ websiteID }: AccountAnswer): Promise<number[]> {
  const { body } = await service.get<{ data: { id: number }[] }>(`/api/v1/listings?websiteID=${websiteID}&sort=id`);
  return body.data.map(({ id }) => id);
}

describe('the feed of a sub-account that shows offices of its main account', () => {
  it('contains the listings of these offices, as they come and go', async () => {
    await show('EAST');
    const follower = await follow(sub);
    const [east, west] = [await listIn('EAST'), await listIn('WEST')];
    expect((await follower.next()).map(wordsOf)).toEqual([`listing ${east}`]);
    await query(`UPDATE listings SET agent_id = 'WEST' WHERE id = ${east}`);
    await query(`UPDATE listings SET agent_id = 'EAST' WHERE id = ${west}`);
    expect((await follower.next()).map(wordsOf)).toEqual([`listing ${east} gone`, `listing ${west}`]);
    await query(`DELETE FROM listings WHERE id = ${west}`);
    expect((await follower.next()).map(wordsOf)).toEqual([`listing ${east} gone`, `listing ${west} gone`]);
    const whole = await follow(main);
    expect(await whole.next()).toEqual([]);
  });

  it('reports a change of the offices as one change of the account, and with websiteID as one change per listing', async () => {
    const [east, both, west] = [await listIn('EAST'), await listIn('BOTH'), await listIn('west')];
    const own = await listIn('EAST', sub.websiteID);
    await show('EAST', 'BOTH');
    const [follower, everything] = [await follow(sub), await Follower.start(service)];
    await show('both', 'WEST');
    const changed = [`account ${sub.websiteID}`, `listing ${east} gone`, `listing ${west}`];
    expect((await follower.next()).map(wordsOf)).toEqual(changed);
    expect(await listedBy(sub)).toEqual([both, west, own]);
    expect((await everything.next()).map(wordsOf)).toEqual([`account ${sub.websiteID}`]);
    // Without accounts, only the listings, also page by page.
    const listings = await follow(sub, 'listing');
    await show('EAST', 'BOTH');
    const [first] = await listings.next('limit=1');
    expect([first].flatMap((item) => item ?? []).map(wordsOf)).toEqual([`listing ${east}`]);
    await listings.page('limit=1', first?.cursor);
    expect(listings.data.map(wordsOf)).toEqual([`listing ${west} gone`]);
    expect(await listings.page('', listings.data[0]?.cursor)).toMatchObject({ data: [], hasNext: false });
  });

  it('reports listings as gone that left an office before the subscriber read the offices', async () => {
    const [deleted, moved, stays] = [await listIn('EAST'), await listIn('EAST'), await listIn('EAST')];
    await show('EAST');
    const follower = await follow(sub, 'listing');
    await show('NORTH');
    await query(`DELETE FROM listings WHERE id = ${deleted}`);
    await query(`UPDATE listings SET agent_id = 'WEST' WHERE id = ${moved}`);
    const items = await follower.next();
    expect(items.map(wordsOf)).toEqual([deleted, moved, stays].map((id) => `listing ${id} gone`));
    // Also if the page ends between them.
    await follower.page('limit=1');
    await follower.page('', follower.data[0]?.cursor);
    expect(follower.data.map(wordsOf)).toEqual([moved, stays].map((id) => `listing ${id} gone`));
  });

  it.each([
    ['leaves its office', (id: number) => `UPDATE listings SET agent_id = 'WEST' WHERE id = ${id}`],
    [
      'moves to another account',
      (id: number) => `UPDATE listings SET website_id = ${elsewhere.websiteID} WHERE id = ${id}`,
    ],
    ['is deleted', (id: number) => `DELETE FROM listings WHERE id = ${id}`],
  ])('reports as gone a listing that %s in a transaction that overlaps a change of the offices', async (_, write) => {
    const id = await listIn('EAST');
    await show('EAST');
    const follower = await follow(sub, 'listing');
    await service.store.dataSource.transaction(async (slow) => {
      await slow.query(write(id));
      await show('NORTH');
    });
    expect((await follower.next()).map(wordsOf)).toEqual([`listing ${id} gone`]);
  });

  it.each([
    ['is no longer shown', 'accounts', `listing_office_ids = '{NORTH}'`, ' gone'],
    ['came back', 'listings', `agent_id = 'EAST'`, ''],
  ])(
    'reports the present state of a listing that %s in a transaction that overlaps another change of it',
    async (_, table, set, end) => {
      const id = await listIn('EAST');
      await show('EAST');
      const follower = await follow(sub, 'listing');
      await service.store.dataSource.transaction(async (early) => {
        await early.query('SELECT pg_current_xact_id()');
        await query(`UPDATE listings SET bedrooms = 9, agent_id = '${end ? 'EAST' : 'WEST'}' WHERE id = ${id}`);
        await early.query(`UPDATE ${table} SET ${set} WHERE id = ${table === 'listings' ? id : sub.websiteID}`);
      });
      expect((await follower.next()).map(wordsOf)).toEqual([`listing ${id}${end}`]);
    },
  );

  it('reports the listings of the former main account as gone after a change of the main account', async () => {
    const old = await listIn('EAST');
    const [gone] = [await listIn('EAST')];
    const theirs = await listIn('EAST', elsewhere.websiteID);
    await show('EAST');
    const follower = await follow(sub);
    await query(`DELETE FROM listings WHERE id = ${gone}`);
    await query(`UPDATE accounts SET main_website_id = ${elsewhere.websiteID} WHERE id = ${sub.websiteID}`);
    expect((await follower.next()).map(wordsOf)).toEqual([
      `listing ${gone} gone`,
      `account ${sub.websiteID}`,
      `listing ${old} gone`,
      `listing ${theirs}`,
    ]);
  });

  it('looks up which of many listings the account shows', async () => {
    const [east, west] = [await listIn('EAST'), await listIn('WEST')];
    await show('EAST');
    const follower = await follow(sub);
    const more = Array.from({ length: MANY }, () => nextId++);
    await seed(service, {
      listings: more.map((id) => listingLine(main.websiteID, { id, agentID: 'SOUTH', uniqueID: `L${id}` })),
    });
    await query(`UPDATE listings SET bedrooms = 9 WHERE website_id = ${main.websiteID}`);
    const items = await follower.next('limit=1000');
    const shown = items.filter(({ deleted }) => !deleted).map(({ id }) => id);
    expect(shown).toEqual([east]);
    expect(items.map(({ id }) => id)).toContain(west);
  });
});

describe('the feed of an account', () => {
  it('reports resources that move to another account as gone', async () => {
    const { id: agent } = await createAgent(service, main.websiteID);
    const listing = await listIn('EAST');
    const [left, entered] = [await follow(main, 'agent,listing'), await follow(elsewhere, 'agent,listing')];
    await service.put(`/api/v1/agents/${agent}`, { websiteID: elsewhere.websiteID });
    await query(`UPDATE listings SET website_id = ${elsewhere.websiteID} WHERE id = ${listing}`);
    expect((await left.next()).map(wordsOf)).toEqual([`agent ${agent} gone`, `listing ${listing} gone`]);
    expect((await entered.next()).map(wordsOf)).toEqual([`agent ${agent}`, `listing ${listing}`]);
  });

  it('reports its deletion as one change, with a tombstone for each agent and listing', async () => {
    const { id: agent } = await createAgent(service, sub.websiteID);
    const listing = await listIn('EAST', sub.websiteID);
    const [own, everything] = [await follow(sub, 'account,agent,listing'), await Follower.start(service)];
    await service.delete(`/api/v1/websites/${sub.websiteID}`);
    const gone = [`account ${sub.websiteID} gone`, `agent ${agent} gone`, `listing ${listing} gone`];
    expect(new Set((await own.next()).map(wordsOf))).toEqual(new Set(gone));
    const all = (await everything.next('resource=account,agent,listing')).map(wordsOf);
    expect(new Set(all)).toEqual(new Set(gone));
    expect((await own.next()).every(({ _id }) => /^[\da-f-]{36}$/.test(_id))).toBe(true);
  });

  it('expires if a bulk change does not record the offices of its rows', async () => {
    const follower = await follow(main);
    await query(`INSERT INTO accounts SELECT (jsonb_populate_record(account, jsonb_build_object('id', 100000 + n,
      'uid', gen_random_uuid()))).* FROM accounts account, generate_series(1, ${MANY}) n WHERE id = ${main.websiteID}`);
    await query(`UPDATE accounts SET updated_at = now() WHERE id > 100000 OR id = ${main.websiteID}`);
    await expect
      .poll(async () => {
        const path = `/api/v1/changes?since=${follower.cursor}&websiteID=${main.websiteID}`;
        return (await service.get<Problem>(path)).body.code;
      })
      .toBe('CURSOR_EXPIRED');
    await query('DELETE FROM accounts WHERE id > 100000');
  });
});

describe('a page of a reader of an account that is far behind', () => {
  it.each(PLAN_MODES)('reads no more changes than it contains (%s)', async (mode) => {
    await query(`INSERT INTO changes (resource, resource_id, website_id, kind)
      SELECT 'agent', n, ${main.websiteID}, 'updated' FROM generate_series(1, 5000) n`);
    await query('ANALYZE changes');
    const filter = { resources: ['agent'], asRecorded: true } as const;
    const changes = service.app.get(ChangesRepository);
    const read = (websiteID: number) => changes.after({ xid: 0, id: 0 }, { ...filter, websiteID }, 10, null);
    const { result, statements } = await statementsOf(() => read(main.websiteID));
    expect(result.map(({ resourceId }) => resourceId)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
    const session = service.store.dataSource.createQueryRunner();
    try {
      expect((await readPlan(session, mode, statements.at(-1)!)).mostRows).toBeLessThanOrEqual(20);
    } finally {
      await session.release();
    }
    expect(await read(sub.websiteID)).toEqual([]);
  });
});

describe('include=document', () => {
  const EXPORTS: Readonly<Record<string, string>> = {
    account: 'accounts',
    agent: 'agents',
    listing: 'listings',
    property: 'properties',
  };

  it('returns the export line of each existing resource, without secrets', async () => {
    const follower = await Follower.start(service);
    const secret = 'a-secret-of-more-than-24-characters';
    const { websiteID, accessKey } = await createAccount(service, { secretKey: secret });
    const { id: agent } = await createAgent(service, websiteID);
    const { id: other } = await createAgent(service, websiteID);
    await listIn('EAST', websiteID);
    await service.delete(`/api/v1/agents/${other}`);
    const items = await follower.next('include=document');
    expect(new Set(items.map(({ resource }) => resource))).toEqual(new Set(Object.keys(EXPORTS)));
    const expectLines = async (found: readonly Item[], as: typeof operator) => {
      for (const { resource, id, deleted, document } of found) {
        const line = await exported(`${EXPORTS[resource]}.ndjson?ids=${id}`, as);
        expect([resource, id, document]).toEqual([resource, id, deleted ? undefined : line]);
        expect([id, line === undefined]).toEqual([id, id === other && resource === 'agent']);
      }
    };
    await expectLines(items, operator);
    expect(JSON.stringify(items)).not.toContain(secret);
    const own = await service.get<{ data: Item[] }>(`/api/v1/changes?since=${follower.cursor}&include=document`, {
      as: { accessKey, secretKey: secret },
    });
    await expectLines(own.body.data, { accessKey, secretKey: secret });
    expect(own.body.data.map(({ cursor }) => cursor)).toEqual(items.map(({ cursor }) => cursor));
    expect(items.map(({ id, resource }) => `${resource} ${id}`)).toContain(`agent ${agent}`);
  });
});
