import { Readable } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { readSuburbsCsv, type SuburbsCsvRow, supplement } from './suburbs-csv.js';
import data from './data/supplement.json' with { type: 'json' };

const HEADER =
  'ssc_code,"suburb","urban_area",postcode,"state","state_name","type","local_goverment_area","statistic_area",elevation,population,median_income,sqkm,lat,lng,"timezone"';
const row = (over: Partial<Record<'suburb' | 'postcode' | 'state' | 'area' | 'lat' | 'lng' | 'zone', string>> = {}) => {
  const given = {
    suburb: 'Farview',
    postcode: '830',
    state: 'NT',
    area: 'Rivers (Rural City)',
    lat: '-18.50',
    ...over,
  };
  const { lng = '131.00500', zone = 'Australia/Darwin' } = over;
  return `1,"${given.suburb}","",${given.postcode},"${given.state}","","","${given.area}","Rest of NT",1,2,3,4.5,${given.lat},${lng},"${zone}"`;
};
const read = (...lines: string[]) => readAll(Readable.from([`${lines.join('\n')}\n`]));

const readAll = async (source: Readable): Promise<readonly SuburbsCsvRow[]> => (await readSuburbsCsv(source)).rows;

describe('readSuburbsCsv', () => {
  it('turns a row into a bundle line', async () => {
    expect(await read(HEADER, row())).toEqual([
      {
        line: 2,
        value: {
          name: 'Farview NT 0830',
          slug: 'farview-nt-0830',
          suburb: 'Farview',
          state: 'NT',
          postcode: '0830',
          areaName: 'Rivers',
          regionName: 'Rest of NT',
          surroundingSuburbs: [],
          latitude: '-18.5',
          longitude: '131.005',
          timeZone: 'Australia/Darwin',
        },
      },
    ]);
  });

  it('finds neighbours in later rows', async () => {
    const [first] = await read(HEADER, row(), row({ suburb: 'Nearby', lat: '-18.51' }));
    expect(first).toHaveProperty('value.surroundingSuburbs', [{ name: 'Nearby NT 0830', slug: 'nearby-nt-0830' }]);
  });

  it('adds no surroundings without coordinates', async () => {
    const [only] = await read(HEADER, row({ lat: '', lng: '' }));
    expect(only).toMatchObject({ value: { surroundingSuburbs: null, latitude: '', longitude: '' } });
  });

  it('skips rows without a state, and counts their lines', async () => {
    const rows = await read(HEADER, row({ state: '' }), row());
    expect(rows.map(({ line }) => line)).toEqual([3]);
  });

  it.each([
    [row({ suburb: '' }), 'suburb'],
    [row({ postcode: 'ABC' }), 'postcode'],
    [row({ lat: '-91' }), 'lat'],
    [row({ lng: 'east' }), 'lng'],
    [row({ lat: '' }), 'lat'],
    [row({ zone: 'Australia/Atlantis' }), 'timezone'],
    ['1,2,3', 'row'],
    [row().replace('"Farview"', '"Far"view"'), 'row'],
  ])('reports a bad row with its line number, and continues: %s', async (bad, field) => {
    const rows = await read(HEADER, row(), bad, row({ suburb: 'After' }));
    expect(rows.map(({ line }) => line)).toEqual([2, 3, 4]);
    expect(rows[1]).toEqual({ line: 3, field, problem: expect.any(String) });
  });

  it('adds missing places from the supplement, with neighbours of both', async () => {
    const readDarwin = (suburb: string) =>
      readSuburbsCsv(
        Readable.from([`${HEADER}\n${row({ suburb, postcode: '800', lat: '-12.463', lng: '130.843' })}\n`]),
      );
    const same = await readDarwin('DARWIN');
    expect(same.supplement.map(({ slug }) => slug)).not.toContain('darwin-nt-0800');
    const { rows, supplement: added } = await readDarwin('Darwin City');
    const darwin = { name: 'Darwin NT 0800', slug: 'darwin-nt-0800' };
    expect(rows).toMatchObject([{ value: { surroundingSuburbs: expect.arrayContaining([darwin]) } }]);
    const city = { name: 'Darwin City NT 0800', slug: 'darwin-city-nt-0800' };
    expect(added.find(({ slug }) => slug === darwin.slug)).toMatchObject({
      ...darwin,
      regionName: 'Greater Darwin',
      timeZone: 'Australia/Darwin',
      surroundingSuburbs: expect.arrayContaining([city]),
    });
  });

  it('corrects time zones that differ from the zone of the place', async () => {
    const zones = await read(
      HEADER,
      row({ suburb: 'Broken Hill', postcode: '2880', state: 'NSW', zone: 'Australia/Sydney' }),
      row({ suburb: 'Tibooburra', postcode: '2880', state: 'NSW', zone: 'Australia/Sydney' }),
      row({ suburb: 'Narraweena', postcode: '2099', state: 'NSW', zone: 'Etc/GMT-10' }),
      row({ suburb: 'Grassy', postcode: '7256', state: 'TAS', zone: 'Australia/Currie' }),
    );
    expect(zones.map((found) => ('value' in found ? found.value.timeZone : ''))).toEqual([
      'Australia/Broken_Hill',
      'Australia/Sydney',
      'Australia/Sydney',
      'Australia/Currie',
    ]);
  });

  it.each([['suburb,state\n'], ['']])('refuses another header: %j', async (text) => {
    await expect(readAll(Readable.from([text]))).rejects.toThrow(/Not a suburbs CSV: the header lacks .*postcode/);
  });

  it('passes on an error of the source', async () => {
    const broken = new Readable({ read: () => broken.destroy(new Error('disk is gone')) });
    await expect(readAll(broken)).rejects.toThrow('disk is gone');
  });
});

