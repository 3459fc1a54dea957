import { beforeEach, describe, expect, it } from 'vitest';
import { emptyTables, specStore } from '@testing';
import { account, agent, exportedLines, importLines } from '../../../test/support/bundle-lines.js';

const store = specStore();

beforeEach(() => emptyTables(store.dataSource));

const agents = (...lines: object[]) => importLines(store.dataSource, { accounts: [account(1)], agents: lines });
const exported = () => exportedLines(store.dataSource, 'agents');

describe('lines of agents', () => {
  it('keep a supplied slug, make a missing one, and do not change it later', async () => {
    await agents(agent(1), agent(2, { slug: 'jane-citizen' }), agent(3));
    const slugs = async () => (await exported()).map(({ slug }) => slug);
    expect(await slugs()).toEqual(['jane-citizen-2', 'jane-citizen', 'jane-citizen-3']);
    const again = await agents(agent(1), agent(2), agent(3, { name: 'Joan Citizen' }));
    expect(again.tally.agents).toEqual({ unchanged: 2, updated: 1 });
    expect(await slugs()).toEqual(['jane-citizen-2', 'jane-citizen', 'jane-citizen-3']);
  });

  it('are rejected with the slug or the _id of another agent', async () => {
    const _id = '01890a5d-ac96-774b-bcce-b302099a8057';
    const { bad } = await agents(agent(1, { slug: 'jane', _id }), agent(2, { slug: 'jane' }), agent(3, { _id }));
    expect(bad).toEqual([
      'agents.ndjson:2: slug: belongs to another agent of the account',
      'agents.ndjson:3: _id: belongs to another agent',
    ]);
  });

  it('accept the e-mail in either form; a plain text does not change the other address', async () => {
    const email = { agency: 'jane@agency.example', crm: 'jane@crm.example' };
    await agents(agent(1, { email }), agent(2, { email: 'joan@agency.example' }));
    const emails = async () => (await exported()).map((line) => line['email']);
    expect(await emails()).toEqual([email, { agency: 'joan@agency.example', crm: '' }]);
    const again = await agents(agent(1, { email: email.agency }), agent(2, { email: { crm: 'joan@crm.example' } }));
    expect(again.tally.agents).toEqual({ unchanged: 1, updated: 1 });
    expect(await emails()).toEqual([email, { agency: '', crm: 'joan@crm.example' }]);
  });

  it('have names, e-mails and links without the spaces around them; a name of spaces is refused', async () => {
    const { bad } = await agents(
      agent(1, { name: ' Jane  Citizen\n', email: ' jane@agency.example ', profileLink: '\thttps://jane.example ' }),
      agent(2, { name: ' \t', profileLink: 'www.joan.example', email: { crm: ' ' }, profileImage: ' ' }),
    );
    expect(bad.map((line) => line.replace('agents.ndjson:', ''))).toEqual([
      '2: name: must be text of 1 to 500 characters that is not blank, without NUL',
      '2: profileLink: must begin with https:// or http://: the scheme is missing',
    ]);
    const given = { name: 'Jane  Citizen', email: { agency: 'jane@agency.example', crm: '' }, slug: 'jane-citizen' };
    expect(await exported()).toMatchObject([{ ...given, profileLink: 'https://jane.example' }]);
  });

  it('keep the id of the person in feeds, which must be unique within the account', async () => {
    const uniqueListingAgentID = 'P1';
    const first = await agents(agent(1, { uniqueListingAgentID }), agent(2, { uniqueListingAgentID }), agent(3));
    expect(first.bad).toEqual(['agents.ndjson:2: uniqueListingAgentID: belongs to another agent of the account']);
    expect((await exported()).map((line) => line['uniqueListingAgentID'])).toEqual(['P1', undefined]);
    const again = await agents(...(await exported()));
    expect(again.tally.agents).toEqual({ unchanged: 2 });
    // A line is complete: without the id, the agent loses it.
    await agents(agent(1));
    expect((await agents(agent(3, { uniqueListingAgentID }))).bad).toEqual([]);
    expect((await exported()).map((line) => line['uniqueListingAgentID'])).toEqual([undefined, 'P1']);
  });

  it('create new agents each time if they have no id', async () => {
    await agents(agent(undefined));
    expect((await agents(agent(undefined))).tally.agents).toEqual({ created: 1 });
    expect((await exported()).map(({ id, slug }) => [id, slug])).toEqual([
      [1, 'jane-citizen'],
      [2, 'jane-citizen-2'],
    ]);
  });
});
