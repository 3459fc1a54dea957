import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { entryOf, readOne } from '../../../../test/support/feed-entries.js';
import { isTourName } from './extra-fields.js';
import { ruralParts, ruralText, type RuralFeatures } from './features.js';

/** Looks a path up in a patch. */
const at = (value: unknown, path: string): unknown =>
  path.split('.').reduce<unknown>((tree, name) => (tree as Record<string, unknown> | undefined)?.[name], value);

/** The values at some paths after an entry with this content, and how many notes it gave. */
async function read(xml: string, paths: readonly string[], kind = 'residential'): Promise<unknown[]> {
  const { patch, notes } = await readOne(entryOf(xml, kind));
  return [...paths.map((path) => at(patch, path)), notes.length];
}

const listing = (xml: string, kind?: string) => readOne(entryOf(xml, kind));

describe('numbers with words', () => {
  it.each([
    ['<bond>2000 (4 weeks)</bond>', 'details.bond', 2000, 1],
    ['<bond>4 weeks ($2,600)</bond>', 'details.bond', 2600, 1],
    ['<bond>$2,000</bond>', 'details.bond', 2000, 0],
    ['<bond>$2,000 bond</bond>', 'details.bond', 2000, 0],
    ['<bond>4 weeks rent</bond>', 'details.bond', undefined, 1],
    ['<bond>$2,000 - $2,600</bond>', 'details.bond', undefined, 1],
    ['<bond>-5</bond>', 'details.bond', undefined, 1],
    ['<auctionOutcome><auctionMaxBid value="$1.2m"/></auctionOutcome>', 'details.auctionOutcome.maxBid', 1_200_000, 1],
    ['<return>6.5% net</return>', 'details.return', 6.5, 0],
    ['<features><bedrooms>4+</bedrooms></features>', 'features.bedrooms', 4, 1],
    ['<features><bedrooms>Three</bedrooms></features>', 'features.bedrooms', 3, 0],
  ])('%s', async (xml, path, value, notes) => {
    expect(await read(xml, [path])).toEqual([value, notes]);
  });

  it.each([
    ['Available from 1st December 2026', '2026-12-01T00:00:00', 0],
    ['Available 01/12/2026', '2026-12-01T00:00:00', 0],
    ['December 1, 2026', '2026-12-01T00:00:00', 0],
    ['December 2026', undefined, 1],
    ['Available now', undefined, 1],
  ])('a date: %s', async (text, available, notes) => {
    const { times, notes: found } = await listing(`<dateAvailable>${text}</dateAvailable>`, 'rental');
    expect([times.available, found.length]).toEqual([available, notes]);
  });
});

