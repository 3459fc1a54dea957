import { beforeAll, describe, expect, it } from 'vitest';
import { accountBody, listingLine, type ListingLine, seed, specService, suburbLine } from '@testing';

const inspection = (dateFrom: string, dateTo: string) => ({ inspectionTimes: [{ dateFrom, dateTo }] });

const line = (id: number, place: string, fields: Partial<ListingLine>): ListingLine => {
  const [suburb, state, postcode] = place.split(', ');
  return listingLine(1, { id, address: { suburb, state, postcode }, ...fields });
};

const service = specService();

beforeAll(async () => {
  await seed(service, {
    suburbs: [
      suburbLine('Haymarket NSW 2000', { timeZone: 'Australia/Sydney' }),
      suburbLine('Perth WA 6000', { timeZone: 'Australia/Perth' }),
    ],
    accounts: [{ websiteID: 1, ...accountBody() }],
    listings: [
      // Saturday 7 March, 9:30 in Sydney: Friday in UTC.
      line(1, 'Haymarket, NSW, 2000', inspection('2026-03-06T22:30:00Z', '2026-03-06T23:00:00Z')),
      // The nights when daylight saving ends and begins: 23:30 to 0:30.
      line(2, 'Haymarket, NSW, 2000', inspection('2026-04-04T12:30:00Z', '2026-04-04T13:30:00Z')),
      line(3, 'Haymarket, NSW, 2000', inspection('2026-10-03T13:30:00Z', '2026-10-03T14:30:00Z')),
      line(4, 'Perth, WA, 6000', { auctionDetails: { date: '2026-03-07T15:59:59.999Z' } }),
      line(5, 'Perth, WA, 6000', { auctionDetails: { date: '2026-03-07T16:00:00Z' } }),
      line(6, 'Haymarket, NSW, 2000', { price: { rent: { available: '2026-06-01T00:00:00+10:00' } } }),
      line(7, 'Haymarket, NSW, 2000', { updatedAt: '2026-02-01T00:00:00Z' }),
      line(8, 'Haymarket, NSW, 2000', { updatedAt: '2026-01-31T23:59:59.999Z' }),
      // Sent by some systems for a missing date.
      line(12, 'Perth, WA, 6000', { auctionDetails: { date: '0001-01-01T00:00:00Z' } }),
      // Half an hour behind Sydney. The reference does not contain it yet, so its days use the zone of its state.
      line(9, 'Tibooburra, NSW, 2880', inspection('2026-08-14T14:10:00Z', '2026-08-14T14:20:00Z')),
      line(10, 'Tibooburra, NSW, 2880', { auctionDetails: { date: '2026-08-14T14:10:00Z' } }),
      line(11, 'Tibooburra, NSW, 2880', { price: { rent: { available: '2026-08-14T14:10:00Z' } } }),
      line(13, 'Tibooburra, NSW, 2880', { status: 'sold', soldDetails: { price: 5 } }),
      // The start of a day, which is on the previous day in UTC.
      line(14, 'Tibooburra, NSW, 2880', {
        status: 'sold',
        soldDetails: { price: 5, date: '2026-08-14T14:10:00Z', display: 'no' },
        details: {
          currentLeaseEndDate: '2027-06-29T14:00:00Z',
          closing: { kind: 'tender', date: '2026-08-01T14:00:00Z' },
          auctionOutcome: { date: '2026-08-02T14:00:00Z' },
        },
      }),
      line(15, 'Haymarket, NSW, 2000', { soldDetails: { price: 5, date: '2026-08-14T14:10:00Z' } }),
    ],
  });
});

async function find(query: string): Promise<number[]> {
  const { status, body } = await service.get<{ data: { id: number }[] }>(`/api/v1/listings?${query}`);
  expect({ query, status }).toEqual({ query, status: 200 });
  return body.data.map(({ id }) => id).sort((a, b) => a - b);
}

/** The distinct time zones of the listings of a suburb. */
async function zonesIn(suburb: string): Promise<string[]> {
  const { body } = await service.get<{ data: { timeZone: string }[] }>(`/api/v1/listings?suburb=${suburb}&status=all`);
  return [...new Set(body.data.map(({ timeZone }) => timeZone))];
}

