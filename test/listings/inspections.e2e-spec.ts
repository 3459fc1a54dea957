import fc from 'fast-check';
import ICAL from 'ical.js';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import {
  accountBody,
  type Keys,
  listingLine,
  type ListingLine,
  seed,
  specService,
  storeCredential,
  suburbLine,
  walk,
  walkSeed,
} from '@testing';
import {
  auctionOf,
  type DatedListing,
  filtersAlone,
  isDatedWithin,
  itemsOf,
  consistent,
  listingQueries,
  createWorldStore,
  runWorld,
  type Query,
  readListings,
} from '@testing/brute-force';

const RUNS = walk(20);

vi.setConfig({ testTimeout: 60_000 + RUNS * 500 });

interface Item {
  readonly kind: string;
  readonly dateFrom: string;
  readonly dateTo: string;
  readonly timeZone: string;
  readonly listing: { readonly id: number; readonly address: string };
}

interface Envelope {
  readonly total: number;
  readonly nextCursor?: string | null;
  readonly data: readonly Item[];
}

const pathOf = (query: Query): string => `/api/v1/inspections?${new URLSearchParams(query).toString()}`;

/** The kind, start, end and listing of an event. */
const inShort = ({ kind, dateFrom, dateTo, listing }: Item) => `${dateFrom} ${dateTo} ${listing.id} ${kind}`;

