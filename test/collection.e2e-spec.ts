import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import type { OpenAPIObject } from '@nestjs/swagger';
import newman from 'newman';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { postmanCollection } from './support/postman-collection.js';
import { operator, TestService } from './support/service.js';
import { servicesOn } from './support/services.js';

const DOCS = resolve(import.meta.dirname, '../docs');

type Ended = (error: Error | null, summary: newman.NewmanRunSummary) => void;
const run = (options: newman.NewmanRunOptions, ended: Ended) => void newman.run(options, ended);

let service: TestService;

beforeAll(async () => {
  service = await TestService.start();
  await servicesOn(service.store.dataSource).demo.load();
});

afterAll(() => service.stop());

const collection = async (): Promise<object> =>
  postmanCollection(JSON.parse(await readFile(`${DOCS}/openapi.json`, 'utf8')) as OpenAPIObject);

it('is the one in docs/', async () => {
  await expect(`${JSON.stringify(await collection(), null, 1)}\n`).toMatchFileSnapshot(
    `${DOCS}/agency-directory.postman_collection.json`,
  );
});

it('is green against the demo, and leaves nothing behind', async () => {
  const total = async () => (await service.get<{ total: number }>('/api/v1/websites?limit=1')).body.total;
  const before = await total();
  const envVar = Object.entries({ baseUrl: service.address, ...operator }).map(([key, value]) => ({ key, value }));
  const made = await collection();
  const summary = await promisify<newman.NewmanRunOptions, newman.NewmanRunSummary>(run)({ collection: made, envVar });
  const failures = summary.run.failures.map(({ source, error, at }) => `${source?.name}: ${error.message} (${at})`);
  expect(failures).toEqual([]);
  expect(summary.run.stats.assertions.total).toBe(summary.run.stats.requests.total);
  expect(summary.run.stats.requests.total).toBeGreaterThan(40);
  expect(await total()).toBe(before);
});
