import type { OpenAPIObject, OperationObject, ParameterObject, RequestBodyObject, SchemaObject } from '@nestjs/swagger';
import { beforeAll, describe, expect, it } from 'vitest';
import { GROUP, PARAMETER_GROUPS } from '../../../libs/lists/src/index.js';
import { problems } from '../../../libs/http/src/problem.js';
import { Browser, violationsOf } from './browser.js';
import { createDemoStore, dereferenced, operator, specFixture, specService } from '@testing';
import { leftOut, missingPrograms } from '../../support/programs.js';

const KEYS = { 'x-access-key': operator.accessKey, 'x-secret-key': operator.secretKey };

const service = specService({}, createDemoStore);
let document: OpenAPIObject;

beforeAll(async () => {
  const body = (await (await fetch(`${service.address}/api/v1/openapi.json`)).json()) as OpenAPIObject; // the service serves OpenAPI
  document = { ...body, paths: dereferenced(body, body.paths) };
});

/** The value that the form fills in for a parameter: the example of a required one, or the default of its schema. */
function filledIn({ example, required, schema }: ParameterObject): string | undefined {
  const value = (required ? example : (schema as SchemaObject).default) as string | string[] | undefined; // or a number
  return value === undefined ? undefined : [value].flat().join(',');
}

/** The request of an unchanged form. */
function untouched(path: string, { parameters = [] }: OperationObject) {
  const query = new URLSearchParams();
  const headers: Record<string, string> = {};
  let filled = path;
  for (const parameter of parameters as ParameterObject[]) {
    const value = filledIn(parameter);
    expect({ path, parameter, value }).not.toMatchObject({ parameter: { required: true }, value: undefined });
    if (value === undefined) continue;
    if (parameter.in === 'path') filled = filled.replace(`{${parameter.name}}`, encodeURIComponent(value));
    else if (parameter.in === 'query') query.set(parameter.name, value);
    else headers[parameter.name] = value;
  }
  return { url: `${filled}?${query.toString()}`, headers };
}

describe('a request with the default values of the document', () => {
  it('answers 200 for every GET, on the demo', async () => {
    const refused: unknown[] = [];
    for (const [path, { get }] of Object.entries(document.paths)) {
      if (!get) continue;
      const { url, headers } = untouched(path, get);
      const response = await fetch(service.address + url, { headers: { ...KEYS, ...headers } });
      if (response.status !== 200) refused.push([url, response.status, await response.text()]);
      else if (path.endsWith('/stream')) await response.body?.cancel();
      else await response.arrayBuffer();
    }
    expect(refused).toEqual([]);
  });

  it('has no header and no body with keys', () => {
    for (const item of Object.values(document.paths)) {
      for (const { parameters = [], requestBody } of Object.values(item) as OperationObject[]) {
        for (const parameter of parameters as ParameterObject[])
          if (parameter.in === 'header') expect(parameter.name).not.toMatch(/access-key|secret-key/i);
        const examples = Object.values((requestBody as RequestBodyObject | undefined)?.content ?? {}).map(
          ({ examples: all }) => all,
        );
        expect(JSON.stringify(examples)).not.toMatch(/"(accessKey|secretKey)":/);
      }
    }
  });
});

describe('the documentation pages', () => {
  const open = (path: string, headers = {}) => fetch(service.address + path, { headers, redirect: 'manual' });

  it('show the examples of optional parameters, which are not sent', async () => {
    const page = await (await open('/docs')).text();
    expect(page).toMatch(/<input\s+name="minbedrooms"\s+placeholder="such as 2"/);
    expect(page).toMatch(/<input\s+name="zoom"[^>]* value="10"/);
  });

  it('run only their own script, and cannot be framed', async () => {
    for (const path of ['/docs', '/docs/types', '/docs/errors']) {
      const page = await open(path);
      expect(page.headers.get('content-security-policy')).toBe(
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src data:; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
      );
      expect(await page.text()).not.toMatch(/ style=| on\w+=|<script>|<style/);
    }
  });

  it('are small, and not sent again', async () => {
    const page = await open('/docs', { 'accept-encoding': 'br' });
    expect(
      (await open('/docs', { 'accept-encoding': 'br', 'if-none-match': page.headers.get('etag') ?? '' })).status,
    ).toBe(304);
    const [first, second] = [...(await page.text()).matchAll(/docs\/docs\.[0-9a-f]{10}\.(?:css|js)/g)].map(
      ([path]) => path,
    );
    for (const path of [first, second]) {
      const { status, headers } = await open(`/${path}`);
      expect([status, headers.get('cache-control')]).toEqual([200, 'public, max-age=31536000, immutable']);
    }
  });

  it.each([
    ['/', 'text/html,application/xhtml+xml,*/*;q=0.8', 302, 'docs'],
    ['/', '*/*', 302, 'api/v1/openapi.json'],
    ['/', 'application/json', 302, 'api/v1/openapi.json'],
    ['/docs/', '*/*', 308, '../docs'],
    ['/docs/errors/', '*/*', 308, '../errors'],
  ])('answer %s for %s with %i', async (path, accept, status, location) => {
    const response = await open(path, { accept });
    expect([response.status, response.headers.get('location')]).toEqual([status, location]);
  });

  it('explain every error at the URL of its type', async () => {
    const { body } = await service.get<{ type: string }>('/api/v1/listings/0');
    const page = await (await fetch(new URL(body.type, service.address))).text();
    const explained = [...page.matchAll(/<section class="entry" id="(\w+)">/g)].map(([, code]) => code);
    expect(explained).toEqual(Object.values(problems).map(({ code }) => code));
  });
});

