import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { storeCurlFile } from '../../../apps/api/src/greeting.js';
import { freePort } from '../../../libs/embedded-postgres/src/postgres-server.js';
import { specReceiver } from '../../support/hook-receiver.js';
import { Browser, violationsOf } from './browser.js';
import { Command } from '../support/command.js';
import { blocksOf, Guide } from './guide.js';
import { leftOut, missingPrograms } from '../../support/programs.js';
import {
  type Keys,
  listingLine,
  seed,
  servicesOn,
  specFixture,
  specFolder,
  specService,
  storeCredential,
  testSettings,
} from '@testing';

/** A home, an agent and an agency of the demo. */
const HOME = '/buy/house/nsw/hurstville/s100238';
const AGENT = '/agents/james-popov';
const FIND = '/find-an-agent';
const PEOPLE = [FIND, `${FIND}?listsIn=Nowhere+Land`, '/agents', AGENT, '/appraisal'];
const MARKET = ['/market', '/market?place=hurstville', '/market?place=Nowhere+Land'];
const PAGES = ['/', HOME, '/open-homes', '/sold', ...MARKET, ...PEOPLE, '/about', '/saved', '/nowhere'];
const SIZES = { phone: [390, 844], desk: [1440, 900] } as const;

const port = await freePort();
const folder = specFolder('agency-website');
const receiver = specReceiver();
const service = specService(() => ({
  hooks: 'on',
  hooksAllow: [receiver.origin],
  corsOrigins: [`http://localhost:${port}`],
}));
let site: Command;
let address: string;
/** The data contains other picture URLs than the ones given to the site. */
let pictures: string;

/** The site of the demo's first agency, started with its one command. */
beforeAll(async () => {
  pictures = service.address.replace('127.0.0.1', 'localhost');
  await servicesOn(service.store.dataSource, { publicUrl: pictures }).demo.load({ seed: 1 });
  const hooks = [{ name: 'Inbox', url: `${receiver.origin}/enquiries`, trigger: 'enquiry-created' }];
  await service.put('/api/v1/websites/1', { hooks });
  storeCurlFile({ ...testSettings, dataDir: folder });
  site = Command.start(['npm', 'run', 'website'], {
    env: { DATA_DIR: folder, DIRECTORY_URL: service.address, PORT: String(port), ADDRESS_HEADER: 'x-visitor' },
  });
  address = await site.printed(/^(http:\S+)/m);
});

afterAll(async () => {
  site.signalAll('SIGTERM');
  await site.end();
});

const pathsIn = (page: string): string[] =>
  [...page.matchAll(/<a href="([^"]+)">\s*<(?:img|svg)/g)].map(([, path = '']) => path);
const locationsIn = (file: string): string[] =>
  [...file.matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, location = '']) => location.replaceAll('&amp;', '&'));
const read = async (path: string): Promise<string> => (await fetch(address + path)).text();

