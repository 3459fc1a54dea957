import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { generatedSource } from '@app/bundles';
import {
  ADDRESS,
  countsOf,
  events,
  feedAccount,
  feedOf,
  feedStore,
  importFeedText,
  storedLine,
} from '../support/feed-texts.js';
import { entryOf } from '../support/feed-entries.js';
import { servicesOn, specFolder } from '@testing';

const store = feedStore();
const folder = specFolder('meanings');
let day = 0;

/** Imports an entry of listing 1, later than the previous ones. Importing its export again, every third time, changes nothing. */
async function take(inner: string, status = 'current', kind = 'residential') {
  const modTime = new Date(Date.UTC(2024, 0, (day += 1))).toISOString().slice(0, 10);
  const { problems } = await importFeedText(
    store.dataSource,
    feedOf(entryOf(inner, kind, `modTime="${modTime}" status="${status}"`)),
  );
  if (day % 3 === 0) await expectRoundTrip();
  return problems.map(({ element, problem, done }) => `${element}: ${problem}: ${done}`);
}

async function expectRoundTrip(): Promise<void> {
  const path = join(folder, 'out.xml');
  await servicesOn(store.dataSource).reaxml.export(12, path);
  const again = await importFeedText(store.dataSource, await readFile(path));
  expect(Object.keys(countsOf(again))).toEqual(['unchanged']);
}

const line = async () => {
  const found = await storedLine(store.dataSource, '1');
  if (!found) throw new Error('no listing');
  return found;
};

describe('a listing that its sender hides (B65)', () => {
  it.each([
    '<extraFields><hiddenListing>1</hiddenListing></extraFields>',
    '<extraFields><eField name="HIDDEN_LISTING">yes</eField></extraFields>',
    '<extraFields><extraField name="hiddenListing" value="true"/></extraFields>',
    '<extraFields name="hiddenListing" value="1"/>',
    '<extraFields><extraField><name>hiddenListing</name><value>1</value></extraField></extraFields>',
    '<extraField name="hiddenListing">1</extraField>',
    '<eField name="hiddenListing" value="Y"/>',
    '<hiddenListing value="1"/>',
    '<isHidden>Y</isHidden>',
  ])('by %s is stored as off market, until an entry shows it', async (mark) => {
    await take(ADDRESS);
    const [note] = await take(mark);
    expect(note).toMatch(/: hides the listing: stored as offmarket$/);
    await take('<price>500000</price>');
    expect(await line()).toMatchObject({ status: 'offmarket', isOffMarket: true });
    await take('', 'sold');
    expect((await line()).status).toBe('offmarket');
    await take('<extraFields><hiddenListing>0</hiddenListing></extraFields>');
    expect(await line()).toMatchObject({ status: 'current', isOffMarket: false });
  });

  it.each([
    '<extraFields><OffMarketListing>1</OffMarketListing><hiddenListing>0</hiddenListing></extraFields>',
    '<extraFields><eField name="off-market">1</eField></extraFields>',
    '<off_market>1</off_market>',
    '<isOffMarket value="true"/>',
  ])('by %s is current and off market', async (mark) => {
    await take(ADDRESS + mark);
    expect(await line()).toMatchObject({ status: 'current', isOffMarket: true });
    await take('<off_market>0</off_market>');
    expect(await line()).toMatchObject({ status: 'current', isOffMarket: false });
  });

  it('is also hidden by its status', async () => {
    await take(ADDRESS, 'Hidden');
    expect((await line()).status).toBe('offmarket');
  });
});

