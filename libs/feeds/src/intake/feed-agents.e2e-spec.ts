import { generatedSource } from '@app/bundles';
import { beforeEach, describe, expect, it } from 'vitest';
import { servicesOn, specStore } from '@testing';
import { entryOf } from '../../../../test/support/feed-entries.js';
import {
  ADDRESS,
  countsOf,
  feedOf,
  freshStore,
  importFeedText,
  storedLine,
} from '../../../../test/support/feed-texts.js';

const store = specStore();

beforeEach(async () => {
  await freshStore(store.dataSource);
  day = 0;
});

let day = 0;

/** Imports an entry that is a day later than the one before, twice; the second time must change nothing. */
async function take(inner: string) {
  day += 1;
  const time = `modTime="2024-02-${String(day).padStart(2, '0')}" status="current"`;
  const feed = feedOf(entryOf(ADDRESS + inner, 'residential', time));
  const report = await importFeedText(store.dataSource, feed);
  const stored = await agents();
  expect(countsOf(await importFeedText(store.dataSource, feed))).toEqual({ unchanged: 1 });
  expect(await agents()).toEqual(stored);
  return report;
}

interface StoredAgent {
  readonly id: number;
  readonly person: string;
  readonly record: { readonly name: string; readonly telephone: { readonly number: string }[] } & Record<
    string,
    unknown
  >;
}

const agents = () =>
  store.dataSource.query<StoredAgent[]>(
    'SELECT id, version, unique_listing_agent_id AS person, record FROM agents ORDER BY id',
  );
const names = async () => (await agents()).map(({ record }) => record.name);

/** The names of the agents of the listing, in their order. */
async function listed(): Promise<string> {
  const line = await storedLine(store.dataSource, '1');
  const known = await agents();
  return (line?.agents ?? []).map(({ id }) => known.find((agent) => agent.id === id)?.record.name).join(', ');
}

interface Given {
  readonly order?: number;
  readonly person?: string;
  readonly email?: string;
  readonly phone?: string;
}

const agent = (name: string, { order, person, email, phone }: Given = {}, more = '') =>
  `<listingAgent${order ? ` id="${order}"` : ''}>${name && `<name>${name}</name>`}${
    person ? `<uniqueListingAgentID>${person}</uniqueListingAgentID>` : ''
  }${phone ? `<telephone type="BH">${phone}</telephone>` : ''}${email ? `<email>${email}</email>` : ''}${more}</listingAgent>`;

const OFFICE = 'rentals@x.example';

describe('the agents of a listing', () => {
  beforeEach(() => take(agent('Ann A', { order: 1 }) + agent('Bob B', { order: 2 }) + agent('Cat C', { order: 3 })));

  it.each([
    ['<listingAgent id="2"/>', 'Ann A, Cat C', ['agents: 1 removed (2)']],
    ['<listingAgent id="2"><name/><email/></listingAgent>', 'Ann A, Cat C', ['agents: 1 removed (2)']],
    [agent('Dan D', { order: 2 }), 'Ann A, Dan D, Cat C', []],
    [agent('Dan D', { order: 4 }), 'Ann A, Bob B, Cat C, Dan D', []],
    [agent('Bob B', { order: 1 }), 'Bob B, Cat C', []],
    [agent('Bob B', { order: 1 }) + agent('Ann A', { order: 2 }), 'Bob B, Ann A, Cat C', []],
    [agent('Dan D'), 'Dan D, Bob B, Cat C', []],
    [agent('Cat C'), 'Ann A, Bob B, Cat C', []],
    [agent('Dan D') + agent('Ann A'), 'Dan D, Ann A', ['agents: 1 removed (3)']],
    ['<listingAgent/>', 'Ann A, Bob B, Cat C', []],
    ['<headline>None named</headline>', 'Ann A, Bob B, Cat C', []],
  ])('after %s are %s', async (xml, expected, removed) => {
    const { problems } = await take(xml);
    const lines = problems.filter(({ problem }) => problem.includes('removed'));
    expect(lines.map(({ element, problem }) => `${element}: ${problem}`)).toEqual(removed);
    expect(await listed()).toBe(expected);
  });

  it('keep their orders when another one is removed', async () => {
    await take('<listingAgent id="2"/>');
    await take(agent('Eva E', { order: 3 }));
    expect(await listed()).toBe('Ann A, Eva E');
    await take(agent('Fay F', { order: 2 }));
    expect(await listed()).toBe('Ann A, Fay F, Eva E');
  });

  it('keep their orders in a bundle', async () => {
    await take('<listingAgent id="2"/>');
    const line = await storedLine(store.dataSource, '1');
    expect(line?.agents).toMatchObject([{ id: 1 }, { id: 3, order: 3 }]);
    await servicesOn(store.dataSource).importer.import([generatedSource('listings', [line])]);
    expect((await storedLine(store.dataSource, '1'))?.agents).toEqual(line?.agents);
  });
});