describe('areas', () => {
  it.each([
    ['<area unit="square">10</area>', 92.9],
    ['<area unit="squareMeter">10</area>', 10],
    ['<area unit="SquareMetres">10.5</area>', 10.5],
    ['<area unit="acres">1</area>', 4046.86],
    ['<area unit="ha">2.5</area>', 25_000],
    ['<area unit="hectares">0</area>', 0],
    ['<area unit="sqm">1,200</area>', 1200],
    ['<area unit="squareMeter">1,012 m²</area>', 1012],
    ['<area unit="squareMeter">1.2 ha</area>', 12_000],
    ['<area>2 acres (approx.)</area>', 8093.71],
    ['<area>approx 650 sqm</area>', 650],
    ['<area unit="sqm">c. 650</area>', 650],
    ['<area unit="sqm">650 (approx)</area>', 650],
    ['<area unit="squareMeter">650sqm.</area>', 650],
    ['<area unit="sqm">607 square metres approximately</area>', 607],
    ['<area unit="sqm">1/4 acre</area>', 1011.71],
    ['<area unit="acre">2½</area>', 10_117.14],
    ['<area>About 2 1/2 acres</area>', 10_117.14],
    ['<area>5 ac</area>', 20_234.28],
    ['<area>10ha</area>', 100_000],
    ['<area unit="sqm">10 squares</area>', 92.9],
  ])('%s is in square metres', async (xml, value) => {
    const [area, range, notes] = await read(`<landDetails>${xml}</landDetails>`, [
      'landDetails.area',
      'details.landAreaRange',
    ]);
    expect([area, range, notes]).toEqual([{ value, unit: 'squareMeter' }, undefined, 0]);
  });

  it.each([
    ['<area>10</area>', 10, 1],
    ['<area unit="furlong">10</area>', undefined, 1],
    ['<area unit="square">large</area>', undefined, 1],
    ['<area unit="sqm">1/0 acre</area>', undefined, 1],
    ['<area>1 acre 2 roods</area>', undefined, 2],
    ['<area unit="sqm">approx</area>', undefined, 1],
    ['<area unit="square">-1</area>', undefined, 1],
  ])('%s is noted', async (xml, value, notes) => {
    expect(await read(`<landDetails>${xml}</landDetails>`, ['landDetails.area.value'])).toEqual([value, notes]);
  });

  it('of several storeys give the total and the others', async () => {
    const xml =
      '<area of="ground" unit="square">1</area><area unit="square" of="Total">3</area><area unit="sqm" of="deck">7</area>';
    expect(
      await read(`<buildingDetails>${xml}</buildingDetails>`, ['buildingDetails.area.value', 'details.otherAreas']),
    ).toEqual([
      27.87,
      [
        { of: 'ground', value: 9.29 },
        { of: 'deck', value: 7 },
      ],
      0,
    ]);
  });

  it.each([
    ['<frontage unit="meter">12.5</frontage>', { value: 12.5, unit: 'meter' }, 0],
    ['<frontage>12.5</frontage>', { value: 12.5, unit: 'meter' }, 0],
    ['<frontage unit="Metres">12.5</frontage>', { value: 12.5, unit: 'meter' }, 0],
    ['<frontage>12.5 m</frontage>', { value: 12.5, unit: 'meter' }, 0],
    ['<frontage>approx. 12.5m</frontage>', { value: 12.5, unit: 'meter' }, 0],
    ['<frontage>12.5 metres (approx)</frontage>', { value: 12.5, unit: 'meter' }, 0],
    ['<frontage>50ft</frontage>', undefined, 1],
    ['<frontage unit="feet">40</frontage>', undefined, 1],
    ['<frontage/>', null, 0],
  ])('%s is a length in metres', async (xml, value, notes) => {
    expect(await read(`<landDetails>${xml}</landDetails>`, ['landDetails.frontage'])).toEqual([value, notes]);
  });

  it('have depths by their sides', async () => {
    const xml = '<depth unit="meter" side="left">30</depth><depth side="right">x</depth><depth>31</depth><depth/>';
    expect(await read(`<landDetails>${xml}</landDetails>`, ['details.depths'])).toEqual([
      [
        { side: 'left', value: 30 },
        { side: '', value: 31 },
      ],
      1,
    ]);
  });
});

describe('addresses', () => {
  it.each([
    ['vic', 'VIC', '3121', '3121'],
    ['N.S.W.', 'NSW', '800', '0800'],
    ['Northern Territory', 'NT', '800', '0800'],
    ['Auckland', 'Auckland', '800', '800'],
  ])('in %s: the state %s, the postcode %s as %s', async (state, code, postcode, written) => {
    const xml = `<address><suburb>X</suburb><state>${state}</state><postcode>${postcode}</postcode></address>`;
    expect(await read(xml, ['address.state', 'address.postcode'])).toEqual([code, written, 0]);
  });

  it.each([
    ['<address display="no"><suburb>Kew</suburb></address>', false],
    ['<address display="yes"><suburb display="no">Kew</suburb></address>', false],
    ['<address display="yes"><suburb display="yes">Kew</suburb></address>', true],
    ['<address><suburb>Kew</suburb></address>', undefined],
    ['<address display="maybe"><suburb>Kew</suburb></address>', false],
  ])('%s is shown: %s', async (xml, display) => {
    expect(at((await listing(xml)).patch, 'address.display')).toBe(display);
  });

  it('clear the parts that a whole one leaves out, and only those that one part names', async () => {
    const whole = await listing('<address><street>Main Road</street></address>');
    expect(whole.patch.address).toMatchObject({ street: 'Main Road', suburb: '', streetNumber: '' });
    const part = await listing('<address><postcode>3121</postcode></address>');
    expect(part.patch.address).toEqual({ postcode: '3121' });
    const none = await listing('<address><street/><suburb/></address>');
    expect(none.patch.address).toBeUndefined();
  });

  it.each([
    ['AUS', 'Australia'],
    ['nz', 'New Zealand'],
    ['Fiji', 'Fiji'],
  ])('name the country %s as %s', async (country, name) => {
    expect(
      await read(`<address><suburb>X</suburb><country>${country}</country></address>`, ['address.country']),
    ).toEqual([name, 0]);
  });
});

