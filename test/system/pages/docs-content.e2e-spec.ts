import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import type { MediaTypeObject, OpenAPIObject, OperationObject, ParameterObject, ResponseObject } from '@nestjs/swagger';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { beforeAll, describe, expect, it } from 'vitest';
import { problems } from '../../../libs/http/src/problem.js';
import { createDemoStore, dereferenced, operator, resolved, specService } from '@testing';

const KEYS = { 'x-access-key': operator.accessKey, 'x-secret-key': operator.secretKey };
const GUIDES = ['BUILDING-A-SITE', 'SEARCHING', 'KEYS', 'KEEPING-A-COPY', 'HOOKS', 'FEEDS'];
const MOST_BYTES = 1_200_000;

const service = specService({}, createDemoStore);
let document: OpenAPIObject;
let page: string;

beforeAll(async () => {
  document = (await (await fetch(`${service.address}/api/v1/openapi.json`)).json()) as OpenAPIObject; // the service serves OpenAPI
  page = await (await fetch(`${service.address}/docs`)).text();
});

/** The text of a fragment of HTML. */
const textOf = (html: string): string =>
  html
    .replaceAll(/<[^>]*>/g, '')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&amp;', '&');

const operations = (): OperationObject[] =>
  Object.values(document.paths).flatMap((item) => Object.values(item) as OperationObject[]);

/** The part of the page about an operation. */
function partOf({ operationId = '' }: OperationObject): string {
  const start = page.indexOf(`id="${operationId}"`);
  const end = page.indexOf('class="operation"', start);
  return page.slice(start, end < 0 ? undefined : end);
}

const idsIn = (html: string): Set<string> => new Set([...html.matchAll(/\sid="([^"]+)"/g)].map(([, id = '']) => id));

it('the page is smaller than 1.2 MB, and is sent compressed', async () => {
  expect(Buffer.byteLength(page)).toBeLessThan(MOST_BYTES);
  for (const coding of ['br', 'gzip']) {
    const { headers } = await fetch(`${service.address}/docs`, { headers: { 'accept-encoding': coding } });
    expect([headers.get('content-encoding'), headers.get('vary')]).toEqual([coding, 'Accept-Encoding']);
  }
});

it('the first words come before the operations, and the first request finds homes of the demo', async () => {
  const [words = ''] = page.split('<div id="operations"');
  expect(textOf(words)).toMatch(
    /An HTTP service with the real-estate agencies .* It is for developers .*First request/s,
  );
  const [, url = ''] = /curl -K \.data\/curl\.conf '(\S+)'/.exec(textOf(words)) ?? [];
  const [, fill = ''] = /href="#listListings" data-fill="([^"]+)"/.exec(words) ?? [];
  expect(url).toBe(`http://localhost:3000/api/v1/listings?${textOf(fill)}`);
  const { pathname, search } = new URL(url);
  const response = await fetch(service.address + pathname + search, { headers: KEYS });
  expect([response.status, ((await response.json()) as { total: number }).total > 0]).toEqual([200, true]);
});