describe('the pages', () => {
  it('run only their own scripts, and cannot be framed', async () => {
    const policy = (await fetch(address)).headers.get('content-security-policy') ?? '';
    const directives = Object.fromEntries(policy.split(/; ?/).map((directive) => directive.split(/ (.*)/))) as Record<
      string,
      string
    >;
    expect(directives).toEqual({
      'default-src': "'none'",
      'script-src': "'self'",
      'style-src': "'self'",
      'img-src': '*',
      'connect-src': service.address,
      'form-action': "'self'",
      'base-uri': "'none'",
      'frame-ancestors': "'none'",
    });
  });

  it('describe a home to search engines and link previews', async () => {
    const page = await read(HOME);
    const [, json = ''] = /<script type="application\/ld\+json">(.*?)<\/script>/s.exec(page) ?? [];
    expect(JSON.parse(json)).toMatchObject({
      '@type': 'RealEstateListing',
      url: `https://www.harbourstone-homes.example${HOME}`,
      about: {
        '@type': 'House',
        numberOfBedrooms: 3,
        address: { addressLocality: 'Hurstville', postalCode: '2220' },
        geo: { '@type': 'GeoCoordinates', latitude: expect.any(String) as string },
      },
      offers: { price: 1_375_000, priceCurrency: 'AUD' },
    });
    for (const property of ['og:title', 'og:description', 'og:image', 'og:url'])
      expect(page).toMatch(new RegExp(`<meta property="${property}" content="[^"]+"`));
    expect(page).toContain(`<link rel="canonical" href="https://www.harbourstone-homes.example${HOME}"`);
  });

  it('give search engines no price that they do not show', async () => {
    const [, path = ''] = /<a href="([^"]+)">\s*<img[^>]*>\s*<strong>Contact agent/.exec(await read('/')) ?? [];
    const [, json = ''] = /<script type="application\/ld\+json">(.*?)<\/script>/s.exec(await read(path)) ?? [];
    const { offers } = JSON.parse(json) as { offers: object };
    expect(Object.keys(offers)).toEqual(['@type', 'url']);
  });

  it('show similar homes of the agency', async () => {
    const [, similar = ''] = (await read(HOME)).split('<h2>Similar homes</h2>');
    const paths = pathsIn(similar);
    expect(paths.length).toBeGreaterThan(0);
    for (const path of paths) expect((await fetch(address + path)).status).toBe(200);
  });

  /** The calendar of the directory that a page offers to calendar programs, which send no headers. */
  const subscribed = (page: string): Promise<Response> => {
    const [, target = ''] = /href="webcal:([^"]+)"/.exec(page) ?? [];
    expect(target).toMatch(/link=adk_\w{49}\.ads_\w{49}$/);
    return fetch(`http:${target.replaceAll('&amp;', '&')}`);
  };

  it('show open homes and auctions by day, also as a calendar', async () => {
    const page = await read('/open-homes?s=Hurstville');
    expect(page).toMatch(/<h2>\w+day \d+ \w+<\/h2>[^]*<strong>\d+:\d\d/);
    expect(pathsIn(page)).toContain(HOME);
    expect(page).toContain('<a href="/open-homes.ics?s=Hurstville">');
    const [, times = ''] = /(\d+) times/.exec(page) ?? [];
    const calendar = await fetch(`${address}/open-homes.ics?s=Hurstville`);
    expect(calendar.headers.get('content-type')).toBe('text/calendar; charset=utf-8');
    expect((await calendar.text()).match(/BEGIN:VEVENT/g)).toHaveLength(Number(times));
    expect((await (await subscribed(page)).text()).match(/BEGIN:VEVENT/g)).toHaveLength(Number(times));
    const full = `SELECT access_key AS key FROM credentials WHERE scope = 'full' AND label = 'example website'`;
    const [{ key }] = await service.store.dataSource.query<[{ key: string }]>(full);
    expect([key.length, page.includes(key)]).toEqual([53, false]);
  });

  it('offer the times of a home as a calendar', async () => {
    const page = await read(HOME);
    expect(page).toContain(`<a href="${HOME}.ics">Add to calendar</a>`);
    expect(await (await subscribed(page)).text()).toBe(await read(`${HOME}.ics`));
    const calendar = await read(`${HOME}.ics`);
    expect(calendar).toMatch(/^BEGIN:VCALENDAR[^]*SUMMARY:Open home: 139 Burke Street/);
    expect((await fetch(`${address}/nowhere.ics`)).status).toBe(404);
  });

  it('are all in the sitemap named by robots.txt', async () => {
    const link = 'https://www.harbourstone-homes.example';
    expect(await read('/robots.txt')).toContain(`\nSitemap: ${link}/sitemap.xml\n`);
    const homes: string[] = [];
    for (const file of locationsIn(await read('/sitemap.xml'))) {
      const locations = locationsIn(await read(file.replace(link, '')));
      expect(locations.length).toBeLessThanOrEqual(100);
      homes.push(...locations);
    }
    const rows = await service.store.dataSource.query<unknown[]>(
      "SELECT 1 FROM listings WHERE website_id = 1 AND status IN ('current', 'sold', 'leased')",
    );
    expect([new Set(homes).size, homes.length]).toEqual([rows.length, rows.length]);
    expect(homes).toContain(link + HOME);
  });

  it('show times in the zone of the home, and its history', async () => {
    const page = await read(HOME);
    expect(page).toMatch(/day \d+ \w+, \d+:\d\d(\s[ap]m)?\s–\s\d+:\d\d\s[ap]m AE[DS]T/);
    expect(page).toMatch(/<h2>History<\/h2>[^]*Listed/);
  });

  it('show sold homes without a contact form', async () => {
    const [, path = ''] = /<a href="([^"]+)">\s*<img/.exec(await read('/sold')) ?? [];
    const page = await read(path);
    expect(page).toContain('<h2>History</h2>');
    expect(page).not.toContain('id="enquiry"');
  });

  it('show statistics of a search as the directory counts them, and none of too few homes', async () => {
    const page = await read('/?listingType=rental');
    const { body } = await service.get<{ current: { count: number }; series: { leased: number }[] }>(
      '/api/v1/listings/statistics?websiteID=1&listingType=rental&period=year&periods=2',
    );
    const { current, series } = body;
    expect(page).toMatch(new RegExp(`<dd>Now: ${current.count} offered, median \\$[\\d,]+ a week</dd>`));
    for (const { leased } of series) expect(page).toMatch(new RegExp(`<dd>20\\d\\d: ${leased} let, median \\$`));
    expect(page).not.toContain('<dt>Buy</dt>');
    expect(await read('/?s=Hurstville')).not.toContain('in numbers');
    expect(await read('/?page=2')).not.toContain('in numbers');
  });

  it('show the market as the directory counts it, and name an unknown place', async () => {
    const [, keys = ''] = /access = (\{.*?\}),/.exec(await read('/access.js')) ?? [];
    const as = JSON.parse(keys) as Keys;
    const { body } = await service.get<{
      current: { count: number; price: { count: number; median: number } };
      series: { sold: number }[];
    }>('/api/v1/listings/statistics?websiteID=1&period=quarter&periods=8', { as });
    const { count, price } = body.current;
    const page = (await read('/market')).replaceAll(/\s+/g, ' ');
    expect(page).toContain(`${count} homes on the market`);
    expect(page).toContain(`$${price.median.toLocaleString('en-AU')} <small>(of ${price.count})</small>`);
    expect(body.series.some(({ sold }) => sold > 0)).toBe(true);
    for (const { sold } of body.series) expect(page).toContain(`: ${sold} sold</title>`);
    const [placed, unknown] = await Promise.all([read('/market?place=hurstville'), read('/market?place=Nowhere+Land')]);
    expect(placed).toContain('<h1>The market of Hurstville NSW 2220</h1>');
    expect(unknown).toContain('We do not know the place “Nowhere Land”.');
    expect(unknown).not.toContain('<svg viewBox="0 0 720');
  });

  it('explain an invalid search, and answer 404 for an unknown page', async () => {
    const refused = await fetch(`${address}/?minPrice=cheap`);
    expect([refused.status, await refused.text()]).toEqual([400, expect.stringContaining('minPrice must be')]);
    expect((await fetch(`${address}/nowhere`)).status).toBe(404);
  });

  it('escape typed text', async () => {
    const page = await read(`/?s=${encodeURIComponent('"><script>alert(1)</script>')}`);
    expect(page).not.toContain('<script>alert');
  });

  it('have every filter in the path, and a path for every pin of the map', async () => {
    const page = await read('/?listingType=residential&minbedrooms=3&poolInGround=true&sort=price-asc');
    expect(page).toMatch(
      /<a href="\/\?minbedrooms=3&amp;poolInGround=true&amp;sort=price-asc"[^>]*aria-label="Without Buy"/,
    );
    const [, pin = '', count = ''] =
      /class="pin"\s+href="([^"]*bbox[^"]*)"\s+aria-label="(\d+) homes"/.exec(await read('/')) ?? [];
    const narrowed = await read(pin.replaceAll('&amp;', '&'));
    const [, found = ''] = /<h1>(\d+) homes<\/h1>/.exec(narrowed) ?? [];
    expect(Number(found)).toBeGreaterThanOrEqual(Number(count));
    expect(narrowed).toContain('A part of the map');
  });
});