describe('files (B66)', () => {
  const file = (id: string, url: string, usage: string, more = '') =>
    `<attachment id="${id}" usage="${usage}" url="https://x.example/${url}"${more}/>`;
  const files = async () =>
    (await line()).documents.map(({ url, type }) => `${type}=${url.split('/').at(-1)}`).join(' ');

  it('of `media` are all attachments, and there is one statement of information', async () => {
    await take(`${ADDRESS}<objects><document id="1" url="https://x.example/d"/></objects>
      <media>${file('1', 'old', 'statementOfInformation')}${file('2', 'b', 'agentPhoto')}</media>`);
    await take(`<media>${file('h', 'new', 'SOI')}</media>`);
    expect(await files()).toBe('document=d statementOfInformation=new');
    const notes = await take(`<media>${file('x', '1', 'SOI', ' modTime="2024-03-02"')}
      ${file('y', '2', 'statement of information', ' modTime="2024-03-01"')}</media>`);
    expect(notes[0]).toBe('attachment: is not the newest statement of information: left out');
    expect(await files()).toBe('document=d statementOfInformation=1');
    await take('<media><attachment id="z" usage="SOI" url="ftp://x"/></media>');
    expect(await files()).toBe('document=d statementOfInformation=1');
    await take('<media/>');
    expect(await files()).toBe('document=d');
    const titled = (id: string) =>
      `<document id="${id}" url="https://x.example/${id}" title="Statement of Information"/>`;
    await take(`<objects>${titled('5')}${titled('6')}</objects>`);
    expect(await files()).toBe('document=d document=6');
    await take(`<media>${file('7', '7', 'SOI')}</media>`);
    expect(await files()).toBe('document=d statementOfInformation=7');
  });

  it.each([
    ['2024-03-02', '2024-03-01', 'document=d'],
    ['2024-03-01', '2024-03-02', 'statementOfInformation=a'],
    ['', '', 'statementOfInformation=a'],
  ])('of the times %j and %j have one statement in `objects` and `media`', async (one, other, expected) => {
    const titled = `<document id="1" url="https://x.example/d" title="Statement of Information" modTime="${one}"/>`;
    const xml = `<objects>${titled}</objects><media>${file('1', 'a', 'SOI', ` modTime="${other}"`)}</media>`;
    expect(await take(ADDRESS + xml, 'offmarket')).toContainEqual(
      expect.stringMatching(/: is not the newest statement of information: left out$/),
    );
    expect(await files()).toBe(expected);
    await take(`<media>${file('2', 'b', 'SOI')}</media>`, 'withdrawn');
    await take('', 'current');
    expect(await files()).toBe('statementOfInformation=b');
  });

  it('lose their old ids if they are sent with others', async () => {
    const images = (ids: string) =>
      [...ids].map((id, at) => `<img id="${id}" url="https://x.example/p${at}.jpg"/>`).join('');
    // An export has letters.
    await importFeedText(store.dataSource, feedOf(entryOf(`${ADDRESS}<objects>${images('1234')}</objects>`)));
    expect(await take(`<images>${images('mabc')}</images>`)).toEqual([]);
    expect((await line()).images.map(({ id, url }) => `${id}${url.slice(-5, -4)}`)).toEqual(['m0', 'a1', 'b2', 'c3']);
  });

  it('have the time of their replacement; a later time is a change of images', async () => {
    const image = (time: string) => `<images><img id="m" url="https://x.example/m"${time}/></images>`;
    await take(ADDRESS + image(' modTime="2024-01-01-09:00:00"'));
    await take(image(' modTime="2024-01-05-09:00:00"'));
    expect((await line()).images[0]?.modtime).toBe('2024-01-04T22:00:00.000Z');
    for (const time of ['', ' modTime="2024-01-01-09:00:00"']) {
      await take(image(time));
      expect((await line()).images[0]?.modtime).toBe('2024-01-04T22:00:00.000Z');
    }
    expect((await events(store.dataSource)).map(({ kind }) => kind)).toContain('images');
  });
});

describe('markup in texts (B69)', () => {
  it.each([
    [
      '<![CDATA[Close to caf&eacute;s.<br /><br />Call <a href="https://x.example/?a=1&amp;b=2">us</a>.]]>',
      'Close to cafés.\n\nCall us.',
    ],
    ['&lt;p&gt;One&lt;/p&gt;&lt;p&gt;Two &amp;amp; three&lt;/p&gt;', 'One\n\nTwo & three'],
    ['<![CDATA[<ul><li>Pool</li><li>Spa &#8211; heated</li></ul>]]>', '- Pool\n- Spa – heated'],
    ['<![CDATA[Caf&amp;eacute; &amp;amp; bar<style>p { color: red }</style>]]>', 'Café & bar'],
    ['<![CDATA[< 5 min to <3 bedrooms> & R&D; 3 > 2]]>', '< 5 min to <3 bedrooms> & R&D; 3 > 2'],
  ])('%s', async (written, plain) => {
    await take(`${ADDRESS}<description>${written}</description>`);
    expect((await line()).description).toBe(plain);
  });
});

