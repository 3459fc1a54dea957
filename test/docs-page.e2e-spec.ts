import type { OpenAPIObject, OperationObject, ParameterObject, RequestBodyObject, SchemaObject } from '@nestjs/swagger';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { dereferenced } from './support/dereferenced.js';
import { operator, TestService } from './support/service.js';
import { servicesOn } from './support/services.js';

const KEYS = { 'x-access-key': operator.accessKey, 'x-secret-key': operator.secretKey };

let service: TestService;
let document: OpenAPIObject;

beforeAll(async () => {
  service = await TestService.start();
  await servicesOn(service.store.dataSource).demo.load({ seed: 1 });
  const body = (await (await fetch(`${service.address}/api/v1/openapi.json`)).json()) as OpenAPIObject; // it is one
  document = { ...body, paths: dereferenced(body, body.paths) };
});

afterAll(() => service.stop());

/** The value that a form fills in for a parameter: its own example, or the default of its schema. */
function filledIn({ example, examples, schema }: ParameterObject): string | undefined {
  const [first] = Object.values(examples ?? {}) as { value?: unknown }[];
  const value = (first?.value ?? example ?? (schema as SchemaObject).default) as string | string[] | undefined; // or a number
  return value === undefined ? undefined : [value].flat().join(',');
}

/** The request that a form sends when it is left as it is. */
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

describe('a request that is sent as the document fills it in', () => {
  it('is 200 for every GET, on the demo', async () => {
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

  it('has no header, and no body with keys', () => {
    for (const item of Object.values(document.paths)) {
      for (const { parameters = [], requestBody } of Object.values(item) as OperationObject[]) {
        for (const parameter of parameters as ParameterObject[])
          if (parameter.in === 'header')
            expect([parameter.name, filledIn(parameter)]).toEqual([parameter.name, undefined]);
        const examples = Object.values((requestBody as RequestBodyObject | undefined)?.content ?? {}).map(
          ({ examples: all }) => all,
        );
        expect(JSON.stringify(examples)).not.toMatch(/"(accessKey|secretKey)":/);
      }
    }
  });
});

it('the documentation page may not be framed, calls nothing else, keeps no keys, and fits a phone', async () => {
  const page = await fetch(`${service.address}/docs/`);
  const policy = page.headers.get('content-security-policy') ?? '';
  for (const part of ["default-src 'none'", "script-src 'self'", "connect-src 'self'", "frame-ancestors 'none'"])
    expect(policy.split('; ')).toContain(part);
  expect(await page.text()).toContain('<meta name="viewport" content="width=device-width, initial-scale=1">');
  const script = await (await fetch(`${service.address}/docs/swagger-ui-init.js`)).text();
  expect(script).toContain('"displayRequestDuration": true');
  expect(script).not.toContain('persistAuthorization');
});

/** The values of members with one of these names, anywhere in a value. */
function valuesOf(value: unknown, names: readonly string[]): unknown[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, inner]) =>
    names.includes(name) && typeof inner === 'string' ? [inner] : valuesOf(inner, names),
  );
}

describe('keys that the document shows, or has shown', () => {
  const former = [
    'harbour-secret-key-of-24-characters-or-more',
    'ads_cUT6YdwCicQa3qN8LPdivC1yzN8VBA8ZhIDkQheyBSM0rKtiy',
  ];

  it('cannot be given to an account', async () => {
    const shown = [...new Set(valuesOf(document.components?.examples, ['secretKey']))];
    expect(shown.length).toBeGreaterThan(0);
    for (const secretKey of [...shown, ...former]) {
      const { status, body } = await service.put<{ errors: unknown }>('/api/v1/websites/12', { secretKey });
      expect({ status, errors: body.errors }).toMatchObject({ status: 400, errors: [{ field: 'secretKey' }] });
    }
  });

  it('are of no use to an account that has one already', async () => {
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
