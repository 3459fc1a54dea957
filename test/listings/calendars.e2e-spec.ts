import ICAL from 'ical.js';
import { beforeAll, describe, expect, it } from 'vitest';
import {
  accountBody,
  type Keys,
  listingLine,
  type ListingLine,
  seed,
  specService,
  storeCredential,
  suburbLine,
} from '@testing';

const service = specService();
const pairs: Record<string, Keys> = {};

beforeAll(async () => {
  await seed(service, {
    suburbs: [
      suburbLine('Haymarket NSW 2000', { timeZone: 'Australia/Sydney' }),
      suburbLine('Lord Howe Island NSW 2898', { timeZone: 'Australia/Lord_Howe' }),
      suburbLine('Subiaco WA 6008', { timeZone: 'Australia/Perth' }),
      // Another name of Australia/Sydney.
      suburbLine('Acton ACT 2601', { timeZone: 'Australia/ACT' }),
    ],
    accounts: [1, 2].map((websiteID) => ({ websiteID, ...accountBody() })),
  });
  for (const websiteID of [1, 2])
    for (const scope of ['full', 'public'] as const)
      pairs[`${scope} ${websiteID}`] = await storeCredential(service, { websiteID }, scope);
});

const PLACES = {
  sydney: { suburb: 'Haymarket', state: 'NSW', postcode: '2000' },
  howe: { suburb: 'Lord Howe Island', state: 'NSW', postcode: '2898' },
  perth: { suburb: 'Subiaco', state: 'WA', postcode: '6008' },
  canberra: { suburb: 'Acton', state: 'ACT', postcode: '2601' },
};

const home = (id: number, fields: Partial<ListingLine>, place: keyof typeof PLACES = 'sydney') =>
  listingLine(1, {
    id,
    uniqueID: `H${id}`,
    address: { ...PLACES[place], street: 'Quay Street', streetNumber: `${id}` },
    ...fields,
  });

const write = (...listings: ListingLine[]) => seed(service, { listings });

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const time = (from: string | number, minutes = 30) => {
  const start = new Date(from).getTime();
  return { dateFrom: new Date(start).toISOString(), dateTo: new Date(start + minutes * MINUTE).toISOString() };
};

/** Inspections every hour, the last one first. */
const hourly = (from: string, times: number) =>
  Array.from({ length: times }, (_, at) => time(Date.parse(from) + at * HOUR)).toReversed();

/** The events of a calendar, which a strict parser accepts. */
async function eventsOf(path: string, options: object = {}): Promise<{ events: ICAL.Event[]; text: string }> {
  const { status, headers, body: text } = await service.get<string>(`/api/v1/${path}`, options);
  expect({ path, status, type: headers.get('content-type') }).toEqual({
    path,
    status: 200,
    type: 'text/calendar; charset=utf-8',
  });
  expect(text.replaceAll('\r\n', '')).not.toMatch(
    /[\p{Cc}\p{Cs}\u2028\u2029\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069]/u,
  );
  expect(text.endsWith('END:VCALENDAR\r\n')).toBe(true);
  const lines = text.slice(0, -2).split('\r\n');
  expect(lines.filter((line) => line === '' || Buffer.byteLength(line) > 75)).toEqual([]);

  const calendar = new ICAL.Component(ICAL.parse(text) as never);
  const valueOf = (name: string) => String(calendar.getFirstPropertyValue(name));
  expect(['version', 'method', 'refresh-interval', 'x-published-ttl'].map(valueOf)).toEqual([
    '2.0',
    'PUBLISH',
    'PT1H',
    'PT1H',
  ]);
  expect(lines).toContain('REFRESH-INTERVAL;VALUE=DURATION:PT1H');

  const zones = calendar.getAllSubcomponents('vtimezone');
  const zoneNames = zones.map((zone) => String(zone.getFirstPropertyValue('tzid')));
  expect(new Set(zoneNames).size).toBe(zones.length);
  ICAL.TimezoneService.reset();
  for (const zone of zones) ICAL.TimezoneService.register(zone);
  const components = calendar.getAllSubcomponents('vevent');
  expect(zones.length + components.length).toBeGreaterThan(0);
  for (const property of components.flatMap((event) => event.getAllProperties())) {
    const zone = property.getParameter('tzid');
    if (zone !== undefined) expect(zoneNames).toContain(zone);
  }
  for (const event of components) {
    expect(event.getAllProperties('dtstamp')).toHaveLength(1);
    expect(event.getFirstPropertyValue('sequence')).toBeGreaterThan(0);
  }
  const events = components.map((event) => new ICAL.Event(event));
  expect(new Set(events.map(({ uid }) => uid)).size).toBe(events.length);
  return { events, text };
}