describe('GET /api/v1/inspections (B58)', () => {
  const world = runWorld();
  const service = specService({}, createWorldStore);

  const ask = async (query: Query): Promise<Envelope> => {
    const { status, body } = await service.get<Envelope>(pathOf(query));
    expect({ query, status }).toEqual({ query, status: 200 });
    return body;
  };

  /** Each event of a listing, the auction first. */
  function timesOf(listing: DatedListing) {
    const at = auctionOf(listing);
    const auction = at ? [{ kind: 'auction', dateFrom: at, dateTo: at }] : [];
    return [...auction, ...(listing.inspectionTimes ?? []).map((time) => ({ kind: 'inspection', ...time }))];
  }

  /** The result of a brute-force reading of B58, in order. */
  function read({ kind, datefrom, dateto, dates, ...filters }: Query): string[] {
    const range: Query = { baseDate: 'inspection', ...(dateto && { dateto }), ...(dates && { dates }) };
    const isSince = ({ dateTo }: { dateTo: string }) => datefrom !== undefined || Date.parse(dateTo) > world.now;
    return readListings(world, { ...filters, sort: 'id' })
      .filter(({ status }) => status === 'current')
      .flatMap((listing) =>
        timesOf(listing)
          .filter((time) => (!kind || itemsOf(kind).includes(time.kind)) && isSince(time))
          .filter((time) =>
            isDatedWithin({ ...listing, inspectionTimes: [time] }, world, { ...range, ...(datefrom && { datefrom }) }),
          )
          .map((time) => ({ ...time, listing: { id: listing.id, address: '' }, timeZone: '' })),
      )
      .toSorted((one, other) => Date.parse(one.dateFrom) - Date.parse(other.dateFrom))
      .map(inShort);
  }

  const kinds = fc.constantFrom<Query>({}, { kind: 'inspection' }, { kind: 'auction' }, { kind: 'auction,inspection' });
  const since = fc.constantFrom<Query>({}, { datefrom: '2026-03-01' }, { datefrom: '2025-12-31T13:00:00Z' });
  const queries = fc
    .tuple(fc.oneof(fc.constant<Query>({}), { weight: 3, arbitrary: listingQueries(world) }), kinds, since)
    .map(([query, kind, datefrom]) => {
      const { baseDate: _, ...filters } = filtersAlone(query);
      return consistent({ ...datefrom, ...filters, ...kind });
    });

  it('finds the events of a brute-force reading, with any filters, the next one first', async () => {
    let fruitful = 0;
    const property = fc.asyncProperty(queries, async (query) => {
      const expected = read(query);
      const { total, data } = await ask({ ...query, limit: '100' });
      expect({ query, total, data: data.map(inShort) }).toEqual({
        query,
        total: expected.length,
        data: expected.slice(0, 100),
      });
      if (total > 0) fruitful += 1;
    });
    await fc.assert(property, { numRuns: RUNS, seed: walkSeed, examples: [[{}], [{ datefrom: '0001-01-01' }]] });
    expect(fruitful).toBeGreaterThan(3);
  });

  it('has no time of a listing that is not current (B79)', async () => {
    const all = read({ datefrom: '0001-01-01', status: 'all' });
    for (const status of ['sold', 'leased', 'withdrawn', 'all']) {
      const { total } = await ask({ datefrom: '0001-01-01', status });
      expect({ status, total }).toEqual({ status, total: status === 'all' ? all.length : 0 });
      const upcoming = { isInspections: 'true', isAuctions: 'true' };
      for (const [name, value] of Object.entries(upcoming)) {
        const { body } = await service.get<{ data: { status: string }[] }>(
          `/api/v1/listings?${new URLSearchParams({ status, [name]: value, limit: '100' }).toString()}`,
        );
        expect(body.data.filter((home) => home.status !== 'current')).toEqual([]);
      }
    }
  });

  it('has pages and cursors, with each event once', async () => {
    const query = { datefrom: '0001-01-01', status: 'all' };
    const expected = read(query);
    expect(expected.length).toBeGreaterThan(100);
    const byPage: string[] = [];
    for (let page = 1; page <= Math.ceil(expected.length / 40); page += 1)
      byPage.push(...(await ask({ ...query, limit: '40', page: String(page) })).data.map(inShort));
    const byCursor: string[] = [];
    for (let cursor: string | null | undefined = ''; typeof cursor === 'string';) {
      const { data, nextCursor }: Envelope = await ask({ ...query, limit: '40', cursor });
      byCursor.push(...data.map(inShort));
      cursor = nextCursor;
    }
    expect([byPage, byCursor]).toEqual([expected, expected]);
  });

  it('reports every fault, and refuses the sort, view and baseDate of listings', async () => {
    const query = { kind: 'party', datefrom: 'soon', dateto: 'x', sort: 'id', view: 'card', baseDate: 'sold' };
    const { status, body } = await service.get<{ errors: { parameter: string }[] }>(pathOf(query));
    expect(status).toBe(400);
    expect(body.errors.map(({ parameter }) => parameter)).toEqual(Object.keys(query));
  });

  it('has a tag and is cached if it does not depend on the time of day', async () => {
    const kept = await service.get<Envelope>(pathOf({ datefrom: '2026-03-01' }));
    const tag = kept.headers.get('etag') ?? '';
    const again = await service.get(pathOf({ datefrom: '2026-03-01' }), { headers: { 'if-none-match': tag } });
    expect([tag === '', again.status]).toEqual([false, 304]);
    for (const query of ['', 'datefrom=now', 'datefrom='])
      expect((await service.get(`/api/v1/inspections?${query}`)).headers.has('etag')).toBe(false);
  });
});

