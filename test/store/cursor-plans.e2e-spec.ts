import { ListingsQuery, ListingsRepository } from '@app/listings';
import { parametersOf, readQuery } from '@app/lists';
import { expect, it } from 'vitest';
import { pageStatement } from '../../libs/lists/src/statements/page-statement.js';
import { PLAN_MODES, readPlan } from '@testing';
import { specPlans } from './plan-rows.js';

/** The length of the list as the statement knows it: its order is read from an index, and nothing is counted. */
const MANY = 100_000;
/** Far more than a page, far fewer than the list. */
const FEW = 100;

/**
 * The results of these filters are sorted for each page. No index has the order by distance, whose rows the radius bounds,
 * nor an order that depends on the time.
 */
const SORTED = new Set(['distance', 'auction-asc', 'inspection-asc']);
const SORTS = (parametersOf(ListingsQuery).get('sort')?.kind.schema.enum ?? []).filter((sort) => !SORTED.has(sort));
/** No index over all statuses has these orders, so such lists are sorted for each page. */
const OF_ONE_STATUS = new Set([
  'price-asc',
  'price-desc',
  'available-asc',
  'available-desc',
  'land-desc',
  'sold-asc',
  'sold-desc',
]);

const LISTS = SORTS.flatMap((sort) =>
  ['current', 'sold', 'all']
    .filter((status) => status !== 'all' || !OF_ONE_STATUS.has(sort))
    // Current listings have no sale.
    .filter((status) => status !== 'current' || !sort.startsWith('sold-'))
    .map((status) => [sort, status] as const),
);

/** As after a day of writes: no plan may depend on the visibility map. */
const { service, session } = specPlans(async (dataSource) => {
  await dataSource.query(`UPDATE listings SET available_at = CASE WHEN id % 3 > 0 THEN firstdate END,
    land_area = CASE WHEN id % 3 > 0 THEN id END,
    sold_at = CASE WHEN status = 'sold' AND id % 3 > 0 THEN firstdate END`);
  await dataSource.query('ANALYZE listings');
});

/** The requirements of a new sort. */
function adviceFor(sort: string, status: string, order: readonly string[]): string {
  const columns = order.map((term) => term.replace('listing.', '')).join(', ');
  return status === 'all'
    ? `Name ${sort} in OF_ONE_STATUS of this spec, or create an index on listings (${columns}) by a migration.`
    : `Create an index on listings (status, ${columns}) by a migration: "A new sort" in CONTRIBUTING.md.`;
}

it.each(LISTS)(
  'a page by cursor in the order %s, %s, reads only its own rows, at the start and at the end',
  async (sort, status) => {
    const query = readQuery(ListingsQuery, { sort, status, cursor: '' });
    const list = service.app.get(ListingsRepository).list(query, { audience: 'clients' });
    const terms = list.order.terms.map(({ by }) => `(${by.text})::text`);
    const order = list.order.terms.map(({ by, way }) => `${by.text} ${way.text}`);
    const [last] = (await session.query(`SELECT ARRAY[${terms.join()}] AS values FROM listings listing
    WHERE ${status === 'all' ? 'TRUE' : `status = '${status}'`} ORDER BY ${order.join()} OFFSET 4950 LIMIT 1`)) as [
      { values: (string | null)[] },
    ];
    for (const after of [undefined, last.values]) {
      for (const mode of PLAN_MODES) {
        const page = pageStatement(list, { limit: 21, offset: 0, after }, MANY);
        const { mostRows } = await readPlan(session, mode, page);
        const reading = `sort=${sort}&status=${status} (${mode}) reads ${mostRows} rows for a page`;
        expect(mostRows, `${reading}. ${adviceFor(sort, status, order)}`).toBeLessThanOrEqual(FEW);
      }
    }
  },
);
