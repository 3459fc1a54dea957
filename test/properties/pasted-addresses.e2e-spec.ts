import { sql, SqlExecutor } from '@app/sql';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createDemoStore, TestService, walk } from '@testing';

interface Listed {
  readonly id: number;
  readonly propertyID: number;
  readonly address: string;
}

let service: TestService;
let listings: Listed[];

beforeAll(async () => {
  service = await TestService.start({}, await createDemoStore());
  const { dataSource } = service.store;
  listings = await SqlExecutor.of(dataSource).query<Listed>(sql`SELECT listing.id, listing.property_id AS "propertyID",
      document.address
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

type Form = (address: string) => string;

/** Ways to paste or type the address of a listing, in its order. */
const FORMS: readonly Form[] = [
  (address) => address,
  (address) => `${address}, Australia`,
  (address) => address.toUpperCase(),
  (address) => address.replaceAll(',', ''),
  (address) => address.replaceAll(', ', ' - '),
  inShort,
  (address) => inShort(address).replaceAll(',', '').toLowerCase(),
  (address) => address.replace(/^(\w+)\/(?=\d)/, 'Unit $1/'),
  (address) => address.replace(/^(\w+)\/(?=\d)/, 'Unit $1, '),
  (address) => address.replace(/^(\w+)\/(?=\d)/, 'Apt $1 '),
  (address) => address.replace(/^(\w+)\/(?=\d)/, 'U$1/'),
  (address) => address.replace(/^(\d+)(?= )/, 'No. $1'),
  (address) => address.replace(/ NSW (\d{4})$/, ' New South Wales $1').replace(/ VIC (\d{4})$/, ' Victoria $1'),
];

/** Words are found in any order. */
const IN_OTHER_ORDER: readonly Form[] = [
  (address) => address.replace(/ ([A-Z]{2,3}) (\d{4})$/, ' $2 $1'),
  (address) => address.replace(/^(.*), (.*) ([A-Z]{2,3}) (\d{4})$/, '$3 $4 $2, $1'),
];

it.each([
  ['listings', 's', [...FORMS, ...IN_OTHER_ORDER]],
  ['listings', 'address', FORMS],
  ['properties', 's', [...FORMS, ...IN_OTHER_ORDER]],
  ['properties', 'address', FORMS],
])('%s: %s finds each home by its whole address, however it is written', async (list, parameter, forms) => {
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(...listings), fc.constantFrom(...forms), async (listing, form) => {
      const { fullAddress } = JSON.parse(listing.address) as { fullAddress: string };
      const typed = form(fullAddress);
      const status = list === 'listings' ? 'status=all&' : '';
      const path = `/api/v1/${list}?${status}limit=100&${parameter}=${encodeURIComponent(typed)}`;
      const found = await service.get<{ data: { id: number }[] }>(path);
      const id = list === 'listings' ? listing.id : listing.propertyID;
      const isFound = found.body.data?.some((one) => one.id === id);
      expect({ typed, status: found.status, isFound }).toEqual({ typed, status: 200, isFound: true });
    }),
    { numRuns: RUNS },
  );
});