describe('the example responses', () => {
  const ajv = new Ajv2020({ strict: false, allErrors: true });
  addFormats.default(ajv);

  /** The media types of the successful responses, by their names on the page. */
  const mediaOf = ({ responses }: OperationObject): [string, MediaTypeObject][] =>
    Object.entries(responses).flatMap(([status, part]) => {
      const { content = {} } = resolved<ResponseObject>(document, part as ResponseObject);
      if (!status.startsWith('2')) return [];
      return Object.entries(content).map(([type, media]): [string, MediaTypeObject] => [`${status}, ${type}`, media]);
    });

  const examplesIn = (part: string) =>
    [...part.matchAll(/<summary>Example response <small>([^<]*)<\/small><\/summary>\s*<pre[^>]*>([^<]*)<\/pre>/g)].map(
      ([, name = '', text = '']) => ({ name, text: textOf(text) }),
    );

  it('are beside the form of every operation, and valid by the schema', () => {
    const wrong: unknown[] = [];
    for (const operation of operations()) {
      const media = mediaOf(operation);
      const examples = examplesIn(partOf(operation));
      const isShown = ([name]: [string, unknown]) => examples.some((example) => example.name.startsWith(name));
      if (media.length === 0 || !media.every(isShown)) wrong.push([operation.operationId, 'lacks an example']);
      for (const { name, text } of examples) {
        const [type, { schema = {} } = {}] = media.find(([known]) => name.startsWith(known)) ?? [''];
        const value: unknown = /json/.test(type) ? JSON.parse(text) : text;
        if (!ajv.validate(dereferenced(document, schema), value)) wrong.push([operation.operationId, name, ajv.errors]);
      }
    }
    expect(wrong).toEqual([]);
  });

  it('have no empty bodies and no long lists', () => {
    const long: unknown[] = [];
    for (const operation of operations())
      for (const { text } of examplesIn(partOf(operation))) {
        if (text.length < 2) long.push([operation.operationId, text]);
        if (!/^[{[]/.test(text)) continue;
        JSON.parse(text, (name, value: unknown) => {
          if (Array.isArray(value) && value.length > 4) long.push([operation.operationId, name, value.length]);
          return value;
        });
      }
    expect(long).toEqual([]);
  });
});

describe('the guides', () => {
  it('are on the page with every heading, and every fragment exists', () => {
    const missing: string[] = [];
    for (const guide of GUIDES) {
      const source = readFileSync(resolve(import.meta.dirname, `../../../docs/${guide}.md`), 'utf8');
      const headings = [...source.replaceAll(/^```.*?^```$/gms, '').matchAll(/^##+ (.*)$/gm)];
      for (const [, heading = ''] of headings)
        if (!textOf(page).includes(heading.replaceAll('`', ''))) missing.push(`${guide}: ${heading}`);
    }
    expect(missing).toEqual([]);
    const ids = idsIn(page);
    const fragments = [...page.matchAll(/href="#([^"]+)"/g)].map(([, id = '']) => id);
    expect(fragments.filter((id) => !ids.has(id))).toEqual([]);
    expect(fragments.length).toBeGreaterThan(150);
  });

  it('have no dead links: other files of the repository are text', () => {
    const [, guides = ''] = /<section class="guides"(.*?)<div id="operations"/s.exec(page) ?? [];
    const links = [...guides.matchAll(/<(?:a href|img src)="([^"]+)"/g)].map(([, url = '']) => url);
    expect(links.filter((url) => !/^(#|https:\/\/|data:image\/svg)/.test(url))).toEqual([]);
    // They name operations, which are links.
    const named = links.filter((url) => operations().some(({ operationId = '' }) => url === `#${operationId}`));
    expect(new Set(named).size).toBeGreaterThan(20);
  });
});

it('the search has every operation, parameter, field, error and heading, at a URL that exists', async () => {
  const entries = (await (await fetch(`${service.address}/docs/search.json`)).json()) as [
    string,
    string,
    string,
    string,
  ][]; // as the page reads it
  const namesOf = (kind: string) => new Set(entries.filter(([of]) => of === kind).map(([, name]) => name));
  const { schemas = {} } = document.components ?? {};
  const parameters = operations().flatMap(({ parameters: all = [] }) =>
    all.map((part) => resolved<ParameterObject>(document, part as ParameterObject).name),
  );
  const fields = Object.values(schemas).flatMap((schema) =>
    Object.keys(('properties' in schema && schema.properties) || {}),
  );
  const headings = [...page.matchAll(/<h[45] id="[^"]+">(.*?)<\/h[45]>/g)].map(([, heading = '']) => textOf(heading));
  const expected: Record<string, string[]> = {
    operation: operations().map(({ summary = '' }) => summary),
    parameter: parameters,
    field: fields,
    error: Object.values(problems).map(({ code }) => code),
    guide: headings,
  };
  for (const [kind, names] of Object.entries(expected)) {
    const found = namesOf(kind);
    expect([kind, names.length > 0, names.filter((name) => !found.has(name))]).toEqual([kind, true, []]);
  }
  const ids = new Map<string, Set<string>>();
  for (const path of ['docs', 'docs/types', 'docs/errors'])
    ids.set(path, idsIn(await (await fetch(`${service.address}/${path}`)).text()));
  const dead = entries.filter(([kind, , , url]) => {
    const [path = '', fragment = ''] = url.split('#');
    return !ids.get(path)?.has(kind === 'parameter' ? (fragment.split('/')[0] ?? '') : fragment);
  });
  expect(dead).toEqual([]);
});