describe('the supplement of the suburbs CSV', () => {
  const find = (suburb: string, state: string, postcode: string) =>
    supplement().find((place) => place.suburb === suburb && place.state === state && place.postcode === postcode);

  it.each([
    ['Darwin', 'NT', '0800', 'Greater Darwin', 'Australia/Darwin'],
    ['Townsville', 'QLD', '4810', 'Rest of QLD', 'Australia/Brisbane'],
    ['Ballarat', 'VIC', '3350', 'Rest of VIC', 'Australia/Melbourne'],
    ['Hervey Bay', 'QLD', '4655', 'Rest of QLD', 'Australia/Brisbane'],
    ['Canberra', 'ACT', '2600', 'Australian Capital Territory', 'Australia/Sydney'],
    ['Canberra', 'ACT', '2601', 'Australian Capital Territory', 'Australia/Sydney'],
    ['Jervis Bay', 'ACT', '2540', 'Other Territories', 'Australia/Sydney'],
    ['Christmas Island', 'WA', '6798', 'Other Territories', 'Indian/Christmas'],
    ['Cocos (Keeling) Islands', 'WA', '6799', 'Other Territories', 'Indian/Cocos'],
    ['Norfolk Island', 'NSW', '2899', 'Other Territories', 'Pacific/Norfolk'],
    ['Thredbo', 'NSW', '2625', 'Rest of NSW', 'Australia/Sydney'],
    ['Melbourne', 'VIC', '3004', 'Greater Melbourne', 'Australia/Melbourne'],
    ['Border Village', 'SA', '5690', 'Rest of SA', 'Australia/Eucla'],
  ])('has %s %s %s', (suburb, state, postcode, regionName, timeZone) => {
    const place = find(suburb, state, postcode);
    expect(place).toMatchObject({ regionName, timeZone });
    expect([place?.areaName, place?.latitude, place?.longitude]).not.toContain(null);
  });

  it('has each place once, in Australia, with an area, a region and its time zone', () => {
    const places = supplement();
    expect(
      new Set(places.map(({ suburb, state, postcode }) => `${suburb} ${state} ${postcode}`.toLowerCase())).size,
    ).toBe(places.length);
    const wrong = places.filter(
      ({ areaName, regionName, latitude, longitude }) =>
        areaName === '' ||
        regionName === '' ||
        (latitude !== null && (latitude < -44 || latitude > -9)) ||
        (longitude !== null && (longitude < 96 || longitude > 168)),
    );
    expect(wrong).toEqual([]);
    expect(data.rows.filter(([, , , , , , , zone], at) => zone !== places[at]?.timeZone)).toEqual([]);
    expect(data.source).toMatch(/Michal Sniatala .* Matthew Proctor/);
    expect(data.licence).toMatch(/MIT.*ISC/);
  });
});