it('a text is found by its words, not by its markup', async () => {
  const found = async (words: string) => {
    const [row] = await store.dataSource.query<{ count: number }[]>(
      `SELECT count(*)::int AS count FROM listing_words WHERE words @@ to_tsquery('simple', $1)`,
      [words],
    );
    return row?.count;
  };
  await take(
    `${ADDRESS}<description><![CDATA[Close to caf&eacute;s. <a href="https://x.example/">Call</a>]]></description>`,
  );
  expect([await found('cafes'), await found('eacute'), await found('href')]).toEqual([1, 0, 0]);
});

describe('an auction (B69)', () => {
  const AUCTION = '<authority value="auction"/><auction date="2030-05-04T11:00:00"/>';
  const result = (more = '') => `<auctionOutcome><auctionResult type="passed-in"/>${more}</auctionOutcome>`;
  const date = '2030-05-04T01:00:00.000Z';

  it.each([
    ['with a result is over', AUCTION + result(), {}, date],
    [
      'with a result of its day is over',
      AUCTION + result('<auctionDate>2030-05-04</auctionDate>'),
      {},
      '2030-05-03T14:00:00.000Z',
    ],
    [
      'after the result of an earlier one is coming',
      AUCTION + result('<auctionDate>2030-04-01</auctionDate>'),
      { date },
      '2030-03-31T13:00:00.000Z',
    ],
  ])('%s', async (_, xml, auctionDetails, over) => {
    await take(ADDRESS + xml);
    expect(await line()).toMatchObject({
      auctionDetails,
      details: { auctionOutcome: { result: 'passed-in', date: over } },
    });
    expect((await line()).auctionDetails).toEqual(auctionDetails);
  });

  it('ends with its authority, unless the date is sent again', async () => {
    await take(ADDRESS + AUCTION);
    await take('<authority value="exclusive"/>');
    expect((await line()).auctionDetails).toEqual({});
    await take('<authority value="exclusive"/><auction date="2030-05-04T11:00:00"/>');
    expect((await line()).auctionDetails).toEqual({ date });
  });
});

describe('values in unusual elements', () => {
  it.each([
    [
      '<features><ecoFriendly><solarPanels>1</solarPanels></ecoFriendly></features>',
      { ecoFriendly: { solarPanels: true } },
    ],
    ['<features><landSize unit="hectare">2</landSize></features>', { landDetails: { area: { value: 20_000 } } }],
    [
      '<landDetails><area unit="squareMeter">5</area></landDetails><features><landArea>9</landArea></features>',
      { landDetails: { area: { value: 5 } } },
    ],
    [
      '<features><bedrooms>3+1</bedrooms><garages>2 + 1</garages></features>',
      { features: { bedrooms: 3, garages: 2 } },
    ],
    [
      '<features><bathrooms>2 and powder room</bathrooms><carports>1 & 1</carports><toilets>3 + study</toilets></features>'.replace(
        '&',
        '&amp;',
      ),
      { features: { bathrooms: 2, carports: 1, toilets: 3 } },
    ],
    ['<features><bedrooms>0</bedrooms></features>', { features: { bedrooms: 0 } }],
    ['<features><otherFeatures>0</otherFeatures></features>', { features: { otherFeatures: '' } }],
    ['<landDetails><area unit="squareMeter">1.2 ha</area></landDetails>', { landDetails: { area: { value: 12_000 } } }],
    [
      '<auction date="">Saturday 5th December 2026 at 11am</auction>',
      { auctionDetails: { date: '2026-12-05T00:00:00.000Z' } },
    ],
    [
      '<images><img id="m" url="https://x.example/a b?c=1&amp;amp;d=2"/></images>',
      { images: [{ url: 'https://x.example/a%20b?c=1&d=2' }] },
    ],
    ['<description>One&#13;&#10;&#13;&#10;Two</description>', { description: 'One\n\nTwo' }],
    ['<price display="range">650000</price>', { price: { value: 650_000, display: false } }],
  ])('%s', async (xml, expected) => {
    await take(ADDRESS + xml);
    expect(await line()).toMatchObject(expected);
  });

  it.each(['rural', 'land', 'commercial', 'business'])(
    'of 0 bedrooms remove the number from a %s listing',
    async (kind) => {
      await take(`${ADDRESS}<features><bedrooms>2</bedrooms></features>`, 'current', kind);
      await take('<features><bedrooms>0</bedrooms></features>', 'current', kind);
      expect((await line()).features.bedrooms).toBeUndefined();
    },
  );

  it.each(['sold', 'leased', 'withdrawn'])(
    'of underOffer end with the status %s, even if the entry repeats them',
    async (status) => {
      const kind = status === 'leased' ? 'rental' : 'residential';
      for (const offer of ['', '<underOffer value="yes"/>']) {
        await take(`${ADDRESS}<underOffer value="yes"/>`, 'current', kind);
        if (kind !== 'rental') expect((await line()).underOffer).toBe(true);
        await take(offer, status, kind);
        expect((await line()).underOffer).toBe(false);
      }
    },
  );

  it('of false for heating and 0 for a street number are absent', async () => {
    await take(
      `${ADDRESS.replace('>39<', '>0<').replace('<street>', '<subNumber>0</subNumber><lotNumber>00</lotNumber>$&')}<features><heating type="gas">false</heating><hotWaterService type="solar">no</hotWaterService></features>`,
    );
    const { address, details, features, ecoFriendly } = await line();
    expect({ ...features, ...ecoFriendly }).toMatchObject({ gasHeating: false, solarHotWater: false });
    const { subNumber, lotNumber, streetNumber } = address;
    expect({ subNumber, lotNumber, streetNumber, details }).toEqual({
      subNumber: '',
      lotNumber: '',
      streetNumber: '',
      details: undefined,
    });
  });
});

