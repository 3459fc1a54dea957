import type { OpenAPIObject, ParameterObject, RequestBodyObject } from '@nestjs/swagger';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { makeDocument } from '../../apps/api/src/openapi/document.js';
import { createDemoStore, dereferenced, TestService } from '@testing';
import { documentedExample } from './documented-example.js';

/** The lists with demo data, the counts and the suggestions, and the parameters that each requires. */
const ASKED: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  '/api/v1/websites': {},
  '/api/v1/websites/geojson': {},
  '/api/v1/agents': {},
  '/api/v1/agents/geojson': {},
  '/api/v1/listings': {},
  '/api/v1/listings/cards': {},
  '/api/v1/listings/geojson': {},
  '/api/v1/listings/clusters': { zoom: '10' },
  '/api/v1/listings/facets': { facets: 'suburb' },
  '/api/v1/listings/statistics': {},
  '/api/v1/inspections': { datefrom: '0001-01-01' },
  '/api/v1/listings/{id}/similar': {},
  '/api/v1/properties': {},
  '/api/v1/properties/cards': {},
  '/api/v1/properties/geojson': {},
  '/api/v1/suburbs': {},
  '/api/v1/suburbs/geojson': {},
  '/api/v1/suburbs/areanames': {},
  '/api/v1/suburbs/postcodes': {},
  '/api/v1/suburbs/regions': {},
  '/api/v1/suburbs/suggest': { q: 'hurst' },
  '/api/v1/feeds': {},
  '/api/v1/enquiries': {},
  '/api/v1/searches': {},
  '/api/v1/searches/{id}/listings': {},
  '/api/v1/websites/{id}/hooks': {},
};

/** Exports have the filters of these lists; the others read data that the demo lacks: past events and deliveries. */
const OTHERS =
  /^\/api\/v1\/(export\/.*|inspections\.ics|audit|searches\/\{id\}\/matches|changes(\/stream)?|websites\/\{id\}\/hooks\/\{hookID\}\/deliveries)$/;

/** The feed run of the demo has no problems. */
const FRUITLESS: Readonly<Record<string, readonly string[]>> = {
  '/api/v1/feeds': ['hasProblems', 'uniqueID'],
  // Only current listings have times (B79).
  '/api/v1/inspections': ['maxSoldPrice', 'minSoldPrice'],
};

/** The demo has so few businesses and farms that on some weekdays none of them has an inspection. */
const SELDOM_OPEN = new Set(['businessCategory', 'ruralCategory']);

/** The demo has no holiday homes, random access keys, and changes no listing after its import. */
const ABSENT = new Set(['accessKey', 'holiday', 'priceReduced']);

/** The parameters that others require. */
const NEEDED: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  radius: { near: '-33.9627,151.1006' },
  minSoldPrice: { status: 'sold' },
  maxSoldPrice: { status: 'sold' },
  agentID: { mode: 'full' },
  offer: { mode: 'full' },
  confirm: { mode: 'full' },
  match: { mode: 'full' },
};

/** Dates of the year in which the document was written; the dates of the demo are close to today. */
const DAYS = new Set(['datefrom', 'dateto', 'dates', 'updatedAt', 'createdAt']);

let service: TestService;
let document: OpenAPIObject;

beforeAll(async () => {
  service = await TestService.start({}, await createDemoStore());
  const made = makeDocument(service.app);
  document = { ...made, paths: dereferenced(made, made.paths) };
});

afterAll(() => service.stop());

/** The parameters of every read, by path. */
const reads = (): [string, ParameterObject[]][] =>
  Object.entries(document.paths).flatMap(
    ([path, { get }]) => (get ? [[path, (get.parameters ?? []) as ParameterObject[]]] : []), // dereferenced
  );

/** The query parameters of every read, by path. */
const parameters = (): [string, ParameterObject[]][] =>
  reads().flatMap(([path, all]) => {
    const inQuery = all.filter((one) => one.in === 'query');
    return inQuery.length > 0 ? [[path, inQuery]] : [];
  });

/** The filters of listings, cards, maps and counts are the same, and tested once. */
const asked = new Set<string>();
const isNew = (path: string, { name }: ParameterObject): boolean => {
  const [, , , resource] = path.split('/');
  const filter = path.includes('{') || path in FRUITLESS ? `${path} ${name}` : `${resource} ${name}`;
  return asked.size < asked.add(filter).size;
};

