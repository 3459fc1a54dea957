import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { format } from 'sql-formatter';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { allRepresentations } from '../../libs/documents/src/index.js';
import { createAccount, listingLine, seed, specService, statementsOf } from '@testing';

/** What each file of `queries/` shows: the statements of one request, whose name is that of the file. */
const REQUESTS = {
  accounts: '/api/v1/websites',
  'accounts-by-place-and-words': '/api/v1/websites?s=harbour%20co&state=VIC&status=live',
  'accounts-by-sales-near': '/api/v1/websites?near=-33.9627,151.1006&radius=10000&sort=sales-desc',
  'accounts-ids-updated': '/api/v1/websites?ids=12,14&sort=updated',
  agents: '/api/v1/agents',
  'agents-by-listings': '/api/v1/agents?ids=31&sort=listings-desc',
  'agents-by-sales-in-suburb': '/api/v1/agents?listsIn=Richmond%20VIC&surroundingsuburb=true&sort=sales-desc',
  'agents-of-account-by-department': '/api/v1/agents?websiteID=12&department=sales,rentals',
  'suburbs-start-with': '/api/v1/suburbs?suburb=rich&state=VIC',
  'suburbs-postcodes': '/api/v1/suburbs/postcodes?region=Greater%20Melbourne',
  'suburbs-suggest': '/api/v1/suburbs/suggest?q=rich%20vic',
  'suburbs-suggest-addresses': '/api/v1/suburbs/suggest?q=12%20smith%20st%20rich&types=address',
  'suburbs-regions': '/api/v1/suburbs/regions',
  'suburbs-near-by-distance': '/api/v1/suburbs?near=-37.8136,144.9631&radius=5000&sort=distance',
  'suburbs-ids': '/api/v1/suburbs?ids=1,2&sort=id',
  listings: '/api/v1/listings',
  'listings-page-5000': '/api/v1/listings?page=5000',
  'listings-of-account': '/api/v1/listings?websiteID=12',
  'listings-of-account-below-price': '/api/v1/listings?websiteID=12&maxPrice=900000&sort=price-asc',
  'listings-suburb-bedrooms-price':
    '/api/v1/listings?suburb=Richmond&minbedrooms=2&minPrice=500000&maxPrice=900000&sort=price-desc',
  'listings-region-features': '/api/v1/listings?region=Greater%20Melbourne&dishwasher=true&balcony=true',
  'listings-of-many-filters': '/api/v1/listings?dishwasher=true&minbedrooms=2&minPrice=300000&maxPrice=900000',
  'listings-surrounding': '/api/v1/listings?fullSuburb=Richmond%20VIC%203121&surroundingsuburb=1',
  'listings-address': '/api/v1/listings?address=main%20road&status=all&sort=alphabetical',
  'listings-agent-slug': '/api/v1/listings?agentSlug=jane-citizen&status=all&sort=oldest',
  'listings-inspection-days': '/api/v1/listings?baseDate=inspection&datefrom=2026-03-07&dateto=2026-03-08',
  'listings-available': '/api/v1/listings?listingType=rental&sort=available-asc',
  'listings-as-cards': '/api/v1/listings?uniqueIDs=ABC123&view=card&limit=100',
  'listings-words': '/api/v1/listings?s=richmond%20garden',
  'listings-ids': '/api/v1/listings?ids=7001,01963ef0-7d4c-7c3e-9b1a-3f6f0e5d2c11&status=all',
  'listings-sold-by-price': '/api/v1/listings?status=sold&minSoldPrice=500000&sort=sold-desc',
  'listings-sold-days': '/api/v1/listings?status=sold&baseDate=sold&datefrom=2026-03-01&dateto=2026-03-31',
  'listings-areas': '/api/v1/listings?minLandArea=500&maxFloorArea=300&bedrooms=3,4&sort=land-desc',
  'listings-eco-friendly': '/api/v1/listings?solarPanels=true&underOffer=false',
  'listings-by-next-inspection': '/api/v1/listings?suburb=Richmond&sort=inspection-asc',
  'listings-by-next-auction': '/api/v1/listings?sort=auction-asc',
  inspections: '/api/v1/inspections',
  'inspections-of-suburb-by-cursor': '/api/v1/inspections?suburb=Richmond&kind=inspection&dateto=2026-03-08&cursor=',
  'listings-updated': '/api/v1/listings?sort=updated',
  'listings-updated-by-cursor': '/api/v1/listings?sort=updated&cursor=',
  'listings-box': '/api/v1/listings?bbox=144.9,-37.9,145.1,-37.7',
  'listings-box-of-all-statuses': '/api/v1/listings?bbox=144.9,-37.9,145.1,-37.7&status=all&sort=price-asc',
  'listings-box-of-a-country': '/api/v1/listings?bbox=112,-44,154,-10&minbedrooms=3',
  'listings-near-by-distance': '/api/v1/listings?near=-37.8136,144.9631&radius=5000&sort=distance&view=card',
  'listings-polygon': '/api/v1/listings?polygon=144.9,-37.9;145.1,-37.9;145,-37.7&minbedrooms=2',
  'listings-clusters': '/api/v1/listings/clusters?bbox=112,-44,154,-10&zoom=4&minbedrooms=3',
  'listings-clusters-of-suburb': '/api/v1/listings/clusters?suburb=Richmond&zoom=14&status=all',
  'listings-facets': '/api/v1/listings/facets?facets=bedrooms,category,suburb,features,price',
  'listings-facets-of-region':
    '/api/v1/listings/facets?facets=bedrooms,price,suburb&region=Greater%20Melbourne&minbedrooms=2&maxPrice=900000',
  'listings-facets-of-words-on-map': '/api/v1/listings/facets?facets=listingType,price&s=garden&near=-37.8136,144.9631',
  'listings-statistics': '/api/v1/listings/statistics?until=2026-03-31&state=VIC',
  'listings-statistics-of-suburb':
    '/api/v1/listings/statistics?suburb=Richmond&period=quarter&periods=8&until=2026-03-31&by=suburb',
  listing: '/api/v1/listings/7001',
  'listing-by-unique-id': '/api/v1/listings/ABC123',
  'listing-similar': '/api/v1/listings/SIMILAR/similar',
  'listing-similar-of-account': '/api/v1/listings/SIMILAR/similar?websiteID=12&status=sold',
  'properties-suburb': '/api/v1/properties?suburb=Richmond&bedrooms=3&listingType=residential,rental',
  'properties-of-postcode-as-cards': '/api/v1/properties?postcode=3121&view=card',
  'properties-box-newest': '/api/v1/properties?bbox=144.9,-37.9,145.1,-37.7&sort=newest',
  'properties-near-by-distance': '/api/v1/properties?near=-37.8136,144.9631&sort=distance',
  'properties-ids': '/api/v1/properties?ids=5001,5002&sort=updated',
  property: '/api/v1/properties/5001',
  'searches-of-visitor': '/api/v1/searches?reference=visitor-1&cursor=',
} as const;

