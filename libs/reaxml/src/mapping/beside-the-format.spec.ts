import { describe, expect, it } from 'vitest';
import { entryOf, readOne } from '../../../../test/support/feed-entries.js';

const said = async (inner: string) => {
  const { patch, notes } = await readOne(entryOf(inner));
  return { ...patch, notes: notes.map(({ element, problem, done }) => `${element}: ${problem}: ${done}`) };
};

describe('coordinates', () => {
  const address = { latitude: '-37.82', longitude: '145.01' };
  const field = (name: string, text: string) => `<eField name="${name}">${text}</eField>`;

  it.each([
    '<Geocode><Latitude>-37.82</Latitude><Longitude>145.01</Longitude></Geocode>',
    '<geocode lat="-37.82" lng="145.01"/>',
    '<geocode>-37.82, 145.01</geocode>',
    '<geocode>( -37.82 ; 145.01 )</geocode>',
    '<geocode latitude="-37.82" longitude="145.01"/>',
    '<geo lat="-37.82" lng="145.01"/>',
    '<coordinates>-37,82; 145,01</coordinates>',
    '<latLng>-37,82,145,01</latLng>',
    '<address><latitude>-37,82</latitude><longitude>145,01</longitude></address>',
    '<address><lat>-37.82</lat><lng>145.01</lng></address>',
    '<address><geo>-37.82,145.01</geo></address>',
    '<feedsyncGeocode>-37.82,145.01</feedsyncGeocode>',
    '<feedsyncGeocode>-37.82 145.01</feedsyncGeocode>',
    `<extraFields>${field('Latitude', '-37.82')}${field('Longitude', '145.01')}</extraFields>`,
    `<extraFields>${field('geo_lat', '-37.82')}${field('geo_long', '145.01')}</extraFields>`,
    `<extraFields>${field('geoLat', '-37.82')}${field('geoLong', '145.01')}</extraFields>`,
    '<extraFields><extraField name="latitude" value="-37.82"/><extraField name="longitude">145.01</extraField></extraFields>',
    '<extraFields><geoLat>-37.82</geoLat><geoLong>145.01</geoLong></extraFields>',
    `<extraFields>${field('LatLng', '(-37.82, 145.01)')}</extraFields>`,
    '<address><geocode><lat>-37.82</lat><long>145.01</long></geocode></address>',
    '<address><latitude>-37.82</latitude><longitude>145.01</longitude></address><geocode>1, 2</geocode>',
    `<extraFields>${field('lat', '1')}${field('lng', '2')}</extraFields><address><latitude>-37.82</latitude><longitude>145.01</longitude></address>`,
    '<geocode>1, 2</geocode><address><latitude>-37.82</latitude><longitude>145.01</longitude></address>',
  ])('are read of %s', async (inner) => {
    expect(await said(inner)).toMatchObject({ address, notes: [] });
  });

  it.each([
    ['<geocode>145.01, -37.82</geocode>', 'geocode: "145.01, -37.82"'],
    ['<address><latitude>145,01</latitude><longitude>-37,82</longitude></address>', 'address: "145,01, -37,82"'],
    [`<extraFields>${field('LatLng', '145.01 -37.82')}</extraFields>`, 'extraFields: "145.01, -37.82"'],
  ])('are exchanged in %s', async (inner, written) => {
    expect(await said(inner)).toMatchObject({
      address,
      notes: [`${written} is a longitude and a latitude: exchanged`],
    });
  });

  it.each([
    ['<geocode/>', []],
    ['<geocode latitude="" longitude=""/>', []],
    ['<geocode>0, 0</geocode>', ['geocode: "0, 0" is no location: left out']],
    ['<geocode>0.0 ; -0</geocode>', ['geocode: "0.0, -0" is no location: left out']],
    ['<geocode>-37.82</geocode>', ['geocode: has no latitude and longitude: left out']],
    ['<geocode>here</geocode>', ['geocode: has no latitude and longitude: left out']],
    ['<geocode latitude="-37.82"/>', ['geocode: has no latitude and longitude: left out']],
    ['<address><longitude>145</longitude></address>', ['address: has no latitude and longitude: left out']],
    [
      `<extraFields>${field('Latitude', '-37.82')}</extraFields>`,
      ['extraFields: has no latitude and longitude: left out'],
    ],
    ['<geocode>-37.82,181</geocode>', ['geocode: "-37.82, 181" is no latitude and longitude in degrees: left out']],
    ['<geocode>145, 91</geocode>', ['geocode: "145, 91" is no latitude and longitude in degrees: left out']],
    [`<extraFields>${field('vendor', 'Secret')}</extraFields>`, []],
  ])('are none in %s', async (inner, notes) => {
    const read = await said(inner);
    expect(read).toEqual({ notes });
  });

  it.each(['south', 'NaN', '-Infinity', '1e1', '37.82 S', `37°49'12"`])('are none with %s', async (latitude) => {
    const { notes, ...patch } = await said(`<geo><lat>${latitude}</lat><lng>145</lng></geo>`);
    const written = JSON.stringify(`${latitude}, 145`);
    expect({ patch, notes }).toEqual({
      patch: {},
      notes: [`geo: ${written} is no latitude and longitude in degrees: left out`],
    });
  });

  it('are read at once in a long text', async () => {
    const { notes } = await said(`<geocode>-37.82${' '.repeat(500_000)}x</geocode>`);
    expect(notes).toEqual(['geocode: has no latitude and longitude: left out']);
  });
});