describe('an agent of another office (B68)', () => {
  const agent = (id: string, name: string, more = '', inner = '') =>
    `<listingAgent id="${id}"${more}><name>${name}</name>${inner}</listingAgent>`;
  const other = (office: string, id = '2', name = 'Zoe Other') =>
    agent(id, name, '', `<agentID>${office}</agentID><telephone>1</telephone><email>z@z.example</email>`);
  const bringAccount = async (account: object) => {
    const { files } = await servicesOn(store.dataSource).importer.import([generatedSource('accounts', [account])]);
    expect(files).toMatchObject([{ rejected: 0 }]);
  };
  const names = async () => {
    const rows = await store.dataSource.query<{ name: string }[]>(
      `SELECT website_id || ' ' || name AS name FROM agents ORDER BY id`,
    );
    return rows.map(({ name }) => name);
  };
  const listed = async () => {
    const { agents, details } = await line();
    return { agents: agents.map(({ id, order }) => [id, order]), others: details?.otherAgents };
  };

  it('is shown only with the listing, until the office belongs to the account', async () => {
    const [note] = await take(ADDRESS + agent('1', 'Own A') + other(' FCASEZ ') + agent('3', 'Own B'));
    expect(note).toBe('listingAgent: "Zoe Other" is of the office "FCASEZ": shown with the listing alone');
    const zoe = {
      agentID: 'FCASEZ',
      name: 'Zoe Other',
      telephone: [{ number: '1', type: 'BH' }],
      email: 'z@z.example',
      profileVisibility: true,
      order: 2,
    };
    expect((await listed()).others).toEqual([zoe]);
    expect(await names()).toEqual(['12 Own A', '12 Own B']);
    await take(agent('2', 'Zoe Other', ' displayAgentProfile="no"', '<agentID>fcasez</agentID>'));
    expect((await listed()).others).toEqual([{ ...zoe, agentID: 'fcasez', profileVisibility: false }]);
    await take('<listingAgent id="1"/>');
    expect(await listed()).toMatchObject({ agents: [[expect.anything(), 3]], others: [{ order: 2 }] });
    await take(other('xnwxnw', '4'));
    expect(await names()).toEqual(['12 Own A', '12 Own B', '12 Zoe Other']);
    expect(await listed()).toMatchObject({
      agents: [
        [expect.anything(), 3],
        [expect.anything(), 4],
      ],
      others: undefined,
    });
    await take(other('FCASEZ', '4'));
    expect(await listed()).toMatchObject({ agents: [[expect.anything(), 3]], others: [{ order: 4 }] });
    await take('<listingAgent id="4"/>');
    expect((await line()).details).toBeUndefined();
  });

  it.each(['<agentID/>', '<agentID> xnwxnw </agentID>', ''])('is ignored with %j', async (office) => {
    await take(ADDRESS + agent('1', 'Own A', '', office));
    expect(await names()).toEqual(['12 Own A']);
  });

  it('of a main account with sub-accounts is linked if the account has the person, and is never written', async () => {
    const person = '<uniqueListingAgentID>P1</uniqueListingAgentID>';
    const time = 'modTime="2024-01-01" status="current"';
    await importFeedText(
      store.dataSource,
      feedOf(entryOf(ADDRESS + agent('1', 'Zoe Other', '', person), 'land', time)),
      13,
    );
    const [zoe] = await store.dataSource.query<{ id: number; record: unknown }[]>('SELECT id, record FROM agents');
    const held = { ...feedAccount(13), feedAgentIDs: ['FCASEZ'] };
    await bringAccount(held);
    await take(ADDRESS + agent('1', 'Own A') + other('fcasez'));
    expect(await listed()).toMatchObject({ agents: [[expect.anything(), undefined]], others: [{ order: 2 }] });
    await bringAccount({ ...held, type: 'sub-account', subsiteDetails: { mainWebsiteID: 12 } });
    const changed = `${person}<facebookURL>https://f.example</facebookURL>`;
    await take(other('fcasez', '2', 'Zoe Changed').replace('<name>', `${changed}$&`));
    expect(await listed()).toMatchObject({ agents: [{}, [zoe?.id, undefined]], others: undefined });
    await take(other('fcasez', '3', 'New Person'));
    expect((await listed()).others).toMatchObject([{ name: 'New Person', order: 3 }]);
    expect(await names()).toEqual(['13 Zoe Other', '12 Own A']);
    expect(await store.dataSource.query('SELECT id, record FROM agents ORDER BY id LIMIT 1')).toEqual([zoe]);
  });

  it('of an office with listings in the account belongs to the account', async () => {
    await importFeedText(
      store.dataSource,
      feedOf(entryOf(ADDRESS, 'land', 'modTime="2024-01-01" status="current"').replace('XNWXNW', 'FCASEZ')),
    );
    await take(ADDRESS + other('FCASEZ'));
    expect(await names()).toEqual(['12 Zoe Other']);
  });
});

