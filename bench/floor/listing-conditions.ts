import { FEATURE_FLAGS, wordsToFind } from '@app/listings';
import { inWindow } from './listing-map.js';
import { anywhere, folded, type Query, type Values } from './plan.js';

/** A condition on `listings listing`, with its values. */
type Condition = (given: string, values: Values) => string;

const bound =
  (column: string, operator: string): Condition =>
  (given, values) =>
    `listing.${column} ${operator} ${values.add(given)}`;

const CONDITIONS: Readonly<Record<string, Condition>> = {
  minbedrooms: bound('bedrooms', '>='),
  minPrice: bound('price', '>='),
  maxPrice: bound('price', '<='),
  suburb: (given, values) => `listing.suburb_id = ANY(ARRAY(
    SELECT id FROM suburbs WHERE lower(suburb) = ANY(${values.add(folded(given))})))`,
  address: (given, values) => {
    const pattern = values.add(anywhere(given));
    return `(listing.full_address || E'\\n' || listing.street) LIKE ${pattern} AND listing.full_address LIKE ${pattern}`;
  },
  s: (given, values) => {
    const { asked, every } = wordsToFind(given, (word) => [word, `~${word}`]);
    return `listing.id = ANY(ARRAY(
      SELECT listing_id FROM listing_words WHERE is_current AND (words || context)
        @@ (SELECT words_asked(${values.add(JSON.stringify(asked))}) || ${values.add(every)}::tsquery)))`;
  },
  bbox: inWindow,
  agentSlug: (given, values) => `listing.id IN (
    SELECT listing_id FROM listing_agents
    WHERE agent_id = ANY(ARRAY(SELECT id FROM agents WHERE slug = ${values.add(given.toLowerCase())})))`,
};

/** Parameters that are not conditions here: rows and regions are selected elsewhere. */
const OTHERS = new Set(['view', 'websiteID', 'status', 'sort', 'page', 'limit', 'region', 'near', 'radius']);

/** The bit of each flag. Bit 63 stands for the region alone, where flags are looked up by region. */
const BITS = new Map<string, number>(FEATURE_FLAGS.map((name, at) => [name, at]));
const REGION_ALONE = 63;

/** Regions with flags have their own index. */
function inRegions(given: string, bits: readonly number[], values: Values): string {
  const ofEach = values.add(bits.length > 0 ? bits : [REGION_ALONE]);
  const each = folded(given).map(
    (name) => `region_flags(listing.region_id, listing.flags) @> ARRAY(
      SELECT 64 * coalesce((SELECT id FROM regions WHERE name = ${values.add(name)}), 0) + bit FROM unnest(${ofEach}::int[]) bit)`,
  );
  return `(${each.join(' OR ')})`;
}

/** Conditions that match few rows, whatever the value. */
const EVEN = ['websiteID', 'suburb', 'region', 'bbox', 'near', 'agentSlug', 's'];

/**
 * The conditions of a query, in addition to status and account. They are uneven if the best plan depends on the values,
 * which are unknown when a prepared statement is planned.
 */
export function conditionsOf(query: Query, values: Values) {
  const texts: string[] = [];
  const isEven = EVEN.some((name) => name in query);
  // If one condition matches few rows, no index may be used for another one: estimates for those make plans flip.
  const unindexed = (text: string, name = '') => (isEven && !EVEN.includes(name) ? `(${text}) IS TRUE` : text);
  const bits: number[] = [];
  for (const [name, given = ''] of Object.entries(query)) {
    if (OTHERS.has(name)) continue;
    const condition = CONDITIONS[name];
    if (condition) texts.push(unindexed(condition(given, values), name));
    else if (BITS.has(name) && given === 'true') bits.push(BITS.get(name) ?? 0);
    else throw new Error(`The floor has no condition ${name}=${given}`);
  }
  const { region } = query;
  if (region) texts.push(inRegions(region, bits, values));
  else if (bits.length > 0) {
    const mask = values.add(String(bits.reduce((sum, bit) => sum | (1n << BigInt(bit)), 0n)));
    texts.push(unindexed(`listing.flags & ${mask}::bigint = ${mask}::bigint`));
  }
  return { texts, isUneven: texts.length > 0 && !isEven };
}
