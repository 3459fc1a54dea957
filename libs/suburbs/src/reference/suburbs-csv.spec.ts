import { createReadStream, existsSync } from 'node:fs';
import { Readable } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { readSuburbsCsv, type SuburbsCsvRow } from './suburbs-csv.js';

const HEADER =
  'ssc_code,"suburb","urban_area",postcode,"state","state_name","type","local_goverment_area","statistic_area",elevation,population,median_income,sqkm,lat,lng,"timezone"';
const row = (over: Partial<Record<'suburb' | 'postcode' | 'state' | 'area' | 'lat' | 'lng' | 'zone', string>> = {}) => {
  const given = {
    suburb: 'Farview',
    postcode: '830',
    state: 'NT',
    area: 'Rivers (Rural City)',
    lat: '-12.50',
    ...over,
  };
  const { lng = '131.00500', zone = 'Australia/Darwin' } = over;
  return `1,"${given.suburb}","",${given.postcode},"${given.state}","","","${given.area}","Rest of NT",1,2,3,4.5,${given.lat},${lng},"${zone}"`;
};
const read = (...lines: string[]) => readAll(Readable.from([`${lines.join('\n')}\n`]));

async function readAll(source: Readable): Promise<SuburbsCsvRow[]> {
  const rows: SuburbsCsvRow[] = [];
  for await (const found of readSuburbsCsv(source)) rows.push(found);
  return rows;
}

describe('readSuburbsCsv', () => {
  it('makes a bundle line of a row', async () => {
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
          latitude: '-12.5',
          longitude: '131.005',
          timeZone: 'Australia/Darwin',
        },
      },
    ]);
  });

  it('knows the neighbours of a row from a later one', async () => {
    const [first] = await read(HEADER, row(), row({ suburb: 'Nearby', lat: '-12.51' }));
    expect(first).toHaveProperty('value.surroundingSuburbs', [{ name: 'Nearby NT 0830', slug: 'nearby-nt-0830' }]);
  });

  it('has no surroundings without coordinates', async () => {
    const [only] = await read(HEADER, row({ lat: '', lng: '' }));
    expect(only).toMatchObject({ value: { surroundingSuburbs: null, latitude: '', longitude: '' } });
  });

  it('leaves out rows without a state, and keeps counting their lines', async () => {
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
  ])('reports a bad row with its line and goes on: %s', async (bad, field) => {
    const rows = await read(HEADER, row(), bad, row({ suburb: 'After' }));
    expect(rows.map(({ line }) => line)).toEqual([2, 3, 4]);
    expect(rows[1]).toEqual({ line: 3, field, problem: expect.any(String) });
  });

  it.each([['suburb,state\n'], ['']])('refuses another header: %j', async (text) => {
    await expect(readAll(Readable.from([text]))).rejects.toThrow(/Not a suburbs CSV: the header lacks .*postcode/);
  });

  it('passes on an error of the source', async () => {
    const broken = new Readable({ read: () => broken.destroy(new Error('disk is gone')) });
    await expect(readAll(broken)).rejects.toThrow('disk is gone');
  });
});

const file = '../shared/data/suburbs.csv';

describe.skipIf(!existsSync(file))(
  'the suburbs of Australia (their file is not part of the project; it lies beside a checkout of the developers)',
  () => {
    it('holds 15,281 suburbs of the states and territories, without a bad row', async () => {
      const rows = await readAll(createReadStream(file));
      const values = rows.flatMap((found) => ('value' in found ? [found.value] : []));
      expect(values).toHaveLength(15_281);
      expect(rows).toHaveLength(15_281);
      expect(values.find(({ slug }) => slug === 'richmond-vic-3121')).toMatchObject({
        areaName: 'Yarra',
        regionName: 'Greater Melbourne',
        timeZone: 'Australia/Melbourne',
      });
      // One suburb stands there in two parts: the store keys on (suburb, state, postcode) and keeps one of them.
      expect(new Set(values.map(({ slug }) => slug)).size).toBe(15_280);
    });
  },
);