describe('a person', () => {
  it('with the e-mail of another one is somebody else, with a telephone of their own', async () => {
    await take(agent('Jane Roe', { order: 1, email: OFFICE, phone: '1111 1111' }));
    await take(agent('Tom Poe', { order: 1, email: OFFICE, phone: '2222 2222' }));
    const stored = await agents();
    expect(stored.map(({ record }) => [record.name, record.telephone[0]?.number])).toEqual([
      ['Jane Roe', '1111 1111'],
      ['Tom Poe', '2222 2222'],
    ]);
    expect(await listed()).toBe('Tom Poe');
  });

  it.each([
    ['Zoe Müller', 'ZOË MULLER'],
    ['Jane Mary Roe', 'J. Roe'],
    ['Jane Roe', 'Jane Smith'],
    ['Jane Roe', ''],
  ])('%s with the same e-mail is %j', async (first, second) => {
    await take(agent(first, { order: 1, email: OFFICE }));
    await take(agent(second, { order: 1, email: OFFICE.toUpperCase() }));
    expect(await names()).toEqual([first]);
  });

  it.each([
    ['Jane Roe', 'Joan Roe', OFFICE],
    ['Jane Roe', 'Tom Roe', OFFICE],
    ['Jane Roe', 'Jane Roe', 'other@x.example'],
    ['Jane Roe', 'Jane Mary Roe', ''],
    ['Jane Roe', 'Jane Smith', ''],
  ])('%s is not %s with the e-mail %j', async (first, second, email) => {
    await take(agent(first, { order: 1, email: OFFICE }));
    await take(agent(second, { order: 1, email }));
    expect(await names()).toHaveLength(2);
  });

  it('without an e-mail is known by the full name', async () => {
    await take(agent('Zoë Roe', { order: 1 }));
    await take(agent('Mrs ZOE ROE', { order: 1, email: OFFICE }));
    expect(await names()).toEqual(['Zoë Roe']);
  });

  it('without an e-mail gets the first one, which tells people of one name apart', async () => {
    await take(agent('Jane Roe', { order: 1 }));
    await take(agent('Jane Roe', { order: 1, email: OFFICE }));
    await take(agent('Jane Smith', { order: 1, email: OFFICE }));
    expect(await names()).toEqual(['Jane Roe']);
    await take(agent('Jane Roe', { order: 1, email: 'other@x.example' }));
    expect((await agents()).map(({ record }) => record['email'])).toMatchObject([
      { agency: OFFICE },
      { agency: 'other@x.example' },
    ]);
    await take(agent('Jane Roe', { order: 1 }));
    expect(await names()).toHaveLength(2);
  });

  it.each([
    [['', 'a@x.example', 'b@x.example']],
    [['a@x.example', '', 'b@x.example']],
    [['a@x.example', 'b@x.example', '']],
  ])('with the e-mails %j in one feed is two people', async (emails) => {
    const entries = emails.map((email, at) =>
      entryOf(ADDRESS.replace('39', `${at}`) + agent('Jane Roe', { email })).replace('ID>1<', `ID>${at}<`),
    );
    await importFeedText(store.dataSource, feedOf(entries[0] ?? ''));
    await importFeedText(store.dataSource, feedOf(...entries));
    expect((await agents()).map(({ record }) => record['email'])).toMatchObject([
      { agency: 'a@x.example' },
      { agency: 'b@x.example' },
    ]);
  });

  it('without a name is the only one with the e-mail, else somebody who is called like it', async () => {
    await take(agent('Jane Roe', { order: 1, email: OFFICE }));
    await take(agent('', { order: 1, email: OFFICE }));
    expect(await listed()).toBe('Jane Roe');
    await take(agent('Tom Poe', { order: 1, email: OFFICE }));
    for (const _ of [1, 2]) await take(agent('', { order: 1, email: OFFICE }));
    expect(await names()).toEqual(['Jane Roe', 'Tom Poe', 'rentals']);
  });

  it('who is named twice by one id stands in the listing once', async () => {
    await take(agent('Jane Roe', { order: 1, person: 'P1' }) + agent('', { order: 2, person: 'P1', email: OFFICE }));
    expect(await agents()).toMatchObject([{ record: { name: 'Jane Roe', email: { agency: OFFICE } } }]);
    expect(await listed()).toBe('Jane Roe');
  });

  it('is known by the id, whatever else changes', async () => {
    await take(agent('Jane Roe', { order: 1, person: 'P1', email: OFFICE, phone: '1111 1111' }));
    expect(await agents()).toMatchObject([{ person: 'P1' }]);
    await take(agent('', { order: 1, person: 'P1' }));
    expect(await agents()).toMatchObject([{ record: { name: 'Jane Roe', telephone: [{ number: '1111 1111' }] } }]);
    await take(agent('Jane Smith', { order: 1, person: 'P1' }));
    expect(await agents()).toMatchObject([
      { record: { name: 'Jane Smith', firstname: 'Jane', lastname: 'Smith', email: { agency: OFFICE } } },
    ]);
    await take(agent('Ella Mae Jones', { order: 1, person: 'P1', email: 'ella@x.example', phone: '3333 3333' }));
    expect(await agents()).toMatchObject([
      { record: { name: 'Ella Mae Jones', email: { agency: 'ella@x.example' }, telephone: [{ number: '3333 3333' }] } },
    ]);
    expect(await listed()).toBe('Ella Mae Jones');
  });

  it('is known by the id, and a field that is given as empty is cleared', async () => {
    const networks = '<facebookURL>https://f.example</facebookURL><agentPhoto>https://p.example</agentPhoto>';
    const mobile = '<telephone type="mobile">2222 2222</telephone>';
    const given = { order: 1, person: 'P1' };
    await take(agent('Jane Roe', { ...given, email: OFFICE, phone: '1111 1111' }, mobile + networks));
    const fields = async () => (await agents()).map(({ record }) => record)[0];
    await take(agent('Jane Roe', { order: 1, email: OFFICE }, '<telephone/><facebookURL/>'));
    await take(agent('', given));
    const before = await fields();
    expect(before).toMatchObject({ profileImage: 'https://p.example', telephone: [{}, {}] });
    await take(agent('', given, '<telephone type="MOBILE"/>'));
    expect(await fields()).toMatchObject({ telephone: [{ number: '1111 1111' }], email: { agency: OFFICE } });
    await take(
      agent('', given, '<name/><email> </email><telephone type="AH">3</telephone><facebookURL/><agentPhoto/>'),
    );
    expect(await fields()).toMatchObject({
      name: 'Jane Roe',
      email: { agency: '' },
      profileImage: '',
      socialMedia: { networkA: '' },
      telephone: [{ number: '3' }, { number: '1111 1111' }],
    });
    await take(agent('', given, '<telephone/>'));
    expect((await fields())?.telephone).toEqual([]);
  });

  it('with another id is somebody else, whatever agrees', async () => {
    await take(agent('Jane Roe', { order: 1, person: 'P1', email: OFFICE }));
    await take(agent('Jane Roe', { order: 1, person: 'P2', email: OFFICE }));
    expect((await agents()).map(({ person }) => person)).toEqual(['P1', 'P2']);
    await take(agent('Jane Roe', { order: 1, email: OFFICE }));
    expect(await names()).toHaveLength(2);
  });

  it('gets the id of the first entry that has one', async () => {
    await take(agent('Jane Roe', { order: 1, email: OFFICE }));
    await take(
      `<listingAgent id="1" uniqueListingAgentID="P1"><name>Jane Roe</name><email>${OFFICE}</email></listingAgent>`,
    );
    expect(await agents()).toMatchObject([{ person: 'P1' }]);
  });

  it('of whom only an unknown id is given is left out, with a note', async () => {
    await take(agent('Jane Roe', { order: 1 }));
    const { problems } = await take(agent('', { order: 2, person: 'P9' }));
    expect(problems).toMatchObject([{ element: 'listingAgent', done: 'left out' }]);
    expect(await listed()).toBe('Jane Roe');
  });

  it('has an id in the account alone', async () => {
    await take(agent('Jane Roe', { order: 1, person: 'P1' }));
    const other = feedOf(entryOf(ADDRESS + agent('Jane Roe', { person: 'P1' }), 'residential'));
    expect(countsOf(await importFeedText(store.dataSource, other, 13))).toEqual({ created: 1 });
    expect(await names()).toHaveLength(2);
  });

  it('is not renamed by an entry that is out of date', async () => {
    await take(agent('Jane Roe', { order: 1, person: 'P1' }));
    const late = entryOf(
      agent('Old Name', { order: 1, person: 'P1' }),
      'residential',
      'modTime="2020-01-01" status="current"',
    );
    expect(countsOf(await importFeedText(store.dataSource, feedOf(late)))).toEqual({ stale: 1 });
    expect(await names()).toEqual(['Jane Roe']);
  });
});