describe('features', () => {
  it.each<[string, Record<string, unknown>]>([
    ['<bedrooms>3.00</bedrooms>', { bedrooms: 3 }],
    ['<bedrooms>Studio</bedrooms>', { bedrooms: 0 }],
    ['<bedrooms/>', { bedrooms: null }],
    ['<airConditioning>1</airConditioning>', { airConditioning: true }],
    ['<airConditioning value="no"/>', { airConditioning: false }],
    ['<airConditioning/>', { airConditioning: false }],
    ['<pool type="inground">1</pool>', { poolInGround: true, poolAboveGround: false }],
    ['<pool type="aboveGround">yes</pool>', { poolInGround: false, poolAboveGround: true }],
    ['<pool>0</pool>', { poolInGround: false, poolAboveGround: false }],
    ['<pool>1</pool><poolAboveGround>1</poolAboveGround>', { poolAboveGround: true }],
    ['<poolInGround>0</poolInGround><pool type="inground">1</pool>', { poolInGround: false, poolAboveGround: false }],
    ['<heating type="gdh"/>', { gasHeating: true, ductedHeating: true }],
    ['<smoker>yes</smoker>', { smokers: true }],
  ])('%s', async (xml, features) => {
    const { patch, notes } = await listing(`<features>${xml}</features>`);
    expect(patch.features).toEqual(features);
    expect(notes).toEqual([]);
  });

  it('leave out what cannot be read', async () => {
    expect(
      await read('<features><bedrooms>many</bedrooms><gym>perhaps</gym></features>', [
        'features.bedrooms',
        'features.gym',
      ]),
    ).toEqual([undefined, undefined, 2]);
  });

  it('of a solar hot water service are eco-friendly as well', async () => {
    const xml = '<features><hotWaterService type="Solar"/></features>';
    expect(await read(xml, ['ecoFriendly.solarHotWater', 'details.hotWaterService'])).toEqual([true, 'Solar', 0]);
  });

  it('name those for whom it is ideal, in the spelling of the format', async () => {
    const xml = '<idealFor><COUPLES>yes</COUPLES><investors>0</investors><students/><pets>1</pets></idealFor>';
    expect(await read(xml, ['details.idealFor'])).toEqual([['couples'], 1]);
  });
});