it('every parameter is tested, or listed as not tested', () => {
  const paths = parameters().map(([path]) => path);
  expect(paths.filter((path) => !OTHERS.test(path)).toSorted()).toEqual(Object.keys(ASKED).toSorted());
});

/** Such homes exist, but none of them has an inspection. */
async function expectClosed(value: string, name: string): Promise<void> {
  const query = new URLSearchParams({ [name]: value, limit: '100' });
  const { body } = await service.get<{ data: { inspectionTimes: unknown[] }[] }>(
    `/api/v1/listings?${query.toString()}`,
  );
  expect(body.data.length).toBeGreaterThan(0);
  expect(body.data.flatMap(({ inspectionTimes }) => inspectionTimes)).toEqual([]);
}

it.each(Object.entries(ASKED))('the example values of %s find demo data', async (path, always) => {
  const all = parameters().find(([one]) => one === path)?.[1] ?? [];
  const fruitless: string[] = [];
  for (const parameter of all.filter((one) => !DAYS.has(one.name) && !ABSENT.has(one.name) && isNew(path, one))) {
    const { name } = parameter;
    const needed = Object.entries(NEEDED[name] ?? {}).filter(([other]) => all.some((one) => one.name === other));
    const query = new URLSearchParams({
      ...always,
      ...Object.fromEntries(needed),
      [name]: documentedExample(parameter),
    });
    const { status, body } = await service.get<{ total?: number; data?: unknown[] }>(
      `${path.replace('listings/{id}', 'listings/239').replaceAll(/\{\w+\}/g, '1')}?${query.toString()}`,
    );
    expect({ path, name, status }).toEqual({ path, name, status: 200 });
    if ((body.total ?? body.data?.length ?? 0) > 0) continue;
    if (path === '/api/v1/inspections' && SELDOM_OPEN.has(name)) await expectClosed(query.get(name) ?? '', name);
    else fruitless.push(name);
  }
  expect(fruitless.toSorted(), 'The example of each parameter finds something in the demo (packages/demo)').toEqual(
    FRUITLESS[path] ?? [],
  );
});

/** The example of a parameter, with the parameters that it or the operation requires. */
function exampleRequest(all: readonly ParameterObject[], { name }: ParameterObject) {
  const sent = all.filter((one) => one.required === true || one.name === name);
  const pairsIn = (place: string) =>
    sent.filter((one) => one.in === place).map((one): [string, string] => [one.name, documentedExample(one)]);
  const needed = Object.entries(NEEDED[name] ?? {}).filter(([other]) => all.some((one) => one.name === other));
  return {
    query: new URLSearchParams([...needed, ...pairsIn('query')]).toString(),
    headers: Object.fromEntries(pairsIn('header')),
    path: Object.fromEntries(pairsIn('path')),
  };
}

it('the service accepts each example alone', async () => {
  const refused: unknown[] = [];
  const sent = new Set<string>();
  for (const [template, all] of reads()) {
    for (const parameter of all) {
      const { query, headers, path } = exampleRequest(all, parameter);
      const url = `${template.replaceAll(/\{(\w+)\}/g, (_, name: string) => path[name] ?? '')}?${query}`;
      sent.add(parameter.name);
      // Exports and streams are long.
      const isLong = /export|stream/.test(template);
      const { status, body } = await service.call(isLong ? 'HEAD' : 'GET', url, { headers });
      if (status !== 200) refused.push({ url, headers, status, body });
    }
  }
  expect(refused).toEqual([]);
  expect(sent.size).toBeGreaterThan(150);
});

/** Without references. */
interface PostFeed {
  readonly parameters: ParameterObject[];
  readonly requestBody: RequestBodyObject;
}

it('a feed is accepted with each example', async () => {
  const { parameters: all, requestBody } = (document.paths['/api/v1/feeds'] as { post: PostFeed }).post;
  for (const parameter of all) {
    const { query, headers } = exampleRequest(all, parameter);
    const type = parameter.name === 'kind' ? 'application/x-ndjson' : 'application/xml';
    const [body] = Object.values(requestBody.content[type]?.examples ?? {}) as { value: string }[]; // dereferenced
    const answer = await service.call('POST', `/api/v1/feeds?${query}`, {
      body: body?.value,
      headers: { ...headers, 'content-type': type },
    });
    expect([parameter.name, answer]).toEqual([parameter.name, expect.objectContaining({ status: 202 })]);
  }
  expect(all.length).toBeGreaterThan(8);
});
