import { beforeAll, describe, expect, it } from 'vitest';
import { entryOf, fixture, readListings, readOne, type ListingView } from '../../../../test/support/feed-entries.js';

describe('every kind of listing', () => {
  const byId = new Map<string, ListingView>();
  const of = (uniqueID: string) => byId.get(uniqueID);

  beforeAll(async () => {
    for (const listing of await readListings(fixture('all-kinds')))
      if (listing.kind === 'listing') byId.set(listing.uniqueID, listing);
  });

  it('has a listing type', () => {
    const types = [...byId].map(([id, { listingType }]) => `${id} ${listingType}`);
    expect(types).toEqual([
      'res-1 residential',
      'rent-1 rental',
      'holiday-1 rental',
      'land-1 land',
      'rural-1 rural',
      'com-1 commercial',
      'comland-1 commercial',
      'bus-1 business',
    ]);
  });

  it('residential', () => {
    expect(of('res-1')).toMatchObject({
      patch: {
        // A hidden suburb hides the address.
        address: { display: false, streetview: false },
        features: {
          bathrooms: 2,
          ensuite: 1,
          reverseCycleAircon: true,
          splitSystemAircon: true,
          poolInGround: false,
          poolAboveGround: true,
          outsideSpa: true,
          gasHeating: true,
        },
        ecoFriendly: { waterTank: true, greyWaterSystem: false, solarHotWater: true },
        buildingDetails: { area: { value: 142.5, unit: 'squareMeter' } },
        details: {
          priceTax: 'exempt',
          plusSAV: true,
          site: 'Harbour Tower',
          region: 'Inner',
          heating: 'GDH',
          hotWaterService: 'solar',
          idealFor: ['investors', 'couples'],
          views: ['water'],
          auctionOutcome: { result: 'passed-in' },
          yearBuilt: '1998',
          otherAreas: [{ of: 'ground', value: 80 }],
        },
      },
      times: { outcome: null },
      agents: [
        { name: 'Bo Chan', profileVisibility: true },
        { name: 'Ana Lee', profileVisibility: false },
      ],
      notes: [
        { element: 'price', problem: '"range" is neither yes nor no', done: 'read as no' },
        { element: 'bathrooms', problem: '"2.5" is not a whole number: read as 2', done: 'kept' },
        { element: 'ensuite', problem: '"yes" is not a number: read as 1', done: 'kept' },
        { element: 'payTV', problem: '"maybe" is neither yes nor no', done: 'left out' },
        { element: 'flyingFox', problem: 'is not known', done: 'left out' },
        { element: 'img', problem: '"b.jpg" is a file without an address', done: 'left out' },
        { element: 'img', problem: '"javascript:alert(1)" is not an http or https address', done: 'left out' },
      ],
    });
  });

  it('says nothing of what is private', () => {
    const all = JSON.stringify([...byId.values()]);
    expect(all).not.toMatch(/not-to-be-seen|nobody|Secret|0499|hidden|PO-1|bought/);
  });
});

