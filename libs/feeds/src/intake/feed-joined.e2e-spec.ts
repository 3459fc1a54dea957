import fc from 'fast-check';
import { expect, it } from 'vitest';
import { walk } from '@testing';
import { entryOf } from '../../../../test/support/feed-entries.js';
import {
  ADDRESS,
  feedOf,
  feedStore,
  freshStore,
  importFeedText,
  storedLine,
} from '../../../../test/support/feed-texts.js';
import { FEED_OUTCOMES, type FeedReport } from './feed-report.js';

const RUNS = walk(12);

const store = feedStore();

interface Said {
  readonly day: number;
  readonly status: string;
  readonly kind: string;
  readonly inner: readonly string[];
  readonly id: string;
}

const entry = ({ day, status, kind, inner, id }: Said) =>
  entryOf(inner.join(''), kind, `modTime="${day ? `2024-03-${day}` : ''}" status="${status}"`).replace(
    '>1<',
    `>${id}<`,
  );

const PERTH = ADDRESS.replace('RICHMOND', 'Perth').replace('vic', 'wa').replace('3121', '6000');
const agent = (at: number, name: string, more = '') =>
  `<listingAgent id="${at}">${name && `<name>${name}</name>`}${more}</listingAgent>`;
const person = (id: string) => `<uniqueListingAgentID>${id}</uniqueListingAgentID>`;

const PARTS = [
  ADDRESS,
  PERTH,
  '<address><suburb>Nowhere</suburb><state>VIC</state><postcode>3999</postcode></address>',
  '<geocode><latitude>-37.9</latitude><longitude>145.2</longitude></geocode>',
  '<headline>First</headline><price>5</price>',
  '<headline>Second</headline><underOffer value="yes"/>',
  '<price display="no">7</price><priceView>About seven</priceView>',
  '<features><garages>2</garages><bedrooms>3</bedrooms></features>',
  '<features><carports>1</carports></features>',
  '<auction date="2024-05-01-10:00"/><authority value="auction"/>',
  '<soldDetails><price>500000</price><date>2024-02-01</date></soldDetails>',
  '<images><img id="m" url="https://x.example/m"/><img id="a" url="https://x.example/a"/></images>',
  '<images><img id="a" url=""/></images><highlight id="2">Two</highlight>',
  '<inspectionTimes><inspection>21-Dec-2024 11:00am to 1:00pm</inspection></inspectionTimes>',
  '<externalLink href="https://x.example/1"/><videoLink href="https://x.example/v"/>',
  agent(1, 'Jane Roe', '<telephone type="BH">1</telephone>'),
  agent(2, 'Jane Roe', `${person('J')}<telephone type="BH">2</telephone><email>j@x.example</email>`),
  agent(1, '', person('J')) + agent(3, 'Bob Bee', '<email>b@x.example</email>'),
  agent(2, '') + agent(4, 'Cat Cee', person('C')),
] as const;

const said = fc.record({
  day: fc.constantFrom(0, 11, 12, 13, 14, 15, 16, 17, 18, 19),
  status: fc.constantFrom('current', 'current', 'sold', 'withdrawn', 'offmarket', 'leased', 'deleted'),
  kind: fc.constantFrom('residential', 'residential', 'rental', 'land'),
  inner: fc.subarray([...PARTS], { maxLength: 4 }),
  id: fc.constantFrom('1', '1', '2'),
});

/** Later times are those of imports. */
const BEGUN = new Date().toISOString();

/** The stored listing, with names of agents in place of ids. Times that were not given are the time of the import. */
async function stored(websiteID: number, uniqueID: string) {
  const line = await storedLine(store.dataSource, uniqueID, undefined, websiteID);
  if (!line) return undefined;
  const { agents, address, modtime, updatedAt, firstdate, createdAt: _createdAt, ...rest } = line;
  for (const identity of ['id', '_id', 'propertyID', 'websiteID'] as const) delete rest[identity];
  delete address._id;
  const names = await store.dataSource.query<{ id: number; name: string }[]>('SELECT id, name FROM agents');
  return {
    ...rest,
    address,
    modtime: modtime === updatedAt ? 'of the import' : modtime,
    firstdate: firstdate && firstdate >= BEGUN ? 'of the import' : firstdate,
    agents: agents.map(({ id, ...agent_ }) => ({ ...agent_, name: names.find((one) => one.id === id)?.name })),
  };
}

/** All else that feeds leave of an account. */
const left = (websiteID: number) =>
  Promise.all(
    [
      `SELECT unique_listing_agent_id, record::jsonb - ARRAY['id','_id','slug','websiteID'] AS record FROM agents
        WHERE website_id = $1 ORDER BY id`,
      'SELECT unique_id, modtime FROM deleted_listings WHERE website_id = $1 ORDER BY unique_id',
    ].map((query) => store.dataSource.query<object[]>(query, [websiteID])),
  );

const told = (reports: readonly FeedReport[]) => ({
  counts: FEED_OUTCOMES.map((outcome) => reports.reduce((sum, report) => sum + report[outcome], 0)),
  problems: reports.flatMap(({ problems }) =>
    problems.map(({ uniqueID, element, problem, done, outcome }) => ({ uniqueID, element, problem, done, outcome })),
  ),
});

it('entries of one feed do what they do in a feed each', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(said, { minLength: 2, maxLength: 10 }), async (all) => {
      await freshStore(store.dataSource);
      const entries = all.map(entry);
      const joined = [await importFeedText(store.dataSource, feedOf(...entries), 12)];
      const single: FeedReport[] = [];
      for (const one of entries) single.push(await importFeedText(store.dataSource, feedOf(one), 13));
      expect(told(joined)).toEqual(told(single));
      for (const id of ['1', '2']) expect(await stored(12, id)).toEqual(await stored(13, id));
      expect(await left(12)).toEqual(await left(13));
    }),
    { numRuns: RUNS },
  );
});

it('entries of one listing are one write of it', async () => {
  const days = Array.from({ length: 9 }, (_, at) => 11 + at);
  const entries = days.map((day) =>
    entry({ day, status: 'current', kind: 'residential', inner: [ADDRESS, `<price>${day}</price>`], id: '1' }),
  );
  await store.dataSource.query(`CREATE TABLE writes (kind text);
    CREATE FUNCTION note_write() RETURNS trigger LANGUAGE plpgsql AS
      'BEGIN INSERT INTO writes VALUES (TG_OP); RETURN NULL; END';
    CREATE TRIGGER noted AFTER INSERT OR UPDATE ON listing_documents FOR EACH ROW EXECUTE FUNCTION note_write()`);
  const joined = await importFeedText(store.dataSource, feedOf(...entries));
  expect(joined).toMatchObject({ created: 1, updated: 8 });
  expect(await store.dataSource.query('SELECT kind FROM writes')).toEqual([{ kind: 'INSERT' }]);
});
