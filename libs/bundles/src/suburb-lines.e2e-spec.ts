import { beforeEach, describe, expect, it } from 'vitest';
import { emptyTables, specStore } from '@testing';
import { account, exportedLines, importLines } from '../../../test/support/bundle-lines.js';

const store = specStore();

beforeEach(() => emptyTables(store.dataSource));

const richmond = { suburb: 'Richmond', state: 'VIC', postcode: '3121' };
const suburbs = (...lines: object[]) => importLines(store.dataSource, { suburbs: lines });
const exported = () => exportedLines(store.dataSource, 'suburbs');

describe('lines of suburbs', () => {
  it('get all their fields', async () => {
    await suburbs(richmond);
    expect(await exported()).toEqual([
      {
        _id: expect.any(String),
        name: 'Richmond VIC 3121',
        slug: 'richmond-vic-3121',
        ...richmond,
        areaName: '',
        regionName: '',
        surroundingSuburbs: null,
        latitude: '',
        longitude: '',
        timeZone: '',
      },
    ]);
  });

  it('identify the same suburb in any case; the first line of a file counts', async () => {
    const { tally } = await suburbs(
      { ...richmond, areaName: 'First' },
      { ...richmond, suburb: 'RICHMOND', areaName: 'Second' },
    );
    expect(tally.suburbs).toEqual({ created: 1, repeated: 1 });
    expect((await suburbs({ ...richmond, state: 'vic', areaName: 'Third' })).tally.suburbs).toEqual({ updated: 1 });
    expect(await exported()).toMatchObject([{ areaName: 'Third', state: 'vic' }]);
  });

  it('keep the stored _id unless they supply one', async () => {
    await suburbs(richmond);
    const [before] = await exported();
    await suburbs({ ...richmond, areaName: 'Yarra' });
    expect(await exported()).toMatchObject([{ _id: before?.['_id'], areaName: 'Yarra' }]);
    const _id = '01890a5d-ac96-774b-bcce-b302099a8057';
    const { bad } = await suburbs({ ...richmond, _id }, { ...richmond, postcode: '3122', _id });
    expect(bad).toEqual(['suburbs.ndjson:2: _id: belongs to another suburb']);
    expect(await exported()).toMatchObject([{ _id }]);
  });

  it('add a place that only an address had named to the reference', async () => {
    await importLines(store.dataSource, { accounts: [account(1, { address: richmond })] });
    expect(await exported()).toEqual([]);
    expect((await suburbs({ ...richmond, regionName: 'Greater Melbourne' })).tally.suburbs).toEqual({ created: 1 });
    const [{ places }] = await store.dataSource.query<[{ places: number }]>(
      `SELECT count(*)::int AS places FROM suburbs JOIN accounts ON accounts.suburb_id = suburbs.id WHERE gazetted`,
    );
    expect(places).toBe(1);
  });

  it('are rejected with an unknown time zone', async () => {
    const { bad } = await suburbs({ ...richmond, timeZone: 'Australia/Atlantis' });
    expect(bad).toEqual(['suburbs.ndjson:1: timeZone: must be a time zone of the IANA database, or empty']);
  });
});