describe('an entry', () => {
  it.each([
    [entryOf('', 'residential', 'modTime="2009-01-01" status="lost"'), 'has the status "lost", which is not known'],
    [entryOf('', 'residential', 'modTime="2009-01-01"'), 'has no status'],
    [entryOf('', 'castle'), 'is not a listing type'],
    ['<land status="sold"><uniqueID>1</uniqueID></land>', 'has no agentID of at most 100 characters'],
    [
      '<land status="sold"><agentID>1</agentID><uniqueID> </uniqueID></land>',
      'has no uniqueID of at most 500 characters',
    ],
    [
      `<land status="sold"><agentID>${'x'.repeat(201)}</agentID><uniqueID>1</uniqueID></land>`,
      'has no agentID of at most 100 characters',
    ],
  ])('%s is refused', async (xml, problem) => {
    const [refused, neighbour] = await readListings(`<propertyList>${xml}${entryOf('', 'rental')}</propertyList>`);
    expect(refused).toMatchObject({ kind: 'refused', number: 1 });
    expect(refused?.notes.at(-1)).toMatchObject({ problem, done: 'rejected' });
    expect(neighbour).toMatchObject({ kind: 'listing', listingType: 'rental' });
  });

  it('is read whatever the case of its names', async () => {
    const xml =
      '<Residential MODTIME="2009-01-01" Status="CURRENT"><AgentID>1</AgentID><UNIQUEID>2</UNIQUEID></Residential>';
    expect(await readListings(`<PropertyList>${xml}</PropertyList>`)).toMatchObject([
      { agentID: '1', uniqueID: '2', status: 'current', modTime: '2009-01-01T00:00:00' },
    ]);
  });

  it('is taken without a readable modTime', async () => {
    const { modTime, notes } = await readOne(entryOf('', 'land', 'modTime="0001-01-01" status="current"'));
    expect(modTime).toBeUndefined();
    expect(notes).toEqual([{ element: 'land', problem: 'modTime "0001-01-01" is not a date', done: 'taken as new' }]);
  });

  it('that is deleted says nothing more', async () => {
    const xml = entryOf('<price>1</price><foo/>', 'land', 'modTime="2009-01-01" status="deleted"');
    expect(await readOne(xml)).toMatchObject({ status: 'deleted', patch: {}, notes: [] });
  });

  it('empties what it has empty, and leaves the rest', async () => {
    const { patch, times, agents } = await readOne(
      entryOf(`<headline/><price/><auction date=""/><inspectionTimes/><images/><externalLink href=""/><features><bedrooms/>
        <study/></features><landDetails><area unit="acre"/><frontage/></landDetails><address display="no"/>`),
    );
    expect(patch).toEqual({
      headline: '',
      price: { value: null, display: true },
      externalLinks: [],
      features: { bedrooms: null, study: false },
      landDetails: { area: null, frontage: null },
      address: { display: false },
    });
    expect(times).toEqual({ auction: null, inspections: [] });
    expect(agents).toBeUndefined();
  });

  it('leaves out what no listing can hold', async () => {
    const { patch, times, notes } = await readOne(
      entryOf(`<price display="no">-5</price><headline>${'x'.repeat(501)}</headline><features><bedrooms>-1</bedrooms>
        <bathrooms>99999</bathrooms><garages>lots</garages></features><landDetails><area unit="furlong">1</area></landDetails>
        <soldDetails><price>9e99</price><date>9999-12-31</date></soldDetails><auction date="2009-02-31"/>
        <listingAgent><name>A</name><email>not an address</email></listingAgent>
        <listingAgent><telephone>1</telephone></listingAgent><listingAgent/>
        <commercialListingType value="swap"/><address><latitude>200</latitude></address>
        <images><img id="${'i'.repeat(51)}" url="https://x.example/1"/><img id="m" url="https://x.example/m"/></images>`),
    );
    expect(patch).toEqual({
      price: { display: false },
      headline: 'x'.repeat(500),
      features: {},
      soldDetails: { range: null },
      images: [
        { id: 'i'.repeat(50), url: 'https://x.example/1', type: 'img' },
        { id: 'm', url: 'https://x.example/m', type: 'featured' },
      ],
    });
    expect(times).toEqual({});
    expect(notes.map(({ element, problem }) => `${element}: ${problem}`).toSorted()).toEqual([
      'address: has no latitude and longitude',
      'area: "furlong" is not a unit of area',
      'auction: "2009-02-31" is not a date',
      'bathrooms: must be a whole number from 0 to 32767',
      'bedrooms: "-1" is below 0',
      'commercialListingType: must be one of sale, lease, both',
      'date: "9999-12-31" is not a date',
      'email: "not an address" is not an e-mail address',
      'garages: "lots" is not a number',
      'headline: is longer than 500 characters',
      'img: is longer than 50 characters',
      'listingAgent: has neither a name nor an e-mail',
      'price: "-5" is below 0',
      'price: must be a non-negative decimal number of at most 999999999999999',
    ]);
  });

  it('keeps the text of HTML that was not escaped', async () => {
    const { patch } = await readOne(
      entryOf('<description>One <b>big</b> room<br/>and <p>a <i>view</i></p></description>'),
    );
    expect(patch.description).toBe('One big room\nand \na view');
  });

  it('names two agents who share the e-mail of their office', async () => {
    const agent = (name: string, number: string) =>
      `<listingAgent><name>${name}</name><telephone>${number}</telephone><email>Office@x.example</email></listingAgent>`;
    const { agents } = await readOne(entryOf(agent('Jo', '1') + agent('Al', '2') + agent('Mr JO', '3')));
    expect(agents?.map(({ name, telephones }) => [name, ...telephones.map(({ number }) => number)])).toEqual([
      ['Jo', '1', '3'],
      ['Al', '2'],
    ]);
  });

  it('reads ranges of prices and areas, as elements and in words', async () => {
    const { patch, notes } = await readOne(
      entryOf(
        `<price><range><min>450000</min><max>550000</max></range></price>
        <landDetails><area unit="hectare">1 - 2.5</area></landDetails>
        <buildingDetails><area unit="squareMeter"><range><min>990</min><max>880</max></range></area></buildingDetails>
        <soldDetails><soldPrice display="range">$500,000 to $600,000</soldPrice></soldDetails>`,
        'commercial',
      ),
    );
    expect(patch).toEqual({
      price: { value: null, display: true },
      landDetails: { area: null },
      buildingDetails: { area: null },
      soldDetails: { price: null, range: { min: 500_000, max: 600_000 }, display: 'range' },
      details: {
        priceRange: { min: 450_000, max: 550_000 },
        landAreaRange: { min: 10_000, max: 25_000 },
        buildingAreaRange: { min: 880, max: 990 },
      },
    });
    expect(notes).toEqual([]);
  });

  it('leaves out a range that lacks an end or cannot be kept, whole', async () => {
    const { patch, notes } = await readOne(
      entryOf(`<price>5<range><min>1</min></range></price><commercialRent><rentPerSquareMetre><range><min>1</min>
        <max>9e99</max></range></rentPerSquareMetre></commercialRent>`),
    );
    expect(patch).toMatchObject({ price: { value: 5 } });
    expect(patch.details).toBeUndefined();
    expect(notes.map(({ element, problem }) => `${element}: ${problem}`)).toEqual([
      'range: has no max',
      'rentPerSquareMetre: must be a non-negative decimal number of at most 999999999999999',
    ]);
  });

  it('knows no names but its own: those of every object are words like others', async () => {
    const { patch, agents } = await readOne(
      entryOf(`<address><street>Main Road</street><suburb>X</suburb><state>__proto__</state><country>constructor</country>
        </address><landDetails><area unit="constructor">3</area></landDetails><features><heating type="__proto__"/></features>
        <listingAgent><name>Jo</name><telephone type="constructor">1</telephone></listingAgent>`),
    );
    expect(patch.address).toMatchObject({ state: '__proto__', country: 'constructor' });
    expect(patch.landDetails).toBeUndefined();
    expect(patch.features).toBeUndefined();
    expect(agents?.[0]?.telephones).toEqual([{ number: '1', type: 'constructor' }]);
  });
});