/** A statement as it is sent to PostgreSQL. */
interface Sent {
  readonly text: string;
  readonly values: readonly unknown[];
}

const PLACE = { latitude: '-37.8231', longitude: '144.998' };

const service = specService();

beforeAll(async () => {
  await seed(service, {
    listings: [
      listingLine((await createAccount(service)).websiteID, {
        uniqueID: 'SIMILAR',
        address: { street: 'Quay St', suburb: 'Richmond', state: 'VIC', postcode: '3121', ...PLACE },
        features: { bedrooms: 3 },
        price: { value: 800_000 },
      }),
    ],
  });
  // Statements at the start of the service are not part of a request.
  await vi.waitFor(
    async () => {
      const { statements } = await statementsOf(() => new Promise((resolve) => setTimeout(resolve, 50)));
      expect(statements).toEqual([]);
    },
    { timeout: 20_000, interval: 10 },
  );
  // Statements of long lists have two forms until one has proven faster.
  await service.get('/api/v1/listings?minbathrooms=0');
});

/** The statements of a request, without the statement that reads the snapshot, which all requests share. */
async function statementsFor(path: string): Promise<Sent[]> {
  const { statements } = await statementsOf(() => service.get(path));
  return (
    statements
      // The service looks for waiting feeds by itself, once a minute.
      .filter(({ text }) => !text.includes('feed_uploads'))
      .map(({ text, values = [] }) => ({ text, values }))
      .filter(({ text }) => !/^\s*SELECT\s+pg_current_snapshot/.test(text))
  );
}

/**
 * A bound value as text. Representation versions and the current day are named, so that neither a new field nor the next
 * day changes these files.
 */
function bound(value: unknown): string {
  if (value === new Date().toISOString().slice(0, 10)) return 'the current day';
  const isVersion = typeof value === 'number' && allRepresentations().split(' ').includes(String(value));
  return isVersion ? 'a representation version' : JSON.stringify(value);
}

function written({ text, values }: Sent): string {
  const statement = format(text, { language: 'postgresql', tabWidth: 2, expressionWidth: 100 });
  const parameters = values.map((value, at) => `-- $${at + 1} = ${bound(value)}`);
  return [...parameters, `${statement};`].join('\n');
}

describe('the statements of a request are those of test/queries', () => {
  it.each(Object.entries(REQUESTS))('%s', async (name, path) => {
    const statements = await statementsFor(path);
    expect(statements).not.toEqual([]);
    const shown = [`-- GET ${path}`, ...statements.map(written)].join('\n\n');
    await expect(`${shown}\n`).toMatchFileSnapshot(`../queries/${name}.sql`);
  });

  it('and there are no others', () => {
    const files = readdirSync(join(import.meta.dirname, '../queries'));
    expect(files.toSorted()).toEqual(
      Object.keys(REQUESTS)
        .map((name) => `${name}.sql`)
        .toSorted(),
    );
  });
});