describe('prices', () => {
  it.each([
    ['<price>$500,000</price>', 500_000, undefined, 0],
    ['<price>$500,000 to $450,000</price>', null, { min: 450_000, max: 500_000 }, 0],
    ['<price display="yes">500000<range><min>4</min><max>5</max></range></price>', 500_000, { min: 4, max: 5 }, 0],
    ['<price><range><min>4</min></range></price>', undefined, undefined, 1],
    ['<price/>', null, null, 0],
    ['<price>Contact agent</price>', null, undefined, 1],
    ['<price>0400 123 456</price>', null, undefined, 1],
    ['<price>1300123456</price>', null, undefined, 1],
    ['<price>0</price>', 0, undefined, 0],
    ['<price>From $900,000</price>', 900_000, undefined, 0],
    ['<price>$1.1 - 1.2 million</price>', null, { min: 1_100_000, max: 1_200_000 }, 0],
    ['<price>-5</price>', undefined, undefined, 1],
  ])('%s', async (xml, value, range, notes) => {
    const [found, between, count] = await read(xml, ['price.value', 'details.priceRange']);
    expect([found, between ?? undefined, count]).toEqual([value, range ?? undefined, notes]);
  });

  it.each([
    ['<price>From $900,000</price>', 'From $900,000', 0],
    ['<price>$1,200,000 + GST</price><priceView/>', '$1,200,000 + GST', 0],
    ['<price>AUD 750,000</price>', 'AUD 750,000', 0],
    ['<price>A$750,000</price>', 'A$750,000', 0],
    ['<price>7.5e5</price>', undefined, 0],
    ['<price>$1.1 - 1.2 million</price>', '$1.1 - 1.2 million', 0],
    ['<price>POA</price>', 'POA', 1],
    ['<priceView>Ask us</priceView><price>POA</price>', 'Ask us', 1],
    ['<price>From $900,000</price><priceView>$900k+</priceView>', '$900k+', 0],
    ['<price>900000</price>', undefined, 0],
    ['<price/>', undefined, 0],
  ])('have the words of %s in priceView, unless the entry gives others', async (xml, words, notes) => {
    expect(await read(xml, ['price.priceView'])).toEqual([words, notes]);
  });

  it.each([
    ['<rent>$650 pw</rent>', 650, 'weekly', '$650 pw'],
    ['<rent period="week">2800 pcm</rent>', 2800, 'monthly', '2800 pcm'],
    ['<rent period="fortnight">1300</rent>', 1300, 'fortnightly', undefined],
    ['<rent>$1,300 per fortnight</rent>', 1300, 'fortnightly', '$1,300 per fortnight'],
    ['<rent period="week">$650 - $700</rent>', null, 'weekly', '$650 - $700'],
    ['<rent period="week">0</rent><rent period="month">2800</rent>', 2800, 'monthly', undefined],
    ['<rent period="month">2800</rent><rent period="fortnight">1300</rent>', 2800, 'monthly', undefined],
    ['<rent period="week">Contact agent</rent>', null, 'weekly', 'Contact agent'],
    ['<rent period="night">410</rent>', 410, 'nightly', undefined],
    ['<rent period="week">$430 per night</rent>', 430, 'nightly', '$430 per night'],
    ['<rent period="day">95</rent>', 95, 'daily', undefined],
    ['<rent period="night">410</rent><rent period="week">2400</rent>', 2400, 'weekly', undefined],
  ])('of a rental: %s', async (xml, price, period, words) => {
    const [found, by, view] = await read(xml, ['price.rent.price', 'price.rent.period', 'price.priceView'], 'rental');
    expect([found, by, view]).toEqual([price, period, words]);
  });

  it('are shown again by each price that does not hide them', async () => {
    expect(await read('<price>5</price>', ['price.display'])).toEqual([true, 0]);
    expect(await read('<price display="no">5</price>', ['price.display'])).toEqual([false, 0]);
    expect(await read('<headline>x</headline>', ['price.display'])).toEqual([undefined, 0]);
    expect(await read('<rent period="week">5</rent>', ['price.rent.display'], 'rental')).toEqual([true, 0]);
  });

  it('of a sale keep their number, and their words are no priceView', async () => {
    const xml = '<soldDetails><soldPrice>$1.2m</soldPrice></soldDetails>';
    expect(await read(xml, ['soldDetails.price', 'price.priceView'])).toEqual([1_200_000, undefined, 0]);
    const untold = '<soldDetails><soldPrice>Undisclosed</soldPrice></soldDetails>';
    expect(await read(untold, ['soldDetails.price', 'price.priceView'])).toEqual([null, undefined, 1]);
  });

  it('of a rental are one by the week, and others', async () => {
    const xml = '<rent period="month">2000</rent><rent period="week" display="no">500</rent>';
    expect(await read(xml, ['price.rent', 'details.otherRents'], 'rental')).toEqual([
      { price: 500, period: 'weekly', display: false },
      [{ price: 2000, period: 'monthly', display: true }],
      0,
    ]);
  });

  it('of a rent that is not of a rental are no price of it', async () => {
    expect(await read('<rent period="weekly">500</rent>', ['price.rent', 'details.otherRents'])).toEqual([
      undefined,
      [{ price: 500, period: 'weekly', display: true }],
      0,
    ]);
  });

  it.each([
    [
      '<commercialRent period="monthly" tax="inclusive">5</commercialRent>',
      { value: 5, period: 'monthly', tax: 'inclusive' },
    ],
    ['<commercialRent>5</commercialRent>', { value: 5, period: 'annual' }],
    ['<commercialRent>$85,000 pa + GST</commercialRent>', { value: 85_000, period: 'annual' }],
    ['<commercialRent/>', { value: null, period: 'annual' }],
  ])('%s', async (xml, rent) => {
    expect(await read(xml, ['commercialRent'], 'commercial')).toEqual([rent, 0]);
  });

  it.each([
    ['<soldPrice display="yes">9</soldPrice>', 9, 'yes'],
    ['<price display="0">9</price>', 9, 'no'],
    ['<price display="range">9</price>', 9, 'range'],
    ['<soldPrice>9</soldPrice><price>8</price>', 9, undefined],
  ])('of a sale: %s', async (xml, price, display) => {
    expect(await read(`<soldDetails>${xml}</soldDetails>`, ['soldDetails.price', 'soldDetails.display'])).toEqual([
      price,
      display,
      0,
    ]);
  });
});