describe('the people', () => {
  interface Agent {
    readonly slug: string;
    readonly listingCounts: Readonly<Record<string, number>>;
  }
  const slugsIn = (page: string) => [...page.matchAll(/<a href="\/agents\/([^"]+)"/g)].map(([, slug]) => slug);

  it('are those of the agency without a place, by sales or by homes, on several pages', async () => {
    for (const sort of ['sales-desc', 'listings-desc']) {
      const { body } = await service.get<{ data: Agent[] }>(`/api/v1/agents?websiteID=1&sort=${sort}&limit=100`);
      const [first, second] = await Promise.all([read(`${FIND}?sort=${sort}`), read(`${FIND}?sort=${sort}&page=2`)]);
      expect([...slugsIn(first), ...slugsIn(second)]).toEqual(body.data.map(({ slug }) => slug));
      expect(first).toContain(`<a rel="next" href="${FIND}?sort=${sort}&amp;page=2">Next</a>`);
      expect(second).toContain(`<a rel="prev" href="${FIND}?sort=${sort}&amp;page=1">Previous</a>`);
    }
    expect(slugsIn(await read(FIND))).toEqual(slugsIn(await read(`${FIND}?sort=sales-desc`)));
  });

  it('show their homes, sales and median price, in the list and on their own page', async () => {
    const { body } = await service.get<{ data: Agent[] }>('/api/v1/agents?websiteID=1&sort=sales-desc&limit=1');
    const [agent] = body.data;
    const { sale, sold12Months } = agent?.listingCounts ?? {};
    const [list, own] = await Promise.all([read(FIND), read(`/agents/${agent?.slug}`)]);
    const counts = `<p>${sale} for sale, ${sold12Months} sold in the last 12 months</p>`;
    // Prices that are not shown count for the operator only.
    const [median = 'no median'] = /<p>Median sold price \$\d[\d,]+<\/p>/.exec(own) ?? [];
    for (const page of [list, own]) expect(page.replaceAll(/>\s+</g, '><')).toContain(counts + median);
    expect(await read(FIND)).not.toMatch(/\b0 (for|sold|leased)\b|<p><\/p>/);
  });

  it('of other agencies with homes in a place have a telephone number and no page', async () => {
    const page = await read(`${FIND}?listsIn=Richmond%2C+VIC&surroundingsuburb=true`);
    expect(page).toMatch(/<p>\d+ agents with homes in Richmond, VIC and surrounding suburbs\./);
    expect(page).toMatch(/<strong>Rosa Lombardi<\/strong>\s*<small>Sales Consultant, Jetty Property Group<\/small>/);
    expect(page).toMatch(/<p>\d+ for sale<\/p>\s*<a href="tel:/);
    expect(slugsIn(page)).toEqual([]);
    expect(page).toMatch(/name="surroundingsuburb"[^>]*checked/);
  });

  it.each([
    ['Nowhere Land', 'We do not know the place “Nowhere Land”.'],
    ['Hurstvile', 'We do not know the place “Hurstvile”. Did you mean Hurstville NSW 2220?'],
    ['broome, WA', 'No agent lists a home in broome, WA. Try it with the surrounding suburbs.'],
  ])('are not found in %s, which is explained beside the field', async (place, fault) => {
    const page = await read(`${FIND}?listsIn=${encodeURIComponent(place)}&sort=listings-desc`);
    expect(page).toMatch(new RegExp(`value="${place}"[^>]*aria-invalid="true"[^>]*aria-describedby="fault"`));
    expect(page).toContain(`id="fault">${fault}<`);
    expect(page).toContain('<option value="listings-desc" selected>');
    expect(slugsIn(page)).toEqual([]);
  });
});

it('homes and people without pictures have a drawing, which is no request', async () => {
  await seed(service, { listings: [listingLine(1, { uniqueID: 'UNPICTURED', headline: 'Pictures to come' })] });
  const { body } = await service.get<{ id: number; profileImage: string }>('/api/v1/agents/james-popov');
  await service.put(`/api/v1/agents/${body.id}`, { profileImage: '' });
  const list = await read('/?s=UNPICTURED');
  const [path = ''] = pathsIn(list);
  const pages = [list, await read(path), await read(FIND), await read('/agents'), await read(AGENT)];
  await service.put(`/api/v1/agents/${body.id}`, { profileImage: body.profileImage });
  await service.store.dataSource.query("DELETE FROM listings WHERE unique_id = 'UNPICTURED'");
  expect(pages.map((page) => page.includes('class="no-picture"'))).toEqual([true, false, true, true, true]);
  for (const page of pages) expect(page).not.toMatch(/(src|og:image" content)=""/);
  expect(pages[1]).toContain('<h1>Pictures to come</h1>');
  expect(pages[1]).not.toContain('class="gallery"');
});

describe('the badges of a home', () => {
  const HOUR_MS = 3_600_000;
  const DAY_MS = 24 * HOUR_MS;
  /** At 10:30 in Perth, in some days. */
  const inPerth = (days: number): Date => new Date(Math.floor(Date.now() / DAY_MS + days) * DAY_MS + 2.5 * HOUR_MS);
  const timesAt = (from: Date) => ({
    dateFrom: from.toISOString(),
    dateTo: new Date(from.getTime() + HOUR_MS).toISOString(),
  });
  const wordsOf = (at: Date, form: Intl.DateTimeFormatOptions) =>
    at.toLocaleDateString('en-AU', { timeZone: 'Australia/Perth', ...form });
  const dayOf = (at: Date) => wordsOf(at, { day: 'numeric', month: 'short' });
  const [soon, later] = [inPerth(3), inPerth(12)];
  const weekday = wordsOf(soon, { weekday: 'short' });
  const firstdate = '2020-01-02T00:00:00.000Z';
  const soldDetails = { date: new Date(firstdate).toISOString(), price: 1_000_000 };
  const inCottesloe = {
    streetNumber: '1',
    street: 'Marine Parade',
    suburb: 'Cottesloe',
    state: 'WA',
    postcode: '6011',
  };
  const inspections = (from: Date) => ({ inspectionTimes: [timesAt(inPerth(-1)), timesAt(from)] });

  it.each<[string, Parameters<typeof listingLine>[1], string[]]>([
    ['new', { firstdate: new Date(Date.now() - 6 * DAY_MS).toISOString() }, ['new New']],
    ['old', { firstdate }, []],
    ['under offer', { underOffer: true }, ['taken Under offer']],
    ['with a deposit', { listingType: 'rental', details: { depositTaken: true } }, ['taken Deposit taken']],
    ['open soon', { firstdate, ...inspections(soon) }, [`event Open ${weekday} 10:30 am`]],
    [
      'auctioned later',
      { firstdate, auctionDetails: { date: later.toISOString() } },
      [`event Auction ${wordsOf(later, { weekday: 'short' })} ${dayOf(later)}, 10:30 am`],
    ],
    [
      'taken, and open',
      { firstdate, underOffer: true, ...inspections(soon) },
      ['taken Under offer', `event Open ${weekday} 10:30 am`],
    ],
    ['sold', { status: 'sold', soldDetails, ...inspections(soon) }, ['closed Sold 2 Jan 2020']],
    ['leased', { status: 'leased', listingType: 'rental' }, ['closed Leased']],
  ])('%s', async (name, fields, badges) => {
    const uniqueID = `BADGES${name.replaceAll(/\W/g, '')}`;
    await seed(service, {
      listings: [listingLine(1, { uniqueID, address: inCottesloe, category: 'Unit', ...fields })],
    });
    const page = await read(`/?s=${uniqueID}&status=${fields?.status ?? 'current'}`);
    const shown = [...page.matchAll(/<b class="(\w+)">([^<]*)<\/b>/g)].map(([, style, text]) => `${style} ${text}`);
    await service.store.dataSource.query('DELETE FROM listings WHERE unique_id = $1', [uniqueID]);
    expect(shown).toEqual(badges);
    expect(page).toContain('<small>Unit</small>');
  });

  it('are on the map and on its own page as well, if it is taken', async () => {
    const { body } = await service.get<{ data: { slug: string; suburb: string; latitude: string }[] }>(
      '/api/v1/listings/cards?websiteID=1&underOffer=true&limit=100&accuracy=exact',
    );
    const home = body.data.find(({ latitude }) => latitude !== '');
    expect(await read(home?.slug ?? '')).toContain('<strong>Under offer · ');
    expect(await read(`/?underOffer=true`)).toMatch(/class="pin taken"[^>]*, Under offer"/);
  });

  it('at the centre of its suburb has no location for search engines, and a pin that says so', async () => {
    const placed = { address: { ...inCottesloe, latitude: '-31.99', longitude: '115.76' }, locationAccuracy: 'suburb' };
    await seed(service, { listings: [listingLine(1, { uniqueID: 'CENTRED', category: 'Unit', ...placed })] });
    const map = await read('/?s=CENTRED');
    const [, path = ''] =
      /class="pin approximate"\s+href="([^"]+)"\s+aria-label="[^"]*somewhere in the suburb"/.exec(map) ?? [];
    const page = await read(path);
    await service.store.dataSource.query("DELETE FROM listings WHERE unique_id = 'CENTRED'");
    expect(page).toContain('"@type":"RealEstateListing"');
    expect(page).not.toContain('GeoCoordinates');
  });

  it('filters offer only values that homes have', async () => {
    const page = await read('/');
    const [, form = ''] = /<form class="search"([^]*?)<\/form>/.exec(page) ?? [];
    expect(form).toMatch(/<option value="current" selected>On the market \(\d+\)/);
    expect(form).toMatch(/<option value="\d+" >\$[\d,]+ \(\d+\)/);
    expect(form).toMatch(/name="dishwasher" value="true"\s*\/>\s*Dishwasher \(\d+\)/);
    expect(form).not.toMatch(/\(0\)/);
    expect(await read('/?s=Hurstville&poolInGround=true')).not.toContain('(0)');
  });
});

/** A browser with cookies only: it sends forms and follows redirects. Each has its own address, and so its own limits. */
class Visitor {
  private readonly address = randomUUID();
  private readonly cookies = new Map<string, string>();

  async open(path: string, form?: Record<string, string>, origin = address): Promise<{ status: number; page: string }> {
    const cookie = [...this.cookies].map((pair) => pair.join('=')).join('; ');
    const answer = await fetch(address + path, {
      redirect: 'manual',
      headers: { cookie, origin, 'x-visitor': this.address },
      ...(form && { method: 'POST', body: new URLSearchParams(form) }),
    });
    for (const set of answer.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(set) ?? [];
      expect(set).toMatch(/; HttpOnly; SameSite=Lax$/);
      this.cookies.set(name, value);
    }
    if (answer.status === 303) return this.open(answer.headers.get('location') ?? '');
    return { status: answer.status, page: await answer.text() };
  }

  set(name: string, value: string): void {
    this.cookies.set(name, value);
  }
}

describe('a visitor who saves searches', () => {
  const SEARCH = '/?s=Richmond&maxPrice=600000';
  const save = { path: SEARCH };

  it('sees new homes once', async () => {
    const visitor = new Visitor();
    expect((await visitor.open('/')).page).toContain('Tell me of new ones');
    const { page: saved } = await visitor.open('/saved', save);
    expect(saved).toMatch(/<a href="\/\?s=Richmond&amp;maxPrice=600000">“Richmond”, Up to \$600000<\/a>/);
    expect(saved).toContain('Nothing new.');
    const line = { ...listingLine(1, { id: 90_001, price: { value: 500_000 } }), id: 90_001 };
    await seed(service, { listings: [line] });
    let news = '';
    await expect
      .poll(async () => (news = (await visitor.open('/saved')).page))
      .toContain('1 home since your last visit.');
    expect(pathsIn(news)).toHaveLength(1);
    expect((await visitor.open('/saved')).page).toContain('Nothing new.');
    await seed(service, { listings: [{ ...line, status: 'withdrawn', modtime: new Date().toISOString() }] });
  });

  it('sees the present homes when the cursor has expired, and new ones from then on', async () => {
    const visitor = new Visitor();
    const { page } = await visitor.open('/saved', { path: '/?listingType=rental' });
    const [, id = ''] = /name="id" value="(\d+)"/.exec(page) ?? [];
    visitor.set('seen', `${id}=nonsense`);
    expect((await visitor.open('/saved')).page).toContain('open the search to see its homes');
    expect((await visitor.open('/saved')).page).toContain('Nothing new.');
  });

  it('deletes only their own searches, and does not see those of others', async () => {
    const [owner, stranger] = [new Visitor(), new Visitor()];
    const { page } = await owner.open('/saved', save);
    const [, id = ''] = /name="id" value="(\d+)"/.exec(page) ?? [];
    await stranger.open('/saved', { path: '/' });
    expect((await stranger.open('/saved/delete', { id })).page).not.toContain('Richmond');
    for (const other of ['', '%20', 'visitor-1']) {
      stranger.set('visitor', other);
      expect((await stranger.open('/saved')).page).not.toContain('name="id"');
    }
    expect((await owner.open('/saved')).page).toContain(`value="${id}"`);
    expect((await owner.open('/saved/delete', { id })).page).not.toContain('name="id"');
  });

  it('has at most ten different searches, and cannot save one from another site', async () => {
    const visitor = new Visitor();
    for (let bedrooms = 1; bedrooms <= 11; bedrooms++) {
      const form = { path: `/?minbedrooms=${bedrooms}&s=a@b` };
      if (bedrooms < 3) await visitor.open('/saved', form);
      await visitor.open('/saved', form);
    }
    const { page } = await visitor.open('/saved');
    expect(page.match(/name="id"/g)).toHaveLength(10);
    expect(page).toContain('You may have 10 searches.');
    expect((await new Visitor().open('/saved', save, 'https://elsewhere.example')).status).toBe(403);
    expect((await visitor.open('/saved', { path: `/?s=${'a'.repeat(9_000)}` })).status).toBe(413);
  });
});

it('the command in README.md deletes searches of the site older than a year', async () => {
  const { dataSource } = service.store;
  const example = fileURLToPath(new URL('../../../examples/agency-website/', import.meta.url));
  const program = blocksOf(await readFile(`${example}README.md`, 'utf8')).find(({ language }) => language === 'js');
  const keys = await storeCredential(service, { websiteID: 1 }, 'full');
  const references = [randomUUID(), randomUUID(), 'of-another-program'];
  for (const reference of references) {
    const body = { name: 'Flats', query: 'minbedrooms=2', reference, notify: ['new'], websiteID: 1 };
    await service.post('/api/v1/searches', body);
  }
  const old = [references[0], references[2]];
  await dataSource.query("UPDATE searches SET created_at = now() - interval '366 days' WHERE reference = ANY($1)", [
    old,
  ]);
  const env = { FULL_ACCESS_KEY: keys.accessKey, FULL_SECRET_KEY: keys.secretKey, DIRECTORY_URL: service.address };
  await promisify(execFile)('node', ['--input-type=module', '-e', program?.text ?? ''], {
    cwd: example,
    env: { PATH: process.env.PATH, ...env },
  });
  const left = await dataSource.query<unknown[]>('SELECT reference FROM searches WHERE reference = ANY($1)', [
    references,
  ]);
  expect(left).toEqual([{ reference: references[1] }, { reference: references[2] }]);
  await dataSource.query('DELETE FROM credentials WHERE access_key = $1', [keys.accessKey]);
});

it.each([
  ['#f2c84b', 'for-light.svg'],
  ['#0b3954', 'for-dark.svg'],
])('the colour %s has a logo with enough contrast', async (primaryColor, expected) => {
  const module = new URL('../../../examples/agency-website/src/theme.js', import.meta.url).href;
  const { logoOf } = (await import(module)) as { logoOf: (agency: object) => string }; // a module of JavaScript
  expect(logoOf({ config: { primaryColor }, logo: { light: 'for-light.svg', dark: 'for-dark.svg' } })).toBe(expected);
});

describe('a visitor who sends too many requests', () => {
  interface Site {
    fetch: (request: Request) => Promise<Response>;
  }
  const sent: string[] = [];
  let isAway = false;
  let ask: (path: string, visitor?: string) => Promise<Response>;
  let keys: Keys;

  beforeAll(async () => {
    const module = new URL('../../../examples/agency-website/src/site.js', import.meta.url).href;
    const { createSite } = (await import(module)) as { createSite: (access: object, addressHeader: string) => Site }; // a module of JavaScript
    keys = await storeCredential(service, { websiteID: 1 }, 'public');
    const access = {
      baseUrl: service.address,
      ...keys,
      retry: { attempts: 1, maxWaitMs: 0 },
      fetch: (request: Request) => {
        sent.push(new URL(request.url).pathname);
        return isAway ? Promise.reject(new TypeError('no connection')) : fetch(request);
      },
    };
    const made = createSite(access, 'x-visitor');
    ask = async (path, visitor = '198.51.100.1') =>
      made.fetch(new Request(`http://site.example${path}`, { headers: { 'x-visitor': visitor } }));
  });

  // An account has two pairs of a scope; the guide creates the second one.
  afterAll(() => service.store.dataSource.query('DELETE FROM credentials WHERE access_key = $1', [keys.accessKey]));

  it('costs no request for a path without a home, and one per state for an unknown suburb', async () => {
    expect((await ask('/')).status).toBe(200);
    sent.length = 0;
    expect((await ask('/wp-login.php')).status).toBe(404);
    expect(sent).toEqual([]);
    expect((await ask('/buy/house/nsw/hurstville/s1')).status).toBe(404);
    expect(sent).toEqual(Array.from({ length: 3 }, () => '/api/v1/listings/cards'));
  });

  it('is refused, without affecting others', async () => {
    const flood = await Promise.all(Array.from({ length: 130 }, () => ask('/about', '198.51.100.2')));
    const refused = flood.filter(({ status }) => status === 429);
    expect([refused.length, Number(refused[0]?.headers.get('retry-after')) > 0]).toEqual([10, true]);
    expect((await ask('/about')).status).toBe(200);
  });

  it('sees the last valid page while the directory is not available', async () => {
    const before = await (await ask(HOME)).text();
    isAway = true;
    const log = vi.spyOn(console, 'error').mockReturnValue();
    const last = await ask(HOME);
    expect([last.status, await last.text()]).toEqual([200, before]);
    expect((await ask('/?s=never')).status).toBe(503);
    log.mockRestore();
    isAway = false;
  });
});

it('the program in docs/BUILDING-A-SITE.md builds a search page with counts and a map', async () => {
  const { PATH = '', HOME: home = '' } = process.env;
  const guide = new Guide(folder, service.address, {
    PATH,
    HOME: home,
    DATABASE_URL: service.store.url,
    ROOT_ACCESS_KEY: testSettings.rootAccessKey,
    ROOT_SECRET_KEY: testSettings.rootSecretKey,
    SECRETS_KEY: testSettings.secretsKey.toString('base64'),
  });
  const page = await readFile(new URL('../../../docs/BUILDING-A-SITE.md', import.meta.url), 'utf8');
  const [start, ...blocks] = blocksOf(page);
  expect(start?.text).toBe('npm ci && npm start\n');
  const shown: string[] = [];
  for (const block of blocks) {
    const result = await guide.follow(block);
    if (block.text.startsWith('node ')) shown.push(result);
  }
  const [first, homes, counts, map] = shown;
  expect(first).toMatch(/^\d+ homes\n.+ NSW \d{4}/);
  expect(homes).toMatch(/<h1>\d+ homes<\/h1>[^]*<li>\s*<img src="http/);
  expect(counts).toMatch(/<option value="house"\s*>house \(\d+\)<\/option>/);
  expect(map).toMatch(/<meta name="viewport"[^]*<style>/);
  expect(map).toMatch(/<svg [^]*<a href="\/\?bbox=[^]*<circle/);
  expect(shown).toHaveLength(4);
});

const missing = missingPrograms('chromium');

describe.skipIf(missing.length > 0)(`in Chromium${leftOut(missing)}`, () => {
  const browser = specFixture(() => Browser.start(address, service.address, pictures));

  describe.each(Object.entries(SIZES))('on a %s', (_, size) => {
    it('a visitor searches, narrows, opens a home and sends an enquiry, which the agency receives', async () => {
      const { page, faults } = await browser.open('/', size);
      await page.getByRole('combobox', { name: 'Suburb' }).pressSequentially('hurst');
      await page.getByRole('option', { name: 'Hurstville NSW 2220' }).waitFor();
      await page.keyboard.press('ArrowDown');
      await page.keyboard.press('Enter');
      await page.waitForURL(/s=Hurstville/);
      expect(await page.locator('h1').textContent()).toBe('3 homes');
      await page.getByLabel('Kind').selectOption({ label: 'Buy (1)' });
      await page.getByRole('button', { name: 'Search' }).click();
      await page.waitForURL(/listingType=residential/);
      await page.locator('.cards a').click();
      await page.waitForURL(`**${HOME}`);
      const name = `Jane Citizen ${size[0]}`;
      await page.getByLabel('Name').fill(name);
      await page.getByLabel('E-mail').fill('jane@example.com');
      await page.getByLabel('Message').fill('Is there room for two cars?');
      await page.getByLabel('The agency may store').check();
      await page.getByRole('button', { name: 'Send' }).click();
      await page.getByText('Your message has arrived').waitFor();
      await expect
        .poll(() => receiver.received.map(({ body }) => body).join('\n'), { timeout: 50_000 })
        .toContain(name);
      expect(faults).toEqual([]);
      await page.close();
    });

    it('a visitor types an address, and opens the home', async () => {
      const { page, faults } = await browser.open('/open-homes', size);
      await page.getByRole('combobox', { name: 'Suburb' }).pressSequentially('139 burk');
      await page.getByRole('option', { name: '139 Burke Street, Hurstville NSW 2220', exact: true }).waitFor();
      await page.keyboard.press('ArrowDown');
      await page.keyboard.press('Enter');
      await page.waitForURL(`**${HOME}`);
      expect(faults).toEqual([]);
      await page.close();
    });

    it('a visitor finds an agent of a suburb, and writes to the agent', async () => {
      const { page, faults } = await browser.open(FIND, size);
      await page.getByRole('combobox', { name: 'Suburb' }).pressSequentially('hurst');
      await page.getByRole('option', { name: 'Hurstville NSW 2220' }).waitFor();
      await page.keyboard.press('ArrowDown');
      await page.keyboard.press('Enter');
      await page.waitForURL(/listsIn=Hurstville\+NSW\+2220/);
      await page.getByRole('link', { name: 'James Popov' }).click();
      await page.waitForURL(`**${AGENT}`);
      const email = `writer-${size[0]}@example.com`;
      await page.getByLabel('Name').fill('Jane Citizen');
      await page.getByLabel('E-mail').fill(email);
      await page.getByLabel('Message').fill('Do you know the street?');
      await page.getByLabel('The agency may store').check();
      await page.getByRole('button', { name: 'Send' }).click();
      await page.getByText('Your message has arrived').waitFor();
      const { body } = await service.get<{ data: object[] }>(`/api/v1/enquiries?email=${email}`);
      expect(body.data).toEqual([expect.objectContaining({ kind: 'general', websiteID: 1, agentID: 1 })]);
      expect(faults).toEqual([]);
      await page.close();
    });

    it('a visitor asks for an appraisal, and corrects a fault beside its field', async () => {
      const { page, faults } = await browser.open(AGENT, size);
      await page.getByRole('link', { name: 'What is my home worth?' }).click();
      await page.waitForURL('**/appraisal');
      const email = `owner-${size[0]}@example.com`;
      const home = '12 King Street, Hurstville NSW 2220';
      await page.getByLabel('Kind of appraisal').selectOption('Rental');
      await page.getByLabel('Address').fill(home);
      await page.getByLabel('Name').fill('Jane Citizen');
      await page.getByLabel('The agency may store').check();
      await page.getByRole('button', { name: 'Send' }).click();
      await page.getByText('E-mail or phone is required.').waitFor();
      expect(await page.getByLabel('E-mail').getAttribute('aria-describedby')).toBe('fault-email');
      expect([await violationsOf(page), await page.getByLabel('Address').inputValue()]).toEqual([[], home]);
      expect(await page.evaluate('document.activeElement.name')).toBe('email');
      await page.keyboard.type(email);
      await page.getByRole('button', { name: 'Send' }).click();
      await page.getByText('Your message has arrived').waitFor();
      const { body } = await service.get<{ data: object[] }>(`/api/v1/enquiries?email=${email}`);
      const message = 'Please contact me about an appraisal of my home.';
      expect(body.data).toEqual([
        expect.objectContaining({ kind: 'rental-appraisal', websiteID: 1, agentID: null, address: home, message }),
      ]);
      expect(faults.filter((fault) => !fault.includes('400'))).toEqual([]);
      await page.close();
    });

    it('the pages are accessible and fit its width, and the largest picture appears fast', async () => {
      const paints: string[] = [];
      for (const path of PAGES) {
        const { page, faults } = await browser.open(path, size);
        expect([path, await violationsOf(page)]).toEqual([path, []]);
        expect([path, faults.filter((fault) => !fault.includes('404'))]).toEqual([path, []]);
        expect([path, await page.evaluate('document.documentElement.scrollWidth')]).toEqual([path, size[0]]);
        const paint = await page.evaluate<number>(`new Promise((found) => new PerformanceObserver((list) =>
          found(list.getEntries().at(-1).startTime)).observe({ type: 'largest-contentful-paint', buffered: true }))`);
        paints.push(`${path} ${Math.round(paint)} ms`);
        await page.close();
      }
      console.info(`Largest paint at ${size.join('x')}: ${paints.join(', ')}`);
    });

    it('saved searches are accessible, too', async () => {
      const { page, faults } = await browser.open('/?listingType=rental', size);
      await page.getByRole('button', { name: 'Tell me of new ones' }).click();
      await page.waitForURL('**/saved');
      expect(await page.getByRole('link', { name: 'Saved' }).count()).toBe(1);
      expect([await violationsOf(page), faults]).toEqual([[], []]);
      await page.close();
    });

    it('the pages work without scripts', async () => {
      const { page } = await browser.open('/', size, { javaScriptEnabled: false });
      await page.getByRole('button', { name: 'Tell me of new ones' }).click();
      await page.getByRole('link', { name: 'All homes' }).waitFor();
      await page.getByRole('button', { name: 'Delete All homes' }).click();
      await page.getByRole('link', { name: 'All homes' }).waitFor({ state: 'detached' });
      await page.goto(address);
      await page.getByLabel('Suburb').fill('2220');
      await page.getByRole('button', { name: 'Search' }).click();
      await page.waitForURL(/s=2220/);
      await page.locator('.pin').first().click();
      await page.goto(address + HOME);
      expect(await page.locator('aside a[href^="tel:"]').count()).toBeGreaterThan(0);
      expect(await page.locator('#enquiry').isVisible()).toBe(false);
      await page.getByRole('link', { name: 'Find an agent' }).click();
      await page.getByLabel('Suburb or postcode').fill('Hurstville');
      await page.getByLabel('Include surrounding suburbs').check();
      await page.getByRole('button', { name: 'Search' }).click();
      await page.waitForURL(/listsIn=Hurstville&surroundingsuburb=true/);
      expect(await page.locator('.agents a[href^="tel:"]').count()).toBeGreaterThan(1);
      await page.getByRole('link', { name: 'Appraisals' }).click();
      expect(await page.locator('main a[href^="tel:"]').isVisible()).toBe(true);
      expect(await page.locator('#enquiry').isVisible()).toBe(false);
      await page.close();
    });
  });

  it('an enquiry that cannot be sent stays in the form', async () => {
    const { page } = await browser.open(HOME, SIZES.desk);
    await page.route(`${service.address}/**`, (route) => route.abort());
    await page.getByLabel('Name').fill('Jane');
    await page.getByLabel('E-mail').fill('jane@example.com');
    await page.getByLabel('Message').fill('Is it quiet?');
    await page.getByLabel('The agency may store').check();
    await page.getByRole('button', { name: 'Send' }).click();
    const status = page.locator('#enquiry [role=status]');
    await expect.poll(() => status.textContent(), { timeout: 60_000 }).toContain('There is no connection');
    await page.close();
  });
});
