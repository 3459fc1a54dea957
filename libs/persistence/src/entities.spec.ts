import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createStore, type TestStore } from '../../../test/support/store.js';

let store: TestStore;

beforeAll(async () => {
  store = await createStore();
});

afterAll(() => store.drop());

/** What decorators have no word for, as PostgreSQL writes it in the definition of an index. */
const BEYOND_DECORATORS = { covering: / INCLUDE \(/, descending: / DESC\b/, expression: /lower\(/ };

/** The indexes that TypeORM sees: those that have at least one plain column. */
const VISIBLE_INDEXES = `
  SELECT relname AS name, pg_get_indexdef(indexrelid) AS definition
  FROM pg_index JOIN pg_class ON pg_class.oid = indexrelid
  WHERE relnamespace = 'public'::regnamespace AND 0 <> ANY (indkey::int2[])`;

/** Why an index cannot be declared at its entity; empty: it can. */
const reasonsOf = (definition: string): string =>
  Object.entries(BEYOND_DECORATORS)
    .filter(([, pattern]) => pattern.test(definition))
    .map(([reason]) => reason)
    .join(', ');

describe('entities', () => {
  it('say what the tables are, but for indexes that decorators cannot say', async () => {
    const { upQueries } = await store.dataSource.driver.createSchemaBuilder().log();
    const indexes = await store.dataSource.query<{ name: string; definition: string }[]>(VISIBLE_INDEXES);
    const reasons = indexes.map(({ name, definition }) => [name, reasonsOf(definition)]).filter(([, reason]) => reason);
    const found = upQueries.map(({ query }) => query.replace(/^DROP INDEX "public"\."(\w+)"$/, '$1'));
    expect(new Set(found)).toEqual(new Set(reasons.map(([name]) => name)));
    expect(Object.fromEntries(reasons)).toMatchInlineSnapshot(`
      {
        "agents_alphabetical": "expression",
        "agents_newest": "descending",
        "agents_updated": "descending",
        "current_listings_newest": "descending",
        "feed_runs_website": "descending",
        "listings_available_desc": "descending",
        "listings_facts": "covering",
        "listings_firstdate": "descending",
        "listings_newest": "covering, descending",
        "listings_places": "covering",
        "listings_price": "covering",
        "listings_price_desc": "descending",
        "listings_updated": "descending",
        "listings_website": "covering, expression",
        "listings_website_id_agent_id_unique_id_key": "expression",
        "properties_facts": "covering",
        "properties_newest": "descending",
        "properties_updated": "descending",
        "suburbs_name": "expression",
      }
    `);
  });
});