it('a listing has the time zone of its days: of its suburb, else of its state', async () => {
  expect([await zonesIn('Haymarket'), await zonesIn('Perth')]).toEqual([['Australia/Sydney'], ['Australia/Perth']]);
  expect(await zonesIn('Tibooburra')).toEqual(['Australia/Sydney']);
});

const daysOf = async (id: number) => (await service.get<{ days?: object }>(`/api/v1/listings/${id}`)).body.days;

it('a listing has local days beside its dates', async () => {
  expect(await daysOf(5)).toEqual({ auction: '2026-03-08' });
  expect(await daysOf(6)).toEqual({ available: '2026-06-01' });
  expect(await daysOf(14)).toEqual({
    sold: '2026-08-15',
    currentLeaseEnd: '2027-06-30',
    closing: '2026-08-02',
    auctionOutcome: '2026-08-03',
  });
  // Not sold yet; an inspection is between two times.
  expect([await daysOf(15), await daysOf(1)]).toEqual([undefined, undefined]);
});

describe('day filters (D24)', () => {
  it.each([
    ['baseDate=inspection&dates=2026-03-07', [1]],
    ['baseDate=inspection&dates=2026-03-06', []],
    ['baseDate=inspection&dates=2026-04-04', [2]],
    ['baseDate=inspection&datefrom=2026-10-04&dateto=2026-10-04', [3]],
    ['baseDate=auctions&dates=2026-03-07', [4]],
    ['baseDate=auctions&dates=0001-01-01', [12]],
    ['baseDate=availableDate&datefrom=2026-06-01&dateto=2026-06-30', [6]],
    ['dates=2026-02-01', [7]],
    ['updatedAt=2026-01-31', [8]],
    // Instants beside days, with inclusive bounds.
    ['baseDate=inspection&datefrom=2026-03-06T22:59:59.999Z&dateto=2026-03-06T23:0:0Z', [1]],
    ['baseDate=inspection&datefrom=2026-03-07T10:0:0%2B11:00&dateto=2026-03-08', [1]],
    ['baseDate=inspection&datefrom=2026-03-06T23:00:00.001Z&dateto=2026-03-08', []],
    ['baseDate=inspection&datefrom=2026-03-07&dateto=2026-03-06T22:30:0Z', [1]],
    ['baseDate=inspection&datefrom=2026-03-07&dateto=2026-03-06T22:29:59Z', []],
    ['baseDate=auctions&datefrom=2026-03-07T16:0:0Z&dateto=2026-03-07T16:0:0Z', [5]],
  ])('use local days of the suburb, and UTC days for updatedAt: %s', async (query, ids) => {
    expect(await find(query)).toEqual(ids);
  });

  it('reflect a time zone that the reference adds or corrects', async () => {
    const on = async (day: string) => [
      await find(`baseDate=inspection&dates=${day}`),
      await find(`baseDate=auctions&dates=${day}`),
      await find(`baseDate=availableDate&dates=${day}`),
    ];
    expect([await on('2026-08-14'), await on('2026-08-15')]).toEqual([
      [[], [], []],
      [[9], [10], [11]],
    ]);
    const learn = (timeZone: string) =>
      seed(service, { suburbs: [suburbLine('Tibooburra NSW 2880', { _id: BROKEN_HILL, timeZone })] });
    await learn('Australia/Broken_Hill');
    expect([await on('2026-08-14'), await on('2026-08-15')]).toEqual([
      [[9], [10], [11]],
      [[], [], []],
    ]);
    expect(await zonesIn('Tibooburra')).toEqual(['Australia/Broken_Hill']);
    expect((await service.get('/api/v1/listings/13')).body).toMatchObject({ soldDetails: { price: 5 } });
    expect([await daysOf(11), await daysOf(14)]).toMatchObject([
      { available: '2026-08-14' },
      { sold: '2026-08-14', currentLeaseEnd: '2027-06-29' },
    ]);
    await learn('Australia/Brisbane');
    expect(await zonesIn('Tibooburra')).toEqual(['Australia/Brisbane']);
    expect([await on('2026-08-14'), await on('2026-08-15')]).toEqual([
      [[], [], []],
      [[9], [10], [11]],
    ]);
  });
});

const BROKEN_HILL = '01900000-0001-7000-8000-0000000000bb';