describe('dates', () => {
  it('are in the time of the suburb until it is known', async () => {
    const { times } = await listing(
      `<auction date="2024-03-02T11:00:00"/><soldDetails><soldDate>2024-03-02</soldDate></soldDetails>
       <inspectionTimes><inspection>2-Mar-2024 11:00am to 11:30am</inspection><inspection>2024-03-02 11:00 to 11:30</inspection>
       <inspection/></inspectionTimes>`,
    );
    expect(times).toEqual({
      auction: '2024-03-02T11:00:00',
      sold: '2024-03-02T00:00:00',
      inspections: [{ from: '2024-03-02T11:00:00', to: '2024-03-02T11:30:00' }],
    });
  });

  it('are removed by an empty element, and kept if the element is absent', async () => {
    expect((await listing('<auction date=""/><inspectionTimes/>')).times).toEqual({ auction: null, inspections: [] });
    const { times, notes } = await listing('<auction date="soon"/>');
    expect([times.auction, notes.length]).toEqual([undefined, 1]);
  });

  it('when it is available are of rentals alone', async () => {
    const xml = '<dateAvailable>2024-03-02</dateAvailable>';
    expect((await listing(xml, 'rental')).times.available).toBe('2024-03-02T00:00:00');
    const { times, notes } = await listing(xml);
    expect([times.available, notes.length]).toEqual([undefined, 1]);
  });
});

describe('files', () => {
  const image = (id: string, url: string) => `<img id="${id}" url="${url}"/>`;

  it('are images in their order, the main one featured; those of objects only if they are others', async () => {
    const images = [image('a', 'https://x.example/1'), image('M', 'https://x.example/2')];
    const xml = `<images>${images.join('')}<img id="b"/><img id="c" url="ftp://x.example/3"/></images>
      <objects>${images[0]}${image('d', 'https://x.example/4')}</objects>`;
    expect(await read(xml, ['images'])).toEqual([
      [
        { id: 'a', url: 'https://x.example/1', type: 'img' },
        { id: 'M', url: 'https://x.example/2', type: 'featured' },
        { id: 'd', url: 'https://x.example/4', type: 'img' },
      ],
      1,
    ]);
  });

  it('are floor plans, documents and attachments', async () => {
    const xml = `<objects><floorplan id="1" url="https://x.example/p"/><document id="2" url="https://x.example/d" title="T"/></objects>
      <media><attachment id="3" url="https://x.example/a" usage="statementOfInformation"/>
      <attachment id="4" url="https://x.example/t" usage="virtualTour"/></media>`;
    const found = await listing(xml);
    expect(found.patch.documents).toEqual([
      { id: '1', url: 'https://x.example/p', title: 'Floor plan', type: 'floorplan' },
      { id: '2', url: 'https://x.example/d', title: 'T', type: 'document' },
      { id: '3', url: 'https://x.example/a', title: 'Statement of information', type: 'statementOfInformation' },
    ]);
    expect(found.patch.vrTourLink).toEqual(['https://x.example/t']);
  });

  it.each([
    ['Virtual Tour', true],
    ['3D-tour', true],
    ['VR_TOUR_URL', true],
    ['tour', false],
    ['detour', false],
    ['', false],
  ])('named %j are tours: %s', (name, is) => {
    expect(isTourName(name)).toBe(is);
  });
});

