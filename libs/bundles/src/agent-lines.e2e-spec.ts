import { beforeEach, describe, expect, it } from 'vitest';
import { emptyTables, specStore } from '@testing';
import { account, agent, exportedLines, importLines } from '../../../test/support/bundle-lines.js';

const store = specStore();

beforeEach(() => emptyTables(store.dataSource));

const agents = (...lines: object[]) => importLines(store.dataSource, { accounts: [account(1)], agents: lines });
const exported = () => exportedLines(store.dataSource, 'agents');

describe('lines of agents', () => {
  it('keep a given slug, make one that is missing, and leave it as it is', async () => {
    await agents(agent(1), agent(2, { slug: 'jane-citizen' }), agent(3));
    const slugs = async () => (await exported()).map(({ slug }) => slug);
    expect(await slugs()).toEqual(['jane-citizen-2', 'jane-citizen', 'jane-citizen-3']);
    const again = await agents(agent(1), agent(2), agent(3, { name: 'Joan Citizen' }));
    expect(again.tally.agents).toEqual({ unchanged: 2, updated: 1 });
    expect(await slugs()).toEqual(['jane-citizen-2', 'jane-citizen', 'jane-citizen-3']);
  });

  it('are bad with the slug or the object identifier of another agent', async () => {
    const _id = '01890a5d-ac96-774b-bcce-b302099a8057';
    const { bad } = await agents(agent(1, { slug: 'jane', _id }), agent(2, { slug: 'jane' }), agent(3, { _id }));
    expect(bad).toEqual([
      'agents.ndjson:2: slug: belongs to another agent of the account',
      'agents.ndjson:3: _id: belongs to another agent',
    ]);
  });

  it('take the e-mail in either shape; a text says nothing of the other address', async () => {
    const email = { agency: 'jane@agency.example', crm: 'jane@crm.example' };
    await agents(agent(1, { email }), agent(2, { email: 'joan@agency.example' }));
    const emails = async () => (await exported()).map((line) => line['email']);
    expect(await emails()).toEqual([email, { agency: 'joan@agency.example', crm: '' }]);
    const again = await agents(agent(1, { email: email.agency }), agent(2, { email: { crm: 'joan@crm.example' } }));
    expect(again.tally.agents).toEqual({ unchanged: 1, updated: 1 });
    expect(await emails()).toEqual([email, { agency: '', crm: 'joan@crm.example' }]);
  });

  it('keep the id of the person in feeds, which no other agent of the account may have', async () => {
    const uniqueListingAgentID = 'P1';
    const first = await agents(agent(1, { uniqueListingAgentID }), agent(2, { uniqueListingAgentID }), agent(3));
    expect(first.bad).toEqual(['agents.ndjson:2: uniqueListingAgentID: belongs to another agent of the account']);
    expect((await exported()).map((line) => line['uniqueListingAgentID'])).toEqual(['P1', undefined]);
    const again = await agents(...(await exported()));
    expect(again.tally.agents).toEqual({ unchanged: 2 });
    // A line is complete: without the id, the agent has none.
    await agents(agent(1));
    expect((await agents(agent(3, { uniqueListingAgentID }))).bad).toEqual([]);
    expect((await exported()).map((line) => line['uniqueListingAgentID'])).toEqual([undefined, 'P1']);
  });

  it('without an id are new agents each time', async () => {
    await agents(agent(undefined));
    expect((await agents(agent(undefined))).tally.agents).toEqual({ created: 1 });
    expect((await exported()).map(({ id, slug }) => [id, slug])).toEqual([
      [1, 'jane-citizen'],
      [2, 'jane-citizen-2'],
    ]);
  });
});
