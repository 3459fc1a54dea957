import { describe, expect, it } from 'vitest';
import { AGENT, FIND, HOME, pathsIn, specWebsite } from './website.js';
import { listingLine, seed, storeCredential } from '@testing';

const site = specWebsite();
const { service, read } = site;

const locationsIn = (file: string): string[] =>
  [...file.matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, location = '']) => location.replaceAll('&amp;', '&'));

describe('the pages', () => {
  it('run only their own scripts, and cannot be framed', async () => {
    const policy = (await fetch(site.address)).headers.get('content-security-policy') ?? '';
    const directives = Object.fromEntries(policy.split(/; ?/).map((directive) => directive.split(/ (.*)/))) as Record<
      string,
      string
    >;
    expect(directives).toEqual({
      'default-src': "'none'",
      'script-src': "'self'",
      'style-src': "'self'",
      'img-src': '* data: blob:',
      'connect-src': "'self'",
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
    const page = (await read('/buy')).split('<li>').find((card) => card.includes('<strong>Contact agent')) ?? '';
    const [path = ''] = pathsIn(page);
    const [, json = ''] = /<script type="application\/ld\+json">(.*?)<\/script>/s.exec(await read(path)) ?? [];
    const { offers } = JSON.parse(json) as { offers: object };
    expect(Object.keys(offers)).toEqual(['@type', 'url']);
  });

  it('give search engines the bounds of a price, and networks no drawing', async () => {
    const price = { value: 900_000, priceView: '$880,000 - $920,000' };
    await seed(service, { listings: [listingLine(1, { uniqueID: 'RANGED', category: 'Unit', price })] });
    const page = await read(pathsIn(await read('/buy?s=RANGED'))[0] ?? '');
    await service.store.dataSource.query("DELETE FROM listings WHERE unique_id = 'RANGED'");
    const [, json = ''] = /<script type="application\/ld\+json">(.*?)<\/script>/s.exec(page) ?? [];
    expect(JSON.parse(json)).toMatchObject({
      offers: { '@type': 'AggregateOffer', lowPrice: 880_000, highPrice: 920_000, priceCurrency: 'AUD' },
    });
    const [, image = ''] =
      /og:image" content="https:\/\/www.harbourstone-homes.example([^"]+)"/.exec(await read(HOME)) ?? [];
    const share = await fetch(site.address + image);
    expect([share.status, share.headers.get('content-type')]).toEqual([200, 'image/png']);
  });

  it('name their place, kind and rooms, and have one address', async () => {
    const title = async (path: string) => {
      const page = await read(path);
      return [/<title>([^<|]+) \|/.exec(page)?.[1], /rel="canonical" href="https:\/\/[^/]+([^"]+)"/.exec(page)?.[1]];
    };
    expect(await title('/buy?category=house&minbedrooms=3&s=randwick&sort=price-asc&page=1')).toEqual([
      '3+ bedroom houses for sale in Randwick NSW 2031',
      '/buy?s=Randwick+NSW+2031&amp;category=house&amp;minbedrooms=3',
    ]);
    expect(await title('/rent?s=garden')).toEqual(['Homes for rent matching “garden”', '/rent?s=garden']);
    expect(await title('/buy?s=hurst')).toEqual(['Homes for sale matching “hurst”', '/buy?s=hurst']);
    expect(await title('/buy?s=2220')).toEqual(['Homes for sale in 2220 NSW', '/buy?s=2220']);
    expect(await title('/commercial')).toEqual(['Commercial properties', '/commercial']);
    expect(await title(HOME)).toEqual(['139 Burke Street, Hurstville NSW 2220: house for sale', HOME]);
    expect(await title('/market?place=hurstville')).toEqual([
      'Hurstville NSW 2220: homes and prices',
      '/suburbs/hurstville-nsw-2220',
    ]);
  });

  it('have one script and one style, compressed and kept for a year', async () => {
    const page = await read('/');
    const files = [...page.matchAll(/"(\/assets\/site\.[\da-f]{12}\.(?:js|css))"/g)].map(([, path = '']) => path);
    expect([files.length, [...page.matchAll(/<script|rel="stylesheet"/g)].length]).toEqual([2, 2]);
    for (const path of files) {
      const answer = await fetch(site.address + path);
      expect(answer.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
      expect([answer.headers.get('content-encoding'), (await answer.text()).length < 20_000]).toEqual(['gzip', true]);
    }
  });

  it('show similar homes of the agency', async () => {
    const [, similar = ''] = (await read(HOME)).split('<h2>Similar homes</h2>');
    const paths = pathsIn(similar);
    expect(paths.length).toBeGreaterThan(0);
    for (const path of paths) expect((await fetch(site.address + path)).status).toBe(200);
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
    const [, times = ''] = /(\d+) open homes and auctions\./.exec(page) ?? [];
    const calendar = await fetch(`${site.address}/open-homes.ics?s=Hurstville`);
    expect(calendar.headers.get('content-type')).toBe('text/calendar; charset=utf-8');
    expect((await calendar.text()).match(/BEGIN:VEVENT/g)).toHaveLength(Number(times));
    expect((await (await subscribed(page)).text()).match(/BEGIN:VEVENT/g)).toHaveLength(Number(times));
    const full = `SELECT access_key AS key FROM credentials WHERE scope = 'full' AND label = 'example website'`;
    const [{ key }] = await service.store.dataSource.query<[{ key: string }]>(full);
    expect([key.length, page.includes(key)]).toEqual([53, false]);
  });

  it('offer the times of a home as a calendar', async () => {
    const page = await read(HOME);
    expect(page).toMatch(new RegExp(`<a class="button quiet" href="${HOME}.ics">[^]*?Add to calendar</a>`));
    expect(await (await subscribed(page)).text()).toBe(await read(`${HOME}.ics`));
    const calendar = await read(`${HOME}.ics`);
    expect(calendar).toMatch(/^BEGIN:VCALENDAR[^]*SUMMARY:Open home: 139 Burke Street/);
    expect((await fetch(`${site.address}/nowhere.ics`)).status).toBe(404);
  });

  it('are all in the sitemap named by robots.txt', async () => {
    const link = 'https://www.harbourstone-homes.example';
    expect(await read('/robots.txt')).toContain(`\nSitemap: ${link}/sitemap.xml\n`);
    const homes: string[] = [];
    const files = locationsIn(await read('/sitemap.xml'));
    const suburbs = locationsIn(await read('/sitemap.xml?suburbs=1'));
    expect(files.pop()).toBe(`${link}/sitemap.xml?suburbs=1`);
    expect(suburbs).toContain(`${link}/suburbs/hurstville-nsw-2220`);
    expect((await fetch((suburbs[0] ?? '').replace(link, site.address))).status).toBe(200);
    for (const file of files) {
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
    expect(page).toMatch(/day \d+ \w+<\/strong> \d+:\d\d(\s[ap]m)?\s–\s\d+:\d\d\s[ap]m AE[DS]T/);
    expect(page).toMatch(/<h2>History<\/h2>[^]*Listed/);
  });

  it('show sold homes with the day and the price of the sale, without a contact form', async () => {
    const { body } = await service.get<{ data: { slug: string; price: string }[] }>(
      '/api/v1/listings/cards?websiteID=1&status=sold&limit=100',
    );
    const { slug = '', price = '' } = body.data.find((card) => card.price.startsWith('$')) ?? {};
    const page = await read(slug);
    expect(page).toMatch(/<p class="price">Sold on \d+ \w+ \d{4} for \$[\d,]+<\/p>/);
    expect(page).toContain(`for ${price}</p>`);
    expect(page).toContain('<h2>History</h2>');
    expect(page).not.toContain('id="enquiry"');
    expect((await read('/sold?sort=price-desc')) + (await read('/sold'))).toContain('<strong>Price withheld</strong>');
  });

  it('show the sales of a search as the directory counts them', async () => {
    const page = (await read('/sold')).replaceAll(/\s+/g, ' ');
    const { body } = await service.get<{ series: { from: string; sold: number }[] }>(
      '/api/v1/listings/statistics?websiteID=1&period=year&periods=2',
    );
    for (const { from, sold } of body.series)
      expect(page).toMatch(new RegExp(`<p>${from.slice(0, 4)}: ${sold} sold, median \\$[\\d,]+`));
    expect(await read('/sold?page=2')).not.toContain(' sold, median');
  });

  it('show the market as the directory counts it, and name an unknown place', async () => {
    const as = await storeCredential(service, { websiteID: 1 }, 'public');
    const { body } = await service.get<{
      current: { count: number; price: { count: number; median: number } };
      series: { sold: number }[];
    }>('/api/v1/listings/statistics?websiteID=1&period=quarter&periods=8', { as });
    const { count, price } = body.current;
    await service.store.dataSource.query('DELETE FROM credentials WHERE access_key = $1', [as.accessKey]);
    const page = (await read('/market')).replaceAll(/\s+/g, ' ');
    expect(page).toContain(`${count} homes on the market`);
    expect(page).toContain(`$${price.median.toLocaleString('en-AU')} <small>(of ${price.count})</small>`);
    expect(body.series.some(({ sold }) => sold > 0)).toBe(true);
    for (const { sold } of body.series) expect(page).toContain(`: ${sold} sold</title>`);
    const [placed, unknown] = await Promise.all([read('/market?place=2220'), read('/market?place=Nowhere+Land')]);
    expect(placed).toContain('<h1>The market in 2220 NSW</h1>');
    expect(placed).toContain('<strong>3 homes on the market</strong>');
    expect(await read('/market?place=NSW')).toContain('We do not know the place “NSW”.');
    expect(unknown).toContain('We do not know the place “Nowhere Land”.');
    expect(unknown).not.toContain('<svg viewBox="0 0 720');
  });

  it.each([
    ['850,000', 850_000],
    ['$1.5m', 1_500_000],
    ['900k', 900_000],
    ['1,500,000', 1_500_000],
    ['1.25 million', 1_250_000],
    ['$650 pw', 650],
  ])('understand the amount %s', async (typed, amount) => {
    const page = await read(`/buy?minPrice=${encodeURIComponent(typed)}`);
    const [heading = ''] = /<h1>\d+ homes? for sale/.exec(page) ?? [];
    expect(heading).not.toBe('');
    expect(await read(`/buy?minPrice=${amount}`)).toContain(heading);
    expect(page).toContain(`aria-label="Without From $${amount.toLocaleString('en-AU')}"`);
  });

  it.each([
    ['minPrice=cheap', 'minPrice', 'Price from needs an amount, such as 850,000, 900k or $1.5m.'],
    ['minPrice=2m&maxPrice=900k', 'maxPrice', 'Price to is below the lowest price.'],
    [`s=${'a'.repeat(201)}`, 's', 'Suburb, address or words '],
    ['sort=cheapest', 'sort', 'Sort by must be'],
    ['minPrice=abc', 'minPrice', 'Price from needs an amount', '/sold'],
    ['maxPrice=-5', 'maxPrice', 'Price to needs an amount', '/leased'],
  ])('show what is wrong with %s beside its field, and lose nothing', async (query, name, fault, path = '/buy') => {
    const refused = await fetch(`${site.address}${path}?category=house&${query}`);
    const page = await refused.text();
    expect(refused.status).toBe(400);
    expect(page).toMatch(new RegExp(`name="${name}"[^>]*aria-describedby="fault-${name}"`));
    expect(page).toContain(`id="fault-${name}">${fault}`);
    expect(page).toMatch(/<option value="house" selected>/);
    expect(page).toMatch(new RegExp(`role="alert">\\s*<p>${fault.replaceAll(/[.$]/g, '\\$&')}`));
  });

  it('answer 404 for an unknown page, and 400 for wrong values that have no field', async () => {
    for (const [path, status] of [
      ['/nowhere', 404],
      ['/suburbs/nowhere', 404],
      ['/buy?page=x', 400],
      ['/buy?bbox=1', 400],
      ['/open-homes?dates=soon', 400],
      ['/find-an-agent?page=x', 400],
      ['/buy?category=constructor', 200],
      ['/leased?category=__proto__', 200],
      ['/sitemap.xml?status=withdrawn', 404],
      ['/---', 404],
      [`/${'a'.repeat(300)}`, 404],
      [`/suggestions?q=${'a'.repeat(99)}${encodeURIComponent('😀')}`, 200],
      ['/buy?page=500', 200],
      ['/open-homes?page=500', 200],
    ] as const)
      expect([path, (await fetch(site.address + path)).status]).toEqual([path, status]);
    const page = await read('/buy?page=x');
    expect(page).toMatch(/role="alert"[^]*Page must be/);
  });

  it('escape typed text', async () => {
    const page = await read(`/buy?s=${encodeURIComponent('"><script>alert(1)</script>')}`);
    expect(page).not.toContain('<script>alert');
  });

  it('have every filter in the path, and a path for every pin of the map', async () => {
    const page = await read('/buy?category=house&minbedrooms=3&poolInGround=true&sort=price-asc');
    expect(page).toMatch(
      /<a href="\/buy\?minbedrooms=3&amp;poolInGround=true&amp;sort=price-asc"[^>]*aria-label="Without Houses"/,
    );
    const [, pin = '', count = ''] =
      /class="pin"\s+href="([^"]*bbox[^"]*)"\s+aria-label="(\d+) homes"/.exec(await read('/buy')) ?? [];
    const narrowed = await read(pin.replaceAll('&amp;', '&'));
    const [, found = ''] = /<h1>(\d+) homes for sale/.exec(narrowed) ?? [];
    expect(Number(found)).toBeGreaterThanOrEqual(Number(count));
    expect(narrowed).toContain('Area of the map');
  });

  it('begin with a search for an offer, which goes to its list', async () => {
    const page = await read('/');
    expect(page).toMatch(/<h2>(Open this weekend|Next open homes)<\/h2>/);
    expect(pathsIn(page).length).toBeGreaterThan(6);
    const { headers, status } = await fetch(`${site.address}/search?offer=%2Frent&s=+Hurstville`, {
      redirect: 'manual',
    });
    expect([status, headers.get('location')]).toEqual([302, '/rent?s=Hurstville']);
    const other = await fetch(`${site.address}/search?offer=//elsewhere.example`, { redirect: 'manual' });
    expect(other.headers.get('location')).toBe('/buy');
  });

  it('give no key to browsers', async () => {
    const [{ key }] = await service.store.dataSource.query<[{ key: string }]>(
      "SELECT access_key AS key FROM credentials WHERE scope = 'public' AND label = 'example website'",
    );
    const script = /\/assets\/site\.\w+\.js/.exec(await read('/'))?.[0] ?? '';
    for (const path of ['/', '/buy', HOME, '/appraisal', script]) expect(await read(path)).not.toContain(key);
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
    expect(page).toMatch(new RegExp(`value="${place}"[^>]*aria-invalid="true"[^>]*aria-describedby="fault-listsIn"`));
    expect(page).toContain(`id="fault-listsIn">${fault}<`);
    expect(page).toContain('<option value="listings-desc" selected>');
    expect(slugsIn(page)).toEqual([]);
  });
});

it('homes and people without pictures have a drawing, which is no request', async () => {
  await seed(service, { listings: [listingLine(1, { uniqueID: 'UNPICTURED', headline: 'Pictures to come' })] });
  const { body } = await service.get<{ id: number; profileImage: string }>('/api/v1/agents/james-popov');
  await service.put(`/api/v1/agents/${body.id}`, { profileImage: '' });
  const list = await read('/buy?s=UNPICTURED');
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
    const { status = 'current', listingType } = fields ?? {};
    const list = status === 'current' ? (listingType === 'rental' ? 'rent' : 'buy') : status;
    const page = await read(`/${list}?s=${uniqueID}`);
    const shown = [...page.matchAll(/<b class="(\w+)">([^<]*)<\/b>/g)].map(([, style, text]) => `${style} ${text}`);
    await service.store.dataSource.query('DELETE FROM listings WHERE unique_id = $1', [uniqueID]);
    expect(shown).toEqual(badges);
    expect(page).toContain('<small>Unit</small>');
  });

  it('tell that its price was reduced', async () => {
    const line = { ...listingLine(1, { uniqueID: 'REDUCED', firstdate, price: { value: 900_000 } }), id: 90_002 };
    await seed(service, { listings: [line] });
    expect(await read('/buy?s=REDUCED')).not.toContain('Price reduced');
    const lower = { ...line, price: { ...line.price, value: 850_000 }, modtime: new Date().toISOString() };
    await seed(service, { listings: [lower] });
    expect(await read('/buy?s=REDUCED')).toContain('<b class="new">Price reduced</b>');
    await service.store.dataSource.query("DELETE FROM listings WHERE unique_id = 'REDUCED'");
  });

  it('are on the map and on its own page as well, if it is taken', async () => {
    const { body } = await service.get<{ data: { slug: string; suburb: string; latitude: string }[] }>(
      '/api/v1/listings/cards?websiteID=1&underOffer=true&limit=100&accuracy=exact',
    );
    const home = body.data.find(({ latitude }) => latitude !== '');
    expect(await read(home?.slug ?? '')).toContain('<p class="price">Under offer · ');
    expect(await read(`/buy?underOffer=true`)).toMatch(/class="pin taken"[^>]*, Under offer"/);
  });

  it('at the centre of its suburb has no location for search engines, and a pin that says so', async () => {
    const placed = { address: { ...inCottesloe, latitude: '-31.99', longitude: '115.76' }, locationAccuracy: 'suburb' };
    await seed(service, { listings: [listingLine(1, { uniqueID: 'CENTRED', category: 'Unit', ...placed })] });
    const map = await read('/buy?s=CENTRED');
    const [, path = ''] =
      /class="pin approximate"\s+href="([^"]+)"\s+aria-label="[^"]*somewhere in the suburb"/.exec(map) ?? [];
    const page = await read(path);
    await service.store.dataSource.query("DELETE FROM listings WHERE unique_id = 'CENTRED'");
    expect(page).toContain('"@type":"RealEstateListing"');
    expect(page).not.toContain('GeoCoordinates');
  });

  it('filters offer only values that homes have, with their numbers', async () => {
    const page = await read('/buy');
    const [, form = ''] = /<form class="search"([^]*?)<\/form>/.exec(page) ?? [];
    expect(form).toMatch(/<option value="house" ?>Houses \(\d+\)/);
    expect(form).toMatch(/>Blocks of land \(\d+\)/);
    expect(form).toMatch(/<option value="\$[\d,]+">\$[\d,]+ \(\d+\)/);
    expect(form).toMatch(/name="dishwasher" value="true"\s*\/>\s*Dishwasher \(\d+\)/);
    expect(form).not.toMatch(/\(0\)/);
    const [, from = '', count = ''] = /<option value="\$([\d,]+)">\$[\d,]+ \((\d+)\)/.exec(form) ?? [];
    expect(await read(`/buy?minPrice=${from.replaceAll(',', '')}`)).toContain(`<h1>${count} homes for sale`);
    expect(await read('/buy?s=Hurstville&poolInGround=true')).not.toContain('(0)');
  });
});