type Grouped = ParameterObject & { readonly [GROUP]?: string };

it('every query parameter declares its group', () => {
  const all = Object.entries(document.paths).flatMap(([path, item]) =>
    (Object.values(item) as OperationObject[]).flatMap(({ parameters = [] }) =>
      (parameters as Grouped[]).map((parameter) => ({ path, ...parameter })),
    ),
  );
  const groups = new Set<unknown>(PARAMETER_GROUPS);
  const ungrouped = all.filter((parameter) => parameter.in === 'query' && !groups.has(parameter[GROUP]));
  expect(ungrouped.map(({ path, name }) => `${path} ${name}`)).toEqual([]);
});

/** In the browser: submits the form of each GET unchanged, one after the other. */
const SEND_ALL = `(async () => {
  const answers = [];
  for (const operation of document.querySelectorAll('.operation[data-method=get]')) {
    const answer = operation.querySelector('.answer');
    do {
      operation.querySelector('form').requestSubmit();
      for (let isStopped = false; !/ ms$|stopped$/.test(answer.firstChild?.textContent);) {
        await new Promise((resolve) => setTimeout(resolve, 20));
        // The button ends an event stream, which goes on by itself.
        if (isStopped || operation.id !== 'streamChanges' || answer.dataset.kind !== 'good') continue;
        operation.querySelector('form').requestSubmit();
        isStopped = true;
      }
      // The page reads a part of a long export; the service learns a moment later that the export has ended.
    } while (answer.textContent.startsWith('429 '));
    answers.push(operation.id + ': ' + answer.textContent.slice(0, 300));
  }
  return answers;
})()`;

const missing = missingPrograms('chromium');