describe('agents', () => {
  const agent = (id: number, name: string, email = '', more = '') =>
    `<listingAgent id="${id}"><name>${name}</name><email>${email}</email>${more}</listingAgent>`;

  it('are in the order of their ids, each once, with everything that is said of them', async () => {
    const xml =
      agent(2, 'Mr. John Doe', 'john@x.example') +
      agent(1, 'Jane Citizen', '', '<telephone type="BH">9000 0001</telephone>') +
      agent(
        3,
        'JANE citizen',
        'jane@x.example',
        '<telephone>0400 000 001</telephone><telephone type="bh">9000 0001</telephone>',
      );
    const { agents, notes } = await listing(xml);
    expect(agents).toEqual([
      {
        name: 'Jane Citizen',
        email: 'jane@x.example',
        telephones: [
          { number: '9000 0001', type: 'BH' },
          { number: '0400 000 001', type: 'mobile' },
        ],
      },
      { name: 'John Doe', email: 'john@x.example', telephones: [] },
    ]);
    expect(notes).toEqual([]);
  });

  it.each([
    ['+61 400 000 001', 'mobile'],
    ['(03) 9000 0001', 'BH'],
    ['0400000001', 'mobile'],
    ['61 4 0000', 'mobile'],
  ])('have a number %s that is %s when its type is not given', async (number, type) => {
    const { agents } = await listing(agent(1, 'Jane', '', `<telephone>${number}</telephone>`));
    expect(agents?.[0]?.telephones).toEqual([{ number, type }]);
  });

  it('have the first e-mail address of several, or none with a note', async () => {
    const { agents, notes } = await listing(
      agent(1, 'Jane', 'nobody; jane@x.example, other@x.example') + agent(2, 'Ann', 'nobody'),
    );
    expect([agents?.map(({ email }) => email), notes.length]).toEqual([['jane@x.example', ''], 1]);
  });
});

describe('rural features', () => {
  const part = fc.string({ unit: fc.constantFrom('a', ' ', ':', '\n', 'Fencing: ', 'é'), minLength: 1, maxLength: 8 });
  const names = ['fencing', 'annualRainfall', 'soilTypes', 'improvements', 'services'] as const;

  it('are one text with a line for each', () => {
    expect(ruralText({ services: 's', fencing: 'f' })).toBe('Fencing: f\nServices: s');
    expect(ruralText({ improvements: 'i' })).toBe('i');
    expect(ruralText({})).toBe('');
    expect(ruralParts('Fencing: f\nServices: s')).toEqual({ fencing: 'f', services: 's' });
    expect(ruralParts('Anything else')).toEqual({ improvements: 'Anything else' });
  });

  it('keep their text when they are taken apart and put together', () => {
    const parts = fc.dictionary(fc.constantFrom(...names), part) as fc.Arbitrary<RuralFeatures>;
    fc.assert(
      fc.property(parts, (given) => {
        const text = ruralText(given);
        return text === '' || ruralText(ruralParts(text)) === text;
      }),
      { numRuns: 300 },
    );
  });
});

describe('elements that occur where they should not', () => {
  it('are noted: unknown ones, and the second of one that there is once', async () => {
    const { patch, notes } = await listing('<headline>a</headline><headline>b</headline><swimming>1</swimming>');
    expect(patch.headline).toBe('a');
    expect(notes.map(({ element }) => element).sort()).toEqual(['headline', 'swimming']);
  });
});
