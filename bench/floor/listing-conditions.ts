import { FLAGS } from '../flags.js';
import { anywhere, folded, type Query, type Values } from './plan.js';

/** A condition on `listings listing`, its values added. */
type Condition = (given: string, values: Values) => string;

const bound =
  (column: string, operator: string): Condition =>
  (given, values) =>
    `listing.${column} ${operator} ${values.add(given)}`;

const place =
  (expression: string): Condition =>
  (given, values) =>
    `listing.suburb_id = ANY(ARRAY(SELECT id FROM suburbs WHERE ${expression} = ANY(${values.add(folded(given))})))`;

const CONDITIONS: Readonly<Record<string, Condition>> = {
  minbedrooms: bound('bedrooms', '>='),
  minPrice: bound('price', '>='),
  maxPrice: bound('price', '<='),
  suburb: place('lower(suburb)'),
  region: place('lower(region_name)'),
  address: (given, values) => {
    const pattern = values.add(anywhere(given));
    return `(listing.full_address || E'\\n' || listing.street) LIKE ${pattern} AND listing.full_address LIKE ${pattern}`;
  },
  agentSlug: (given, values) => `listing.id IN (
    SELECT listing_id FROM listing_agents
    WHERE agent_id = (SELECT id FROM agents WHERE slug = ${values.add(given.toLowerCase())}))`,
};

/** What selects no row, beside the account, which has its own way. */
const OTHERS = new Set(['websiteID', 'status', 'sort', 'page', 'limit']);

/** The bit of each flag. */
const BITS = new Map<string, bigint>(FLAGS.map((name, at) => [name, 1n << BigInt(at)]));

/** What leaves few rows, whatever its value. */
const EVEN = ['websiteID', 'suburb', 'region', 'agentSlug'];

export interface Conditions {
  readonly texts: readonly string[];
  /** Whether the best plan depends on the values, which a prepared statement is planned without. */
  readonly isUneven: boolean;
}

/** The conditions that a query sets, beside status and account. */
export function conditionsOf(query: Query, values: Values): Conditions {
  const texts: string[] = [];
  const isEven = EVEN.some((name) => name in query);
  // Where one condition leaves few rows, no index may be taken for another one: guesses about those are what plans flip by.
  const unindexed = (text: string, name = '') => (isEven && !EVEN.includes(name) ? `(${text}) IS TRUE` : text);
  let flags = 0n;
  for (const [name, given = ''] of Object.entries(query)) {
    if (OTHERS.has(name)) continue;
    const condition = CONDITIONS[name];
    if (condition) texts.push(unindexed(condition(given, values), name));
    else if (BITS.has(name) && given === 'true') flags |= BITS.get(name) ?? 0n;
    else throw new Error(`The floor has no condition ${name}=${given}`);
  }
  if (flags > 0n) {
    const bits = values.add(String(flags));
    texts.push(unindexed(`listing.flags & ${bits}::bigint = ${bits}::bigint`));
  }
  return { texts, isUneven: texts.length > 0 && !isEven };
}