describe.skipIf(missing.length > 0)(`in a browser${leftOut(missing)}`, () => {
  const browser = specFixture(() => Browser.start(service.address));
  const WIDTHS = { phone: [390, 844], desk: [1280, 800] } as const;

  it.each(['phone', 'desk'] as const)('on a %s everything can be read, reached and sent', async (device) => {
    const { page, faults } = await browser.open('/docs', WIDTHS[device]);
    expect(await violationsOf(page)).toEqual([]);
    await page.fill('#access-key', operator.accessKey);
    await page.fill('#secret-key', operator.secretKey);
    await page.evaluate(`location.hash = 'listListings'`);
    const listings = page.locator('#listListings');
    await listings.locator('summary', { hasText: 'Rooms' }).click();
    await listings.locator('[name=minbedrooms]').fill('2');
    const sent = page.waitForRequest(/\/api\/v1\/listings/);
    await listings.locator('[type=submit]').click();
    expect((await sent).url()).toBe(`${service.address}/api/v1/listings?minbedrooms=2`);
    await listings.locator('.answer .status', { hasText: /200 OK, \d+ ms/ }).waitFor();
    expect(await listings.locator('output', { hasText: '1 set' }).count()).toBe(1);
    // The rest of the page is unchanged.
    expect(await violationsOf(page, '#listListings')).toEqual([]);
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(WIDTHS[device][0]);
    await page.goto(`${service.address}/docs/errors`);
    expect(await violationsOf(page)).toEqual([]);
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(WIDTHS[device][0]);
    expect(faults).toEqual([]);
    await page.close();
  });

  it('the form of each GET can be sent unchanged, with status 200, and no key is stored', async () => {
    const { page, faults } = await browser.open('/docs', WIDTHS.desk);
    await page.fill('#access-key', operator.accessKey);
    await page.fill('#secret-key', operator.secretKey);
    const answers = await page.evaluate<string[]>(SEND_ALL);
    expect(answers.length).toBeGreaterThan(20);
    expect(answers.filter((answer) => !answer.includes(': 200 '))).toEqual([]);
    // The browser logs that an export waited for the previous one.
    expect(faults.filter((fault) => !fault.includes('status of 429'))).toEqual([]);
    const traces = await page.evaluate(
      `[localStorage.length, sessionStorage.length, document.cookie, location.href, history.state]`,
    );
    expect(traces).toEqual([0, 0, '', `${service.address}/docs`, null]);
    await page.reload();
    expect([await page.inputValue('#access-key'), await page.inputValue('#secret-key')]).toEqual(['', '']);
    await page.close();
  });

  it('the request is shown as code with the typed keys', async () => {
    const { page } = await browser.open('/docs#updateAgent', WIDTHS.desk);
    const code = page.locator('#updateAgent .snippet pre');
    expect(await code.innerText()).toContain(`-H 'x-access-key: YOUR_ACCESS_KEY' \\`);
    await page.fill('#access-key', `o'brien`);
    await page.fill('#secret-key', 'a-secret');
    expect(await code.innerText()).toContain(`-H 'x-access-key: o'\\''brien' \\`);
    expect(await code.innerText()).toContain(`curl -X PUT '${service.address}/api/v1/agents/`);
    for (const language of ['TypeScript', 'Python']) {
      await page.locator('#updateAgent .tab', { hasText: language }).click();
      expect(await code.innerText()).toContain(`"x-secret-key": "a-secret",`);
    }
    await page.close();
  });

  it('the first request is sent with the typed keys, in place of the example response', async () => {
    const { page, faults } = await browser.open('/docs', WIDTHS.desk);
    expect(await page.locator('.start pre').innerText()).toContain(`'${service.address}/api/v1/listings?suburb=`);
    await page.fill('#access-key', operator.accessKey);
    await page.fill('#secret-key', operator.secretKey);
    await page.click('.start [data-fill]');
    const listings = page.locator('#listListings');
    await listings.locator('.answer .status', { hasText: /200 OK, \d+ ms/ }).waitFor();
    expect(await listings.locator('.answer pre').last().innerText()).toContain('"suburb": "Hurstville"');
    expect(await listings.locator('.example pre').isVisible()).toBe(false);
    expect(faults).toEqual([]);
    await page.close();
  });

  it('the first group of filters is open, and the others are closed', async () => {
    const { page } = await browser.open('/docs#listListings', WIDTHS.desk);
    const open = await page.locator('#listListings .group[open] > summary').allInnerTexts();
    expect(open).toEqual([expect.stringContaining('Place')]);
    expect(await page.locator('#listListings .group').count()).toBeGreaterThan(8);
    await page.close();
  });
});

/** The values of all members with one of these names. */
function valuesOf(value: unknown, names: readonly string[]): unknown[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, inner]) =>
    names.includes(name) && typeof inner === 'string' ? [inner] : valuesOf(inner, names),
  );
}

describe('keys that the document has ever shown', () => {
  const former = [
    'harbour-secret-key-of-24-characters-or-more',
    'ads_cUT6YdwCicQa3qN8LPdivC1yzN8VBA8ZhIDkQheyBSM0rKtiy',
  ];

  it('are refused for an account', async () => {
    const shown = [...new Set(valuesOf(document.components?.examples, ['secretKey']))];
    expect(shown.length).toBeGreaterThan(0);
    for (const secretKey of [...shown, ...former]) {
      const { status, body } = await service.put<{ errors: unknown }>('/api/v1/websites/12', { secretKey });
      expect({ status, errors: body.errors }).toMatchObject({ status: 400, errors: [{ field: 'secretKey' }] });
    }
  });

  it('are invalid for an account that has them already', async () => {
    const [secretKey = ''] = former;
    const accessKey = 'published-before-it-was-refused';
    await service.store.dataSource.query(
      `UPDATE credentials SET access_key = $1, secret_hash = sha256($2) WHERE website_id = 12`,
      [accessKey, Buffer.from(secretKey)],
    );
    const { status } = await service.get('/api/v1/websites/12', { as: { accessKey, secretKey } });
    expect(status).toBe(401);
  });
});
