import { beforeAll, describe, expect, it } from 'vitest';
import {
  type AccountAnswer,
  agentBody,
  createAccount,
  expectUnlessOthersCommit,
  type Keys,
  listingLine,
  seed,
  specService,
  statementsOf,
  suburbLine,
} from '@testing';

const COUNT = 150;
const numbers = Array.from({ length: COUNT }, (_, at) => at + 1);

const LISTS = [
  'websites',
  'agents',
  'suburbs',
  'suburbs/postcodes',
  'suburbs/regions',
  'suburbs/areanames',
  'listings',
  'listings?status=all&isInspections=false&sort=alphabetical',
  'listings?websiteID=1&suburb=Suburb&surroundingsuburb=1&agent=Agent&baseDate=inspection&datefrom=2026-01-01',
  'properties',
];

const service = specService();
let account: AccountAnswer;

beforeAll(async () => {
  account = await createAccount(service);
  const { websiteID } = account;
  for (const number of numbers.slice(1)) await createAccount(service, { name: `Agency ${number}` });
  await seed(service, {
    suburbs: numbers.map((number) =>
      suburbLine(`Suburb VIC ${3000 + number}`, { regionName: `Region ${number}`, areaName: `Area ${number}` }),
    ),
    agents: numbers.map((id) => ({ id, ...agentBody(websiteID, `Agent ${id}`) })),
    listings: numbers.map((id) =>
      listingLine(websiteID, {
        agents: [{ id }, { id: (id % COUNT) + 1 }],
        inspectionTimes: [{ dateFrom: '2026-03-01T00:00:00Z', dateTo: '2026-03-01T01:00:00Z' }],
        address: {
          street: 'Main Road',
          streetNumber: String(id),
          suburb: 'Suburb',
          state: 'VIC',
          postcode: `${3000 + id}`,
        },
      }),
    ),
  });
});

/** The number of statements of a request; after a commit, no cached response is used. */
async function statementsFor(path: string, as?: Keys): Promise<{ statements: string[]; items: number }> {
  await service.put(`/api/v1/websites/${account.websiteID}`, { about: `Now ${performance.now()}` });
  const { result, statements } = await statementsOf(() =>
    service.get<{ data: unknown[] }>(`/api/v1/${path}`, as ? { as } : {}),
  );
  expect(result.status).toBe(200);
  return { statements: statements.map((statement) => JSON.stringify(statement)), items: result.body.data.length };
}

/** Reads the texts of accounts or agents whose current version the process has not read yet. */
const READS_TEXTS = / AS \\"versionKey\\"/;

/** At most the statements of the credential and of the page, and one each for uncached accounts and agents. */
function expectFew(statements: readonly string[]): void {
  const texts = statements.filter((statement) => READS_TEXTS.test(statement));
  expect(texts.slice(2)).toEqual([]);
  expect(statements.filter((statement) => !texts.includes(statement)).slice(2)).toEqual([]);
}

describe('a list request costs at most two SQL statements, and one each for new accounts and agents', () => {
  it.each(LISTS)('GET /%s', async (path) => {
    for (const limit of [1, 100]) {
      await expectUnlessOthersCommit(async () => {
        const { statements, items } = await statementsFor(`${path}${path.includes('?') ? '&' : '?'}limit=${limit}`);
        expect({ limit, items }).toEqual({ limit, items: limit });
        expect(statements.length).toBeGreaterThan(0);
        expectFew(statements);
      });
    }
  });

  it('as an account, too', async () => {
    await expectUnlessOthersCommit(async () => {
      const { statements } = await statementsFor('listings?limit=100', account);
      expectFew(statements);
    });
  });
});
