import type { HeaderObject, OpenAPIObject, ResponseObject, SchemaObject } from '@nestjs/swagger';
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { makeDocument } from '../../apps/api/src/openapi/document.js';
import { createDemoStore, resolved, specService } from '@testing';
import { ask } from '../http/wire.js';
import { type DocumentedRequest, documentedRequests, pathOf, requiredQuery } from './documented-request.js';

const service = specService({}, createDemoStore);
const DAY = 86_400_000;

let document: OpenAPIObject;
let reads: readonly DocumentedRequest[];
/** A position before a change. */
let before = '';

beforeAll(async () => {
  document = makeDocument(service.app);
  reads = documentedRequests(document).filter(({ method, path }) => method === 'GET' && !path.endsWith('/stream'));
  const { headers } = await ask(service, '/api/v1/agents?limit=1');
  before = String(headers['changes-cursor']);
  await service.put('/api/v1/websites/1', { about: 'By the harbour' });
});

afterEach(() => vi.useRealTimers());

/** Parameters with which an answer may depend on the time of day, or has changes. */
const VARIANTS: Readonly<Record<string, () => string>> = {
  isInspections: () => 'true',
  isAuctions: () => 'false',
  sort: () => 'inspection-asc',
  datefrom: () => '2026-01-01',
  since: () => before,
};

/** The queries of a read: without parameters, with each of the variants, and with one more parameter. */
function queriesOf(request: DocumentedRequest): Record<string, string>[] {
  const required = requiredQuery(request);
  const variants = request.parameters.flatMap(({ name, in: place, schema }) => {
    const value = VARIANTS[name]?.() ?? '';
    const isTaken = resolved<SchemaObject>(document, schema ?? {}).enum?.includes(value) ?? name !== 'sort';
    return value && place === 'query' && isTaken && (name !== 'since' || request.id === 'listChanges')
      ? [{ ...required, [name]: value }]
      : [];
  });
  return [required, ...variants];
}

const urlOf = (request: DocumentedRequest, query: Record<string, string>): string =>
  `${pathOf(request)}?${new URLSearchParams(query).toString()}`;

/** The documented ETag. */
function documentedTag({ of }: DocumentedRequest): HeaderObject | undefined {
  const { headers = {} } = resolved<ResponseObject>(document, of.responses['200'] as ResponseObject);
  return headers['ETag'] && resolved<HeaderObject>(document, headers['ETag']);
}

describe('the ETag of each read', () => {
  it('is sent always, sometimes or never, as documented, and answers 304 when it is sent back', async () => {
    const found: Record<string, string[]> = { always: [], sometimes: [], never: [] };
    const documented: Record<string, string[]> = { always: [], sometimes: [], never: [] };
    for (const request of reads) {
      const tags = new Set<boolean>();
      for (const query of queriesOf(request)) {
        const url = urlOf(request, query);
        const { etag, ...headers } = (await ask(service, url)).headers;
        tags.add(etag !== undefined);
        const again = await ask(service, url, { 'if-none-match': etag ?? '*', accept: headers['content-type'] ?? '' });
        expect([url, again.status, again.headers.etag]).toEqual([url, etag ? 304 : 200, etag]);
      }
      const tag = documentedTag(request);
      documented[tag ? (tag.required ? 'always' : 'sometimes') : 'never']?.push(request.id);
      found[tags.size > 1 ? 'sometimes' : tags.has(true) ? 'always' : 'never']?.push(request.id);
      expect([request.id, '304' in request.of.responses]).toEqual([request.id, tag !== undefined]);
    }
    expect(found).toEqual(documented);
    expect(found['sometimes']).toContain('listInspections');
  });

  it('of inspections is absent while `datefrom` is `now`, its default', async () => {
    const tagOf = async (query: string) => (await ask(service, `/api/v1/inspections?${query}`)).headers.etag;
    expect([await tagOf(''), await tagOf('datefrom=now'), await tagOf('datefrom=2026-03-01')]).toEqual([
      undefined,
      undefined,
      expect.stringMatching(/^W\//),
    ]);
  });

  it('changes when the answer changes with the day, and only then', async () => {
    const daily: string[] = [];
    for (const request of reads.filter((one) => documentedTag(one)?.required)) {
      const url = urlOf(request, requiredQuery(request));
      const today = await ask(service, url);
      vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 40 * DAY });
      const later = await ask(service, url);
      const again = await ask(service, url, { 'if-none-match': today.headers.etag ?? '' });
      vi.useRealTimers();
      const isSame = today.text === later.text;
      expect([url, later.headers.etag === today.headers.etag, again.status]).toEqual([url, isSame, isSame ? 304 : 200]);
      if (!isSame) daily.push(request.id);
    }
    expect(daily).toEqual(['readAccount', 'readAgent', 'readListingStatistics']);
  });
});
