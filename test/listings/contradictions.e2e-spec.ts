import { expect, it } from 'vitest';
import { parametersOf } from '@app/lists';
import { ListingsQuery } from '../../libs/listings/src/filters/listings.query.js';
import { type Problem, specService } from '@testing';

const service = specService();

const LISTS = ['listings', 'listings/cards', 'listings/geojson', 'inspections', 'export/listings.ndjson'];

/** The faults of a GET, as `parameter: message`. */
async function faultsOf(path: string): Promise<string[]> {
  const { status, body } = await service.get<Problem>(`/api/v1/${path}`);
  expect({ path, status }).toEqual({ path, status: 400 });
  return (body.errors ?? []).map((fault) => `${fault.parameter ?? fault.field}: ${fault.message}`);
}

it('a lowest value above its highest is refused, for every pair', async () => {
  const least = [...parametersOf(ListingsQuery).keys()].filter((name) => name.startsWith('min'));
  expect(least).toHaveLength(7);
  for (const name of least) {
    const most = name.replace('min', 'max');
    expect(await faultsOf(`listings?status=all&${name}=3&${most}=2`)).toEqual([
      `${name}: is above ${most}, which is 2`,
    ]);
    const { status } = await service.get(`/api/v1/listings?status=all&${name}=2&${most}=2`);
    expect({ name, status }).toEqual({ name, status: 200 });
  }
});

it.each(LISTS)('/%s refuses a first date after the last, and an empty range of prices', async (list) => {
  expect(await faultsOf(`${list}?minPrice=9&maxPrice=8&datefrom=2026-03-02&dateto=2026-03-01`)).toEqual([
    'minPrice: is above maxPrice, which is 8',
    'datefrom: is after dateto, which is 2026-03-01',
  ]);
});

it.each([
  ['2026-03-02', '2026-03-01T11:00:00Z', true],
  ['2026-03-02', '2026-02-28T11:00:00Z', false],
  ['2026-03-01T23:00:00Z', '2026-02-28', false],
  ['2026-03-01T11:00:00Z', '2026-02-28', true],
  ['2026-03-01T11:00:00Z', '2026-03-01T10:00:00Z', false],
  ['2026-03-01T11:00:00Z', '2026-03-01T21:00:00+10:00', true],
])('from %s to %s may be a range in some time zone: %s', async (from, to, is) => {
  const query = new URLSearchParams({ datefrom: from, dateto: to }).toString();
  expect((await service.get(`/api/v1/listings?${query}`)).status).toBe(is ? 200 : 400);
});

it.each(['minSoldPrice=1', 'maxSoldPrice=1', 'sort=sold-desc', 'sort=sold-asc', 'baseDate=sold'])(
  '%s needs a status with sold listings',
  async (parameter) => {
    const [name] = parameter.split('=');
    const fault = (status: string) => [`${name}: needs status=sold or status=all; the status is ${status}`];
    expect(await faultsOf(`listings?${parameter}`)).toEqual(fault('current'));
    expect(await faultsOf(`listings?${parameter}&status=leased,current`)).toEqual(fault('leased,current'));
    for (const status of ['sold', 'all', 'current,sold'])
      expect((await service.get(`/api/v1/listings?${parameter}&status=${status}`)).status).toBe(200);
    expect(await faultsOf(`listings?${parameter}&status=x`)).toHaveLength(1);
  },
);

it('statistics, which count every status, take prices of sales; inspections refuse them', async () => {
  expect((await service.get('/api/v1/listings/statistics?minSoldPrice=1')).status).toBe(200);
  expect(await faultsOf('inspections?minSoldPrice=1')).toHaveLength(1);
  expect(await faultsOf('audit?since=2026-03-02&until=2026-03-01')).toEqual([
    'since: is after until, which is 2026-03-01',
  ]);
});
