import { execFile } from 'node:child_process';
import { createHmac, randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { freePort } from '../../../../libs/embedded-postgres/src/postgres-server.js';
import { Command } from '../../support/command.js';
import { blocksOf, Guide } from '../guide.js';
import { HOME, pathsIn, specWebsite, Visitor } from './website.js';
import { type Keys, listingLine, seed, storeCredential, testSettings } from '@testing';

const site = specWebsite();
const { service, read } = site;

describe('an enquiry', () => {
  const enquiriesOf = async (email: string) =>
    (await service.get<{ data: object[] }>(`/api/v1/enquiries?email=${email}`)).body.data;
  const formIn = (page: string) => {
    const [, form = ''] = /<form class="enquiry"([^]*?)<\/form>/.exec(page) ?? [];
    const hidden = [...form.matchAll(/type="hidden" name="(\w+)" value="([^"]*)"/g)];
    return Object.fromEntries(hidden.map(([, name = '', value = '']) => [name, value]));
  };

  it('is sent once without a script, however often the button is pressed, and again when it is changed', async () => {
    const visitor = new Visitor(site.address);
    const email = 'twice@example.com';
    const form = {
      ...formIn((await visitor.open(HOME)).page),
      name: 'Jane',
      email,
      message: 'Quiet?',
      consent: 'true',
    };
    const { page } = await visitor.open(HOME, form);
    expect(page).toMatch(/id="enquiry" role="status"[^>]*autofocus>[^]*Your question about 139 Burke Street/);
    expect(page).not.toContain('<form class="enquiry"');
    await visitor.open(HOME, form);
    expect(await enquiriesOf(email)).toHaveLength(1);
    await visitor.open(HOME, { ...form, message: 'And the garden?' });
    expect(await enquiriesOf(email)).toHaveLength(2);
  });

  it('keeps what was typed, and names each fault beside its field', async () => {
    const { status, page } = await new Visitor(site.address).open(HOME, {
      ...formIn(await read(HOME)),
      name: 'Jane "Q"',
      message: 'Quiet?',
      email: 'nowhere',
      consent: 'true',
    });
    expect(status).toBe(400);
    expect(page).toMatch(/name="email"[^>]*value="nowhere"[^>]*autofocus[^>]*aria-invalid="true"/);
    expect(page).toMatch(/id="fault-email">E-mail /);
    expect(page).toContain('value="Jane &quot;Q&quot;"');
  });

  it('goes to the recipient of its page, and is refused from another site', async () => {
    const visitor = new Visitor(site.address);
    const [email, message] = ['elsewhere@example.com', 'Quiet?'];
    const form = { recipient: 'agent', id: '2', name: 'Jane', email, message, consent: 'true' };
    expect((await visitor.open(HOME, form, 'https://elsewhere.example')).status).toBe(403);
    expect((await visitor.open('/nowhere', form)).status).toBe(404);
    expect((await visitor.open(pathsIn(await read('/sold'))[0] ?? '', form)).status).toBe(404);
    expect(await enquiriesOf(email)).toEqual([]);
    expect((await visitor.open(HOME, form)).status).toBe(200);
    expect(await enquiriesOf(email)).toEqual([expect.objectContaining({ kind: 'listing' })]);
    expect((await visitor.open(HOME, { message: 'a'.repeat(40_000) })).status).toBe(413);
  });

  it('beyond twenty an hour from an address is refused in the form', async () => {
    const visitor = new Visitor(site.address);
    for (let sent = 0; sent < 20; sent++) await visitor.open('/appraisal', { name: '' });
    const { status, page } = await visitor.open('/appraisal', { message: 'My letter' });
    expect([status, page.includes('My letter'), page.includes('try again in an hour')]).toEqual([429, true, true]);
  });
});

describe('a visitor who saves searches', () => {
  const SEARCH = '/buy?s=Richmond&maxPrice=600000';
  const save = { path: SEARCH };

  it('sees new homes once', async () => {
    const visitor = new Visitor(site.address);
    expect((await visitor.open('/buy')).page).toContain('Save this search');
    const { page: saved } = await visitor.open('/saved', save);
    expect(saved).toMatch(/role="status"[^>]*autofocus>\s*Your search is saved/);
    expect(saved).toMatch(/<a href="\/buy\?s=Richmond&amp;maxPrice=600000">Buy, “Richmond”, Up to \$600,000<\/a>/);
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

  it('cannot choose where the news begin, because the cookie is signed', async () => {
    const visitor = new Visitor(site.address);
    const { page } = await visitor.open('/saved', { path: '/rent' });
    const [, id = ''] = /name="id" value="(\d+)"/.exec(page) ?? [];
    visitor.set('seen', `${id}=nonsense`);
    expect((await visitor.open('/saved')).page).toContain('Nothing new.');
  });

  it('deletes only their own searches, and does not see those of others', async () => {
    const [owner, stranger] = [new Visitor(site.address), new Visitor(site.address)];
    const { page } = await owner.open('/saved', save);
    const [, id = ''] = /name="id" value="(\d+)"/.exec(page) ?? [];
    await stranger.open('/saved', { path: '/buy' });
    expect((await stranger.open('/saved/delete', { id })).page).not.toContain('Richmond');
    for (const other of ['', '%20', 'visitor-1']) {
      stranger.set('visitor', other);
      expect((await stranger.open('/saved')).page).not.toContain('name="id"');
    }
    expect((await owner.open('/saved')).page).toContain(`value="${id}"`);
    expect((await owner.open('/saved/delete', { id })).page).not.toContain('name="id"');
  });

  it('has at most ten different searches, and cannot save one from another site', async () => {
    const visitor = new Visitor(site.address);
    for (let bedrooms = 1; bedrooms <= 11; bedrooms++) {
      const form = { path: `/buy?minbedrooms=${bedrooms}&s=a@b` };
      if (bedrooms < 3) await visitor.open('/saved', form);
      await visitor.open('/saved', form);
    }
    const { page } = await visitor.open('/saved');
    expect(page.match(/name="id"/g)).toHaveLength(10);
    expect((await visitor.open('/saved', { path: '/rent' })).page).toContain(
      'You have 10 searches, the most that we keep.',
    );
    expect((await new Visitor(site.address).open('/saved', save, 'https://elsewhere.example')).status).toBe(403);
    expect((await visitor.open('/saved', { path: `/buy?s=${'a'.repeat(9_000)}` })).status).toBe(413);
    const other = new Visitor(site.address);
    for (const path of ['/\\[', '//x:99999/', '/sold?maxPrice=800k', `/buy?s=garden${'😀'.repeat(60)}`])
      expect([path, (await other.open('/saved', { path })).status]).toEqual([path, 200]);
  });
});

it('the command in README.md deletes searches of the site older than a year', async () => {
  const { dataSource } = service.store;
  const example = fileURLToPath(new URL('../../../../examples/agency-website/', import.meta.url));
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
  const module = new URL('../../../../examples/agency-website/src/theme.js', import.meta.url).href;
  const { logoOf } = (await import(module)) as { logoOf: (agency: object) => string }; // a module of JavaScript
  expect(logoOf({ config: { primaryColor }, logo: { light: 'for-light.svg', dark: 'for-dark.svg' } })).toBe(expected);
});

describe('a visitor who sends too many requests', () => {
  interface Made {
    fetch: (request: Request) => Promise<Response>;
  }
  const sent: string[] = [];
  let isAway = false;
  /** A proxy answers messages with a page. */
  let isReplaced = false;
  let ask: (path: string, visitor?: string, cookie?: string) => Promise<Response>;
  let send: (path: string, form: Record<string, string>) => Promise<Response>;
  let keys: Keys;
  let fullKeys: Keys;

  beforeAll(async () => {
    const module = new URL('../../../../examples/agency-website/src/site.js', import.meta.url).href;
    const { createSite } = (await import(module)) as { createSite: (access: object, options: object) => Made }; // a module of JavaScript
    keys = await storeCredential(service, { websiteID: 1 }, 'public');
    fullKeys = await storeCredential(service, { websiteID: 1 }, 'full');
    const access = {
      baseUrl: service.address,
      ...keys,
      retry: { attempts: 1, maxWaitMs: 0 },
      fetch: (request: Request, options: RequestInit) => {
        sent.push(new URL(request.url).pathname);
        if (isReplaced && request.method === 'POST') return Promise.resolve(new Response('<html>'));
        return isAway ? Promise.reject(new TypeError('no connection')) : fetch(request, options);
      },
    };
    const made = createSite(access, { addressHeader: 'x-visitor', fullKeys });
    send = async (path, form) =>
      made.fetch(
        new Request(`http://site.example${path}`, {
          method: 'POST',
          headers: { 'x-visitor': '198.51.100.9', origin: 'http://site.example' },
          body: new URLSearchParams(form),
        }),
      );
    ask = async (path, visitor = '198.51.100.1', cookie = '') =>
      made.fetch(new Request(`http://site.example${path}`, { headers: { 'x-visitor': visitor, cookie } }));
  });

  // An account has two pairs of a scope; the guide creates the second one.
  afterAll(() =>
    service.store.dataSource.query('DELETE FROM credentials WHERE access_key = ANY($1)', [
      [keys.accessKey, fullKeys.accessKey],
    ]),
  );

  it('costs one request for each saved search', async () => {
    const reference = randomUUID();
    for (let bedrooms = 1; bedrooms <= 10; bedrooms++) {
      const body = { name: 'Flats', query: `minbedrooms=${bedrooms}`, reference, notify: ['new'], websiteID: 1 };
      await service.post('/api/v1/searches', body);
    }
    const old = await (await ask('/saved', '198.51.100.4', `visitor=${reference}`)).text();
    expect(old).toContain('Nothing new.');
    const ids = [...old.matchAll(/name="id" value="(\d+)"/g)].map(([, id = '']) => id);
    sent.length = 0;
    const value = String(new URLSearchParams(Object.fromEntries(ids.map((id) => [id, 'expired']))));
    const signature = createHmac('sha256', fullKeys.secretKey).update(value).digest('base64');
    const cookie = `visitor=${reference}; seen=${encodeURIComponent(`${value}.${signature}`)}`;
    const expired = await (await ask('/saved', '198.51.100.4', cookie)).text();
    expect(expired.match(/open the search to see its homes/g)).toHaveLength(10);
    // The list of searches, and for each search a refused and a new cursor.
    expect(sent.filter((path) => path.includes('searches'))).toHaveLength(21);
    sent.length = 0;
    const answers = await Promise.all(Array.from({ length: 20 }, () => ask('/saved', '198.51.100.4', cookie)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(18);
  });

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

  it('is not thanked for a message that a page of a proxy answers', async () => {
    isReplaced = true;
    const log = vi.spyOn(console, 'error').mockReturnValue();
    const form = { name: 'Jane', email: 'jane@example.com', message: 'My letter', consent: 'true' };
    const { status } = await send('/appraisal', form);
    expect([status, log.mock.calls.length]).toEqual([400, 1]);
    log.mockRestore();
    isReplaced = false;
    expect((await send('/appraisal', form)).status).toBe(303);
  });

  it('sees the last valid page while the directory is not available, and keeps an unsent message', async () => {
    const before = await (await ask(HOME)).text();
    isAway = true;
    const log = vi.spyOn(console, 'error').mockReturnValue();
    const unsent = await send(HOME, {
      name: 'Jane',
      email: 'jane@example.com',
      message: 'My long letter',
      consent: 'true',
    });
    expect([unsent.status, await unsent.text()]).toEqual([
      503,
      expect.stringMatching(/could not be sent[^]*My long letter/),
    ]);
    const last = await ask(HOME);
    expect([last.status, await last.text()]).toEqual([200, before]);
    expect((await ask('/buy?s=never')).status).toBe(503);
    log.mockRestore();
    isAway = false;
  });
});

it('the program in docs/BUILDING-A-SITE.md builds a search page with counts and a map', async () => {
  const { PATH = '', HOME: home = '' } = process.env;
  const guide = new Guide(site.folder, service.address, {
    PATH,
    HOME: home,
    DATABASE_URL: service.store.url,
    ROOT_ACCESS_KEY: testSettings.rootAccessKey,
    ROOT_SECRET_KEY: testSettings.rootSecretKey,
    SECRETS_KEY: testSettings.secretsKey.toString('base64'),
  });
  const page = await readFile(new URL('../../../../docs/BUILDING-A-SITE.md', import.meta.url), 'utf8');
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

describe('the start tells in one line', () => {
  const MAIN = ['node', 'examples/agency-website/src/main.js'];
  const lineOf = async (program: readonly string[], env: Record<string, string>): Promise<string> => {
    const command = Command.start(program, { env });
    expect((await command.end()).code).toBe(1);
    expect(command.output.trim().split('\n')).toHaveLength(1);
    return command.output;
  };
  let as: Record<string, string>;

  beforeAll(async () => {
    const keys = await storeCredential(service, { websiteID: 2 }, 'public');
    as = { DIRECTORY_URL: service.address, ACCESS_KEY: keys.accessKey, SECRET_KEY: keys.secretKey };
  });

  it('that the directory is not there', async () => {
    const away = { ...as, DIRECTORY_URL: `http://127.0.0.1:${await freePort()}` };
    expect(await lineOf(MAIN, away)).toMatch(/^DIRECTORY_URL: .* does not answer at http:.* \(ECONNREFUSED\)\./);
    expect(await lineOf(MAIN, { ...as, DIRECTORY_URL: 'directory' })).toMatch(/^DIRECTORY_URL: /);
    expect(await lineOf(MAIN, { ...as, DIRECTORY_URL: `${service.address}/elsewhere` })).toMatch(/^DIRECTORY_URL: /);
  });

  it('that the keys are wrong, or of another scope', async () => {
    expect(await lineOf(MAIN, { ...as, SECRET_KEY: 'ads_wrong' })).toMatch(/^ACCESS_KEY, SECRET_KEY: .* refuses/);
    const { ACCESS_KEY = '', SECRET_KEY = '' } = as;
    const twice = { ...as, FULL_ACCESS_KEY: ACCESS_KEY, FULL_SECRET_KEY: SECRET_KEY };
    expect(await lineOf(MAIN, twice)).toMatch(/^FULL_ACCESS_KEY, FULL_SECRET_KEY: .* "public", the site needs "full"/);
  });

  it('that half a pair or half a link is missing', async () => {
    expect(await lineOf(MAIN, { ...as, FULL_SECRET_KEY: 'ads_x' })).toMatch(/^FULL_ACCESS_KEY, .* missing/);
    expect(await lineOf(MAIN, { ...as, CALENDAR_LINK: 'adk_x' })).toMatch(/^CALENDAR_LINK: .* adk_/);
  });

  it('that its port is taken, or that the demo has no keys', async () => {
    expect(await lineOf(MAIN, { ...as, PORT: new URL(site.address).port })).toMatch(/^PORT: .*EADDRINUSE/);
    const demo = ['node', 'examples/agency-website/src/demo.js'];
    expect(await lineOf(demo, { DATA_DIR: '/nowhere' })).toMatch(/^DATA_DIR: \/nowhere has no curl.conf/);
    const away = { DATA_DIR: site.folder, DIRECTORY_URL: `http://127.0.0.1:${await freePort()}` };
    expect(await lineOf(demo, away)).toMatch(/^DIRECTORY_URL: .*ECONNREFUSED/);
  });
});