describe('the profile of a person', () => {
  const profile = (name: string) => `<facebookURL>https://facebook.com/${name}</facebookURL>
    <linkedInURL>https://linkedin.com/${name}</linkedInURL><twitterURL>twitter.com/${name}</twitterURL>
    <instagramUrl>https://instagram.com/${name}</instagramUrl><photo url="https://x.example/${name}.jpg"/>`;
  const networks = (name: string) => ({
    networkA: `https://facebook.com/${name}`,
    networkB: `https://linkedin.com/${name}`,
    networkC: `https://twitter.com/${name}`,
    networkD: `https://instagram.com/${name}`,
    networkE: '',
  });

  it('has the photo and the social networks', async () => {
    const { problems } = await take(agent('Jane Roe', { order: 1 }, profile('jane')));
    expect(problems).toEqual([]);
    const first = { profileImage: 'https://x.example/jane.jpg', socialMedia: networks('jane') };
    expect(await agents()).toMatchObject([{ record: first }]);
    await take(agent('Jane Roe', { order: 1 }, profile('other')));
    expect(await agents()).toMatchObject([{ record: first }]);
    await take(agent('Jane Roe', { order: 1, person: 'P1' }, profile('new')));
    expect(await agents()).toMatchObject([{ record: { socialMedia: networks('new') } }]);
  });

  it('gets what is missing', async () => {
    await take(agent('Jane Roe', { order: 1 }));
    await take(agent('Jane Roe', { order: 1 }, profile('jane')));
    expect(await agents()).toMatchObject([{ record: { socialMedia: networks('jane') } }]);
  });
});