it.each(['Richmond VIC 3121', 'RICHMOND (VIC)', 'Richmond, Victoria'])(
  'the suburb %s is recognized as Richmond',
  async (suburb) => {
    const whole = `<address><streetNumber>39</streetNumber><street>Main Road</street><suburb>${suburb}</suburb></address>`;
    await take(whole);
    const { suburb: stored, state, postcode } = (await line()).address;
    expect({ stored, state, postcode }).toEqual({ stored: 'Richmond', state: 'VIC', postcode: '3121' });
  },
);

it('impossible coordinates leave the centre of the suburb', async () => {
  for (const given of [
    '<latitude>0</latitude><longitude>0</longitude>',
    '<latitude>145</latitude><longitude>-33</longitude>',
  ]) {
    await take(ADDRESS.replace('</address>', `${given}</address>`));
    expect(await line()).toMatchObject({
      address: { latitude: '-37.82', longitude: '145' },
      locationAccuracy: 'suburb',
    });
  }
});

it.each([
  ['$350 per sqm', { commercialRent: { period: 'annual' }, details: { rentPerSquareMetre: { min: 350, max: 350 } } }],
  ['$300 - $350/m2 p.a.', { details: { rentPerSquareMetre: { min: 300, max: 350 } } }],
])('a commercial rent of %s is per square metre', async (rent, expected) => {
  await take(`${ADDRESS}<commercialRent>${rent}</commercialRent>`, 'current', 'commercial');
  expect(await line()).toMatchObject(expected);
  expect((await line()).commercialRent?.value).toBeUndefined();
});

it('a return may have words after the percentage', async () => {
  await take(`${ADDRESS}<return>6.1% net</return>`, 'current', 'commercial');
  expect((await line()).details?.return).toBe(6.1);
});

describe('a range of prices (B67)', () => {
  const priced = async () => {
    const [row] = await store.dataSource.query<{ price: number | null }[]>('SELECT price FROM listings');
    const { price, details } = await line();
    return { compared: row?.price, value: price.value ?? price.rent?.price, range: details?.priceRange };
  };

  it.each([
    ['commercial', '<price><range><min>450000</min><max>550000</max></range></price>', 450_000, 550_000],
    ['residential', '<price>$1.1 - 1.2 million</price>', 1_100_000, 1_200_000],
    ['rental', '<rent period="week">650 - 700 pw</rent>', 650, 700],
    ['rental', '<rent period="week">$650 to $700</rent>', 650, 700],
    ['rental', '<rent period="week">650-700</rent>', 650, 700],
  ])('of a %s listing, %s, is compared by its lower end', async (kind, xml, min, max) => {
    await take(ADDRESS + xml, 'current', kind);
    expect(await priced()).toEqual({ compared: min, value: undefined, range: { min, max } });
  });
});