describe('a calendar', () => {
  const service = specService();
  let open: Keys;

  const suburb = { suburb: 'Haymarket', state: 'NSW', postcode: '2000' };
  const home = (id: number, fields: Partial<ListingLine>) =>
    listingLine(1, {
      id,
      uniqueID: `H${id}`,
      address: { ...suburb, street: 'Quay Street', streetNumber: `${id}` },
      ...fields,
    });
  const open30 = (from: string) => ({
    dateFrom: from,
    dateTo: new Date(Date.parse(from) + 1_800_000).toISOString(),
  });

  beforeAll(async () => {
    await seed(service, {
      suburbs: [suburbLine('Haymarket NSW 2000', { timeZone: 'Australia/Sydney' })],
      accounts: [1, 2].map((websiteID) => ({ websiteID, ...accountBody() })),
    });
    open = await storeCredential(service, { websiteID: 1 }, 'public');
  });

  const write = (...listings: ListingLine[]) => seed(service, { listings });

  async function fetchText(path: string, options: object = {}): Promise<string> {
    const { status, headers, body } = await service.get<string>(`/api/v1/${path}`, options);
    expect({ path, status, type: headers.get('content-type') }).toEqual({
      path,
      status: 200,
      type: 'text/calendar; charset=utf-8',
    });
    return body;
  }

  const eventsOf = (text: string): ICAL.Event[] => {
    const calendar = new ICAL.Component(ICAL.parse(text) as never);
    for (const zone of calendar.getAllSubcomponents('vtimezone')) ICAL.TimezoneService.register(zone);
    return calendar.getAllSubcomponents('vevent').map((event) => new ICAL.Event(event));
  };

  /** The calendar of a subscriber after a refresh: an event is replaced by one that is not older, and removed if it is gone. */
  function reread(known: ReadonlyMap<string, ICAL.Event>, text: string): Map<string, ICAL.Event> {
    const given = eventsOf(text);
    const uids = given.map(({ uid }) => uid);
    expect(new Set(uids).size, 'an event is there twice').toBe(uids.length);
    return new Map(
      given.map((event) => {
        const former = known.get(event.uid);
        const moves = former !== undefined && former.startDate.compare(event.startDate) !== 0;
        return [event.uid, moves && event.sequence <= former.sequence ? former : event];
      }),
    );
  }

  const starts = (events: ReadonlyMap<string, ICAL.Event>) =>
    [...events.values()].map(({ startDate }) => startDate.toJSDate().toISOString()).toSorted();

  const created = { createdAt: '2030-01-01T00:00:00.000Z' };
  const at = (second: number) => ({ ...created, updatedAt: `2030-01-02T00:00:0${second}.000Z` });

  it('moves rescheduled events on refresh, without duplicates or leftovers', async () => {
    const [saturday, later, sunday] = [
      '2030-03-01T22:30:00.000Z',
      '2030-03-02T01:00:00.000Z',
      '2030-03-02T22:30:00.000Z',
    ];
    const path = 'inspections.ics?datefrom=2030-01-01';
    await write(
      home(1, { ...at(1), inspectionTimes: [open30(saturday), open30(sunday)], auctionDetails: { date: later } }),
      home(2, { ...at(1), inspectionTimes: [open30(saturday)] }),
    );
    const first = reread(new Map(), await fetchText(path));
    expect(starts(first)).toEqual([saturday, saturday, later, sunday]);
    // The inspection on Sunday is later, and the first in the list; the auction is on another day.
    const [noon, monday] = ['2030-03-03T01:00:00.000Z', '2030-03-04T01:00:00.000Z'];
    await write(
      home(1, { ...at(2), inspectionTimes: [open30(noon), open30(saturday)], auctionDetails: { date: monday } }),
    );
    const second = reread(first, await fetchText(path));
    expect(starts(second)).toEqual([saturday, saturday, noon, monday]);
    // The times of an inspection are its identity; a listing has one auction.
    const remaining = [...second.keys()].filter((uid) => first.has(uid)).map((uid) => uid.replace(/^.*-/, ''));
    expect(remaining.toSorted()).toEqual(['20300301T223000Z', '20300301T223000Z', 'auction']);
    // An inspection is removed; the other home is sold.
    await write(home(1, { ...at(3), inspectionTimes: [open30(noon)] }), home(2, { ...at(3), status: 'sold' }));
    expect(starts(reread(second, await fetchText(path)))).toEqual([noon]);
  });

  it('has local times, a place, a title and a page; a date without a time is a whole day', async () => {
    await write(
      home(3, {
        ...at(1),
        price: { value: 900_000 },
        inspectionTimes: [open30('2031-03-01T22:30:00.000Z')],
        auctionDetails: { date: '2031-07-04T14:00:00.000Z' },
      }),
    );
    const text = await fetchText('inspections.ics?datefrom=2031-01-01&dateto=2031-12-31');
    const [inspection, auction] = eventsOf(text);
    expect(text).toContain('DTSTART;TZID=Australia/Sydney:20310302T093000\r\n');
    expect(text).toContain('DTEND;TZID=Australia/Sydney:20310302T100000\r\n');
    expect(text).toContain('DTSTART;VALUE=DATE:20310705\r\n');
    expect(text.split('\r\n').filter((line) => Buffer.byteLength(line) > 75)).toEqual([]);
    expect(inspection?.startDate.toJSDate().toISOString()).toBe('2031-03-01T22:30:00.000Z');
    expect([inspection?.summary, inspection?.location, inspection?.component.getFirstPropertyValue('url')]).toEqual([
      'Open home: 3 Quay Street, Haymarket NSW 2000',
      '3 Quay Street, Haymarket NSW 2000',
      expect.stringMatching(/\/house\/nsw\/haymarket\/h3$/),
    ]);
    expect(String(inspection?.component.getFirstPropertyValue('last-modified'))).toBe('2030-01-02T00:00:01Z');
    expect([auction?.summary, auction?.startDate.isDate]).toEqual(['Auction: 3 Quay Street, Haymarket NSW 2000', true]);
  });

  it('is returned for its Accept header, with a tag of its content and at most 1,000 events', async () => {
    const inspectionTimes = Array.from({ length: 15 }, (_, hour) =>
      open30(new Date(Date.parse('2032-01-01T00:00:00Z') + hour * 3_600_000).toISOString()),
    );
    await write(...Array.from({ length: 67 }, (_, number) => home(400 + number, { inspectionTimes })));
    const query = 'datefrom=2032-01-01&kind=inspection';
    const text = await fetchText(`inspections?${query}&limit=5`, { headers: { accept: 'text/calendar' } });
    expect(eventsOf(text)).toHaveLength(1_000);
    expect(new Set(eventsOf(text).map(({ uid }) => uid)).size).toBe(1_000);
    for (const path of [`inspections.ics?${query}`, 'inspections.ics', 'listings/H400/inspections.ics']) {
      const { headers } = await service.get(`/v1/${path}`);
      const again = await service.get(`/v1/${path}`, { headers: { 'if-none-match': headers.get('etag') ?? '' } });
      expect({ path, status: again.status }).toEqual({ path, status: 304 });
    }
    const { body } = await service.get<Envelope>(`/api/v1/inspections?${query}`, { headers: { accept: '*/*' } });
    expect(body.total).toBe(1_005);
  });

  it('of one home follows changes of the home and its identifier', async () => {
    const of = (id: string) => fetchText(`listings/${id}/inspections.ics`).then((text) => eventsOf(text).length);
    await write(
      home(5, {
        inspectionTimes: [open30('2026-01-01T00:00:00.000Z')],
        auctionDetails: { date: '2033-01-01T00:00:00Z' },
      }),
    );
    expect([await of('5'), await of('H5')]).toEqual([2, 2]);
    await write(home(5, { inspectionTimes: [] }));
    expect([await of('5'), await of('H5')]).toEqual([0, 0]);
    await write(home(5, { status: 'withdrawn', inspectionTimes: [open30('2033-01-01T00:00:00.000Z')] }));
    expect(await of('H5')).toBe(0);
    expect(eventsOf(await fetchText('listings/5/inspections.ics', { as: open }))).toEqual([]);
    for (const id of ['999', 'none', '%00'])
      expect((await service.get(`/api/v1/listings/${id}/inspections.ics`)).status).toBe(404);
  });

  it('shows a hidden address only to the operator and its account', async () => {
    const address = {
      ...suburb,
      street: 'Secret Lane',
      streetNumber: '6',
      latitude: '-33.88',
      longitude: '151.2',
      display: false,
    };
    await write(home(6, { address, inspectionTimes: [open30('2034-01-01T00:00:00.000Z')] }));
    const other = await storeCredential(service, { websiteID: 2 }, 'full');
    for (const as of [other, open])
      for (const path of ['inspections.ics?datefrom=2034-01-01', 'listings/6/inspections.ics']) {
        const text = await fetchText(path, { as });
        expect(eventsOf(text).map(({ location }) => location)).toEqual(['Haymarket NSW 2000']);
        expect(text).not.toMatch(/Secret|33\.88/);
      }
  });
});
