import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import {
  accountBody,
  accountDefaults,
  agentBody,
  agentDefaults,
  anyCharacters,
  createAccount,
  createAgent,
  everyAccountField,
  everyAgentField,
  specService,
} from '@testing';

/** As many as fit into the time. */
const RUNS = { numRuns: 300, interruptAfterTimeLimit: 1_500 };

const service = specService();
let websiteID: number;
let agentID: number;

beforeAll(async () => {
  ({ websiteID } = await createAccount(service, { name: 'Fuzzed', address: everyAccountField.address }));
  ({ id: agentID } = await createAgent(service, websiteID));
});

const anyText = fc.oneof(
  anyCharacters({ maxLength: 30 }),
  fc.string({ unit: 'grapheme', maxLength: 30 }),
  fc.constantFrom(
    '',
    ' ',
    '%',
    '_',
    '\\',
    '\0',
    "'",
    '"',
    '$1',
    ',',
    '1',
    '0',
    '-1',
    '1e9',
    'true',
    'null',
    '\u{10FFFF}',
  ),
  fc.constantFrom('a'.repeat(201), '99999999999', 'https://x.example', '{"a":1}', 'ß', 'İ', 'ΑΣ', '--', ';', 'NaN'),
);

const names: Record<'websites' | 'agents', string[]> = {
  websites: (
    's id name link hostname primaryID type agencyType main status iswebsiteclient ' +
    'fullSuburb suburb state postcode region areaname page limit'
  ).split(' '),
  agents: (
    'id s accessKey hostname websiteID suburb state postcode fullSuburb address region ' +
    'areaname email name slug department page limit'
  ).split(' '),
};

const anyQuery = (known: string[]) =>
  fc
    .array(
      fc.tuple(
        fc.oneof({ weight: 9, arbitrary: fc.constantFrom(...known) }, { weight: 1, arbitrary: anyText }),
        anyText,
      ),
      {
        maxLength: 5,
      },
    )
    .map((pairs) => pairs.map(([name, value]) => `${encoded(name)}=${encoded(value)}`).join('&'));

/** As a browser writes it; a half surrogate pair as the bytes that it would be. */
function encoded(text: string): string {
  return text.isWellFormed() ? encodeURIComponent(text) : '%ED%A0%80';
}

type Tree = Record<string, unknown>;

const isTree = (value: unknown): value is Tree => typeof value === 'object' && value !== null && !Array.isArray(value);

/** Bodies of the shape of an example, any leaf of which may be anything. */
function anyBody(example: Tree): fc.Arbitrary<Tree> {
  const fields = Object.entries(example).map(([name, value]): [string, fc.Arbitrary<unknown>] => [
    name,
    fc.oneof(
      { weight: 6, arbitrary: isTree(value) ? anyBody(value) : fc.constant(value) },
      { weight: 2, arbitrary: typeof value === 'string' ? anyText : fc.constant(value) },
      { weight: 1, arbitrary: fc.jsonValue({ maxDepth: 2 }) },
    ),
  ]);
  return fc.record(Object.fromEntries(fields), { requiredKeys: [] });
}

/** Every answer is documented and of its schema: `service` holds it against the contract. Here: never 5xx. */
const expectServed = (status: number) => expect(status).toBeLessThan(500);

describe('every request gets a response that is not 5xx', () => {
  it.each(['websites', 'agents'] as const)('any query of %s', async (list) => {
    await fc.assert(
      fc.asyncProperty(anyQuery(names[list]), async (query) => {
        expectServed((await service.get(`/api/v1/${list}?${query}`)).status);
      }),
      RUNS,
    );
  });

  it('any identifier', async () => {
    const paths = fc.constantFrom('/api/v1/websites', '/v1/accounts', '/api/v1/agents', '/v1/agents');
    await fc.assert(
      fc.asyncProperty(
        paths,
        anyText.filter((id) => !/^\.{0,2}$/.test(id)),
        async (path, id) => {
          expectServed((await service.get(`${path}/${encoded(id)}`)).status);
        },
      ),
      RUNS,
    );
  });

  it('any body of an account', async () => {
    const {
      accessKey: _,
      secretKey: __,
      ...example
    } = { ...everyAccountField, ...accountDefaults, ...everyAccountField };
    await fc.assert(
      fc.asyncProperty(anyBody(example), async (body) => {
        expectServed((await service.put(`/api/v1/websites/${websiteID}`, body)).status);
        expectServed((await service.post('/api/v1/accounts', accountBody(body))).status);
      }),
      RUNS,
    );
  });

  it('any body of an agent, its slug by its name', async () => {
    const { slug: _, ...example } = { ...agentDefaults, ...everyAgentField };
    await fc.assert(
      fc.asyncProperty(anyBody(example), anyText, async (body, name) => {
        expectServed((await service.put(`/api/v1/agents/${agentID}`, body)).status);
        const created = await service.post<{ id: number; slug: string }>(
          '/api/v1/agents',
          agentBody(websiteID, name, body),
        );
        expectServed(created.status);
        if (created.status !== 200) return;
        const { id, slug } = created.body;
        expect((await service.put(`/api/v1/agents/${id}`, { slug })).status).toBe(200);
      }),
      RUNS,
    );
  });

  it('any JSON as a body', async () => {
    const requests = fc.constantFrom<['POST' | 'PUT', string]>(
      ['POST', '/api/v1/accounts'],
      ['PUT', `/api/v1/websites/${websiteID}`],
      ['POST', '/api/v1/agents'],
      ['PUT', `/api/v1/agents/${agentID}`],
    );
    await fc.assert(
      fc.asyncProperty(requests, fc.json({ maxDepth: 5 }), async ([method, path], body) => {
        expectServed((await service.call(method, path, { body })).status);
      }),
      RUNS,
    );
  });

  it('what was written is read again: the whole account, and the list that finds it', async () => {
    await fc.assert(
      fc.asyncProperty(anyBody(everyAccountField.address), anyText, async (address, about) => {
        const path = `/api/v1/websites/${websiteID}`;
        const written = await service.put<Tree>(path, { address, about });
        if (written.status !== 200) return;
        const { body: read } = await service.get<Tree>(path);
        expect(read).toMatchObject({ address: written.body.address, about });
        const { body } = await service.get(`/api/v1/websites?id=${websiteID}`);
        expect(body).toMatchObject({ total: 1 });
      }),
      RUNS,
    );
  });
});