const startsOf = (events: readonly ICAL.Event[]) =>
  events.map(({ startDate }) => startDate.toJSDate().toISOString()).toSorted();

const uidsOf = (events: readonly ICAL.Event[]) => events.map(({ uid }) => uid).toSorted();

describe('a calendar without events (B79)', () => {
  it('has a time zone, because it needs a component', async () => {
    await write(home(1, {}, 'perth'));
    const all = await eventsOf('inspections.ics?datefrom=2090-01-01');
    expect([all.events, /^TZID:.*$/m.exec(all.text)?.[0]]).toEqual([[], 'TZID:Australia/Sydney']);
    const one = await eventsOf('listings/1/inspections.ics');
    expect([one.events, /^TZID:.*$/m.exec(one.text)?.[0]]).toEqual([[], 'TZID:Australia/Perth']);
  });

  it.each(['current', 'sold', 'leased', 'withdrawn', 'offmarket'] as const)(
    'of a listing that was on offer and is %s has its times only while it is current, for everybody',
    async (status) => {
      await write(home(10, { inspectionTimes: [time('2040-01-01T00:00:00Z')], status: 'current' }));
      await write(home(10, { inspectionTimes: [time('2040-01-01T00:00:00Z')], status }));
      for (const as of [undefined, ...Object.values(pairs)])
        for (const path of ['listings/10/inspections.ics', 'inspections.ics?datefrom=2040-01-01&ids=10'])
          expect((await eventsOf(path, { as })).events).toHaveLength(status === 'current' ? 1 : 0);
    },
  );

  it.each(['withdrawn', 'offmarket'])(
    'of a listing that has always been %s is for those who see it',
    async (status) => {
      await write(home(11, { inspectionTimes: [time('2040-01-01T00:00:00Z')], status }));
      const path = '/api/v1/listings/11/inspections.ics';
      const statuses = Object.entries(pairs).map(async ([name, as]) => [
        name,
        (await service.get(path, { as })).status,
      ]);
      const expected = Object.keys(pairs).map((name) => [name, name.startsWith('public') ? 404 : 200]);
      expect(await Promise.all(statuses)).toEqual(expected);
    },
  );
});

describe('a calendar has at most 50 events of a listing (B79)', () => {
  const start = '2041-01-01T00:00:00.000Z';

  it('the first that match, without displacing other listings', async () => {
    const auctionDetails = { date: '2041-01-01T00:10:00.000Z' };
    await write(
      home(20, { inspectionTimes: hourly(start, 1_000), auctionDetails }),
      home(21, { inspectionTimes: hourly('2041-02-15T00:00:00Z', 50) }),
      home(22, { inspectionTimes: hourly(start, 49), auctionDetails }),
    );
    const of = async (query: string) => startsOf((await eventsOf(`inspections.ics?${query}`)).events);
    const expected = [...hourly(start, 49).map(({ dateFrom }) => dateFrom), auctionDetails.date].toSorted();
    expect(await of('datefrom=2041-01-01&ids=20')).toEqual(expected);
    expect(await of('datefrom=2041-01-01&ids=22')).toEqual(expected);
    expect(await of('datefrom=2041-01-01&ids=20&kind=inspection')).toHaveLength(50);
    expect(await of('datefrom=2041-01-01&ids=20&kind=auction')).toEqual([auctionDetails.date]);
    // Events that have ended, or do not match, do not count.
    expect((await of('datefrom=2041-01-20T00:00:00Z&ids=20'))[0]).toBe('2041-01-20T00:00:00.000Z');
    expect(await of('datefrom=2041-01-20T00:00:00Z&ids=20')).toHaveLength(50);
    expect(await of('dates=2041-01-10&datefrom=2041-01-01&ids=20')).toHaveLength(24);
    for (const as of [undefined, pairs['public 2']]) {
      const { events } = await eventsOf('inspections.ics?datefrom=2041-01-01', { as });
      expect(events).toHaveLength(150);
    }
  });

  it('of one listing the next after its last change, then the latest past ones', async () => {
    const of = async (updatedAt: string) => {
      await write(home(23, { inspectionTimes: hourly(start, 120), updatedAt }));
      return startsOf((await eventsOf('listings/23/inspections.ics')).events);
    };
    const from = (hour: number, times = 50) =>
      hourly(new Date(Date.parse(start) + hour * HOUR).toISOString(), times)
        .map(({ dateFrom }) => dateFrom)
        .toSorted();
    expect(await of('2040-12-31T00:00:00Z')).toEqual(from(0));
    expect(await of('2041-01-02T12:10:00Z')).toEqual(from(36));
    expect(await of('2041-01-05T00:00:00Z')).toEqual(from(70));
    expect(await of('2042-01-01T00:00:00Z')).toEqual(from(70));
  });
});

