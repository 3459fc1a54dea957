import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { TestService } from './support/service.js';
import { servicesOn } from './support/services.js';

const README = readFileSync(resolve(import.meta.dirname, '../README.md'), 'utf8');

/** A curl line of the README as a call. */
interface Example {
  readonly name: string;
  readonly method: string;
  readonly path: string;
  readonly body: unknown;
}

function examplesOf(text: string): Example[] {
  return [...text.replaceAll('\\\n', ' ').matchAll(/^curl .*$/gm)].map(([line]) => {
    const path = /http:\/\/localhost:3000(\/[^'\s]*)/.exec(line)?.[1] ?? '';
    const data = /-d '([^']*)'/.exec(line)?.[1];
    const method = /-X (\w+)/.exec(line)?.[1] ?? (data ? 'POST' : 'GET');
    return { name: `${method} ${path}`, method, path, body: data && (JSON.parse(data) as unknown) };
  });
}

let service: TestService;

beforeAll(async () => {
  service = await TestService.start();
  await servicesOn(service.store.dataSource).demo.load({ seed: 1 });
});

afterAll(() => service.stop());

describe('the curl lines of the README', () => {
  it('are there', () => {
    expect(examplesOf(README).length).toBeGreaterThanOrEqual(9);
  });

  it.each(examplesOf(README))('$name', async ({ method, path, body }) => {
    const answer = await service.call<{ data?: unknown[] }>(method, path, { body });
    expect(answer.status).toBe(method === 'POST' ? 201 : 200);
    // A list that a reader is shown should hold something.
    if (answer.body.data) expect(answer.body.data).not.toEqual([]);
  });
});