describe('virtual tours', () => {
  const url = 'https://x.example/1';

  it.each([
    `<virtualTour href="${url}"/>`,
    `<virtualTourLink>${url}</virtualTourLink>`,
    `<externalLink href="${url}" title="Virtual tour"/>`,
    `<extraFields><eField name="VirtualTourURL">${url}</eField></extraFields>`,
    `<media><attachment id="1" usage="virtualTour" url="${url}"/></media>`,
  ])('are read of %s', async (inner) => {
    expect(await said(inner)).toMatchObject({ vrTourLink: [url], notes: [] });
  });

  it('are known by their address, and stay links', async () => {
    const tour = 'https://my.matterport.com/show/?m=abc';
    const links = `<externalLink href="${url}"/><externalLink href="${tour}"/><virtualTour href="${url}"/>`;
    expect(await said(links)).toMatchObject({ externalLinks: [url, tour], vrTourLink: [tour, url] });
  });
});

describe('a text that is too long', () => {
  it('is cut between two characters, and reported', async () => {
    const { headline, notes } = await said(`<headline>${'a'.repeat(499)}🏡🏡</headline>`);
    expect(headline).toBe(`${'a'.repeat(499)}🏡`);
    expect(notes).toEqual(['headline: is longer than 500 characters: cut']);
    const { description } = await said(`<description>${'é'.repeat(200_000)}</description>`);
    expect(description).toBe('é'.repeat(100_000));
  });

  it('is left out where a part of it says something else', async () => {
    const long = `https://x.example/${'a'.repeat(2000)}`;
    expect(await said(`<images><img id="a" url="${long}"/></images>`)).toMatchObject({
      notes: [expect.stringContaining('is not an http or https address: left out')],
    });
  });
});

it('elements of other formats are reported', async () => {
  const { notes } = await said(`<body>Other words</body><listingAgent><name>Ada Byron</name><phone>0400 000 000</phone>
    </listingAgent><features><bedrooms>3</bedrooms><landSize unit="squareMeter">450</landSize></features>`);
  expect(notes.toSorted()).toEqual(['body', 'phone'].map((name) => `${name}: is not known: left out`));
});

it('empty elements are no fault', async () => {
  const { notes } = await said(`<municipality/><headline/><description/><bond/><idealFor/><views/><inspectionTimes/>
    <images/><objects/><externalLink href=""/><videoLink href=""/><soldDetails/><landDetails/><buildingDetails/>
    <auction date=""/><price display="yes">450000.00</price><newConstruction>1</newConstruction>`);
  expect(notes).toEqual([]);
});

it('features may have counts in the singular, and years', async () => {
  const xml = `<features><toilet>2</toilet><livingArea>1</livingArea><yearBuilt>1998</yearBuilt>
    <yearLastRenovated>2019</yearLastRenovated></features>`;
  expect(await said(xml)).toEqual({
    features: { toilets: 2, livingAreas: 1 },
    details: { yearBuilt: '1998', yearLastRenovated: '2019' },
    notes: [],
  });
});

it.each([
  ['<isHomeLandPackage value="yes"/>', true],
  ['<isHomeLandPackage value="yes"/><newConstruction>0</newConstruction>', false],
  ['<newConstruction>0</newConstruction><isHomeLandPackage value="yes"/>', false],
  ['<isHomeLandPackage value="no"/>', undefined],
])('%s is a new construction: %s', async (xml, isNew) => {
  expect((await said(xml)).newConstruction).toBe(isNew);
});