describe('events of a calendar', () => {
  const updated = (second: number) => ({ updatedAt: `2040-01-02T00:00:0${second}.000Z` });

  it('keep their UIDs when others go, and their SEQUENCE never falls', async () => {
    const [early, late] = [time('2042-01-01T00:00:00Z'), time('2042-01-01T04:00:00Z')];
    const auctionDetails = { date: '2042-01-08T00:00:00Z' };
    const createdAt = '2020-06-01T00:00:00Z';
    await write(home(30, { ...updated(1), createdAt, inspectionTimes: [early, late], auctionDetails }));
    const before = (await eventsOf('listings/30/inspections.ics')).events;
    await write(
      home(30, {
        ...updated(2),
        createdAt: '2040-01-01T00:00:00Z',
        inspectionTimes: [late],
        auctionDetails: { date: '2042-01-09T00:00:00Z' },
      }),
    );
    const after = (await eventsOf('listings/30/inspections.ics')).events;
    const remaining = before.filter(({ startDate }) => startDate.toJSDate().toISOString() !== early.dateFrom);
    expect(uidsOf(after)).toEqual(uidsOf(remaining));
    expect(uidsOf((await eventsOf('inspections.ics?ids=30&datefrom=2042-01-01')).events)).toEqual(uidsOf(after));
    const sequence = (events: ICAL.Event[]) => Math.max(...events.map((event) => event.sequence));
    expect(sequence(after)).toBeGreaterThan(sequence(before));
  });

  it('with the same start are one, until the last of them ends', async () => {
    const from = '2043-01-01T00:00:00Z';
    const inspectionTimes = [time(from, 20), time(from, 45), time(from, 20), time(from, 30)];
    await write(home(31, { inspectionTimes }));
    for (const since of [from, '2043-01-01T00:25:00Z']) {
      const { events } = await eventsOf(`inspections.ics?ids=31&datefrom=${since}`);
      expect(events.map(({ endDate }) => endDate.toJSDate().toISOString())).toEqual(['2043-01-01T00:45:00.000Z']);
    }
  });

  it('have the right instants in every zone, over midnight and when clocks change', async () => {
    const times = [
      // Sydney: the hour that is skipped, the second pass of the hour that repeats, midnight.
      time('2030-10-05T15:45:00Z', 30),
      time('2030-04-06T14:15:00Z', 180),
      time('2030-04-06T16:30:00Z', 15),
      time('2030-01-05T12:45:00Z', 45),
    ];
    // Half an hour repeats; the parser takes first passes for second ones.
    const ofHowe = time('2030-04-06T15:15:00Z', 10);
    for (const [at, place] of (['sydney', 'howe', 'perth', 'canberra'] as const).entries()) {
      const inspectionTimes = place === 'howe' ? [...times, ofHowe] : times;
      await write(home(40 + at, { inspectionTimes }, place));
      const { events } = await eventsOf(`listings/${40 + at}/inspections.ics`);
      const found = events.map(({ startDate, endDate }) => [startDate, endDate].map((one) => one.toJSDate().getTime()));
      const expected = inspectionTimes.map(({ dateFrom, dateTo }) => [dateFrom, dateTo].map((one) => Date.parse(one)));
      const inOrder = (pairsOfTimes: number[][]) => pairsOfTimes.toSorted(([one = 0], [other = 0]) => one - other);
      expect({ place, found: inOrder(found) }).toEqual({ place, found: inOrder(expected) });
    }
    const { events, text } = await eventsOf('inspections.ics?datefrom=2030-01-01&dateto=2030-12-31&ids=40,41,42,43');
    expect(events).toHaveLength(4 * times.length + 1);
    expect(text.match(/^TZID:.*$/gm)).toHaveLength(3);
  });

  it('without times are whole days', async () => {
    const day = { dateFrom: '2044-01-04T13:00:00Z', dateTo: '2044-01-06T13:00:00Z' };
    await write(home(45, { inspectionTimes: [day], auctionDetails: { date: '2044-07-04T14:00:00Z' } }));
    const { events } = await eventsOf('listings/45/inspections.ics');
    const days = events.map(({ startDate, endDate }) => [startDate, endDate].map(String).join(' '));
    expect(events.every(({ startDate }) => startDate.isDate)).toBe(true);
    expect(days.toSorted()).toEqual(['2044-01-05 2044-01-07', '2044-07-05 2044-07-06']);
  });

  it('have texts without control and direction characters, folded by bytes', async () => {
    const long = '🏠–ä'.repeat(20);
    const address = {
      ...PLACES.sydney,
      streetNumber: '9\u0001\u0085\u202E',
      street: `Quay\u2028\u2066\t${long}; "North", \\`,
    };
    const price = { priceView: `Offers\r\nover\u0007 $1,000,000;\u200F\u2029 no\u007F more\u009F`, value: 1_000_000 };
    await write(home(46, { address, price, inspectionTimes: [time('2045-01-01T00:00:00Z')] }));
    const { events, text } = await eventsOf('listings/46/inspections.ics');
    expect(text).toContain('\r\n ');
    expect(events[0]?.summary).toMatch(/^Open home: 9\s+Quay\s+🏠–ä🏠/);
    expect(events[0]?.description).toMatch(/https?:\/\//);
  });

  it('have coordinates if these are exact', async () => {
    const placed = { ...PLACES.sydney, latitude: '-33.88', longitude: '151.2', street: 'Quay Street' };
    const inspectionTimes = [time('2046-01-01T00:00:00Z')];
    await write(
      home(50, { inspectionTimes, address: { ...placed, streetNumber: '1' } }),
      home(51, { inspectionTimes, address: { ...placed, streetNumber: '2', display: false } }),
      home(52, { inspectionTimes }),
    );
    const geoOf = async (id: number, as?: Keys) => {
      const { events } = await eventsOf(`listings/${id}/inspections.ics`, { as });
      return events[0]?.component.getFirstPropertyValue('geo');
    };
    const exact = [-33.88, 151.2];
    expect([await geoOf(50), await geoOf(50, pairs['public 2'])]).toEqual([exact, exact]);
    expect([await geoOf(51), await geoOf(51, pairs['public 2'])]).toEqual([exact, null]);
    expect(await geoOf(52)).toBeNull();
  });
});

describe('Accept', () => {
  it.each([
    ['text/calendar', true],
    ['Text/Calendar', true],
    ['text/calendar;q=0.9, application/json;q=0.5', true],
    ['application/json;q=0.5, text/calendar;q=0.9', true],
    ['text/calendar, application/json', true],
    ['text/calendar, */*;q=0.8', true],
    ['application/json, text/calendar', false],
    ['application/json, text/calendar;q=0.9', false],
    ['text/calendar;q=0, */*', false],
    ['text/*', false],
    ['*/*', false],
  ])('%s: a calendar is %s', async (accept, isCalendar) => {
    const { status, headers } = await service.get('/api/v1/inspections', { headers: { accept } });
    expect([status, headers.get('content-type')]).toEqual([
      200,
      `${isCalendar ? 'text/calendar' : 'application/json'}; charset=utf-8`,
    ]);
    const geo = accept.replace(/text\/calendar/i, 'application/geo+json');
    const list = await service.get('/api/v1/listings', { headers: { accept: geo } });
    expect(list.headers.get('content-type')?.startsWith('application/geo+json')).toBe(isCalendar);
  });
});
