import { sql, SqlExecutor } from '@app/sql';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createDemoStore, TestService, walk } from '@testing';

interface Listed {
  readonly id: number;
  readonly address: string;
}

let service: TestService;
let listings: Listed[];

beforeAll(async () => {
  service = await TestService.start({}, await createDemoStore());
  const { dataSource } = service.store;
  listings = await SqlExecutor.of(dataSource).query<Listed>(sql`SELECT listing.id, document.address
    FROM listings listing JOIN listing_documents document ON document.listing_id = listing.id`);
  expect(listings.length).toBeGreaterThan(300);
});

afterAll(() => service.stop());

const SHORT: readonly (readonly [RegExp, string])[] = [
  [/\bStreet\b/, 'St'],
  [/\bRoad\b/, 'Rd'],
  [/\bAvenue\b/, 'ave.'],
  [/\bCrescent\b/, 'Cres'],
  [/\bMount\b/, 'Mt'],
  [/\bNorth\b/, 'Nth'],
];
const inShort = (text: string): string => SHORT.reduce((short, [long, form]) => short.replace(long, form), text);

const RUNS = walk(20);

/** Ways to paste or type the address of a listing. */
const FORMS: readonly ((address: string) => string)[] = [
  (address) => address,
  (address) => `${address}, Australia`,
  (address) => address.toUpperCase(),
  inShort,
  (address) => address.replace(/^(\w+)\/(?=\d)/, 'Unit $1/'),
  (address) => address.replace(/^(\w+)\/(?=\d)/, 'Apt $1, '),
  (address) => address.replace(/^(\w+)\/(?=\d)/, 'U$1/'),
  (address) => address.replace(/ ([A-Z]{2,3}) (\d{4})$/, ' $2 $1'),
  (address) => address.replace(/^(.*), (.*) ([A-Z]{2,3}) (\d{4})$/, '$3 $4 $2, $1'),
];

it('s finds each listing by its whole address, however it is written', async () => {
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(...listings), fc.constantFrom(...FORMS), async ({ id, address }, form) => {
      const { fullAddress } = JSON.parse(address) as { fullAddress: string };
      const s = form(fullAddress);
      const path = `/api/v1/listings?status=all&limit=100&s=${encodeURIComponent(s)}`;
      const { status, body } = await service.get<{ data: { id: number }[] }>(path);
      expect({ s, status, found: body.data?.some((one) => one.id === id) }).toEqual({ s, status: 200, found: true });
    }),
    { numRuns: RUNS },
  );
});
