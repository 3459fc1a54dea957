import { joinAgents, joinSites, RENT_BIT } from '@app/accounts';
import { raw, sql } from '@app/sql';
import type { FacetDeclaration } from '@app/lists';
import { amount, Field, id, named, oneOf, tally, text } from '@app/schema';
import { FEATURE_FLAGS, FIRST_OTHER_BIT, OTHER_FLAGS } from '../dto/listing.kinds.js';

const PRICE_KINDS = ['sale', 'rent'] as const;

const priceKind = named('PriceKind', 'Whether prices are sale prices or rents.', oneOf(PRICE_KINDS));

/** A price bracket, and its number of listings. */
class PriceCount {
  @Field(amount, 'The lower bound, the same as `from`.', { notNullable: true, example: 600 }) value: number;
  @Field(
    priceKind,
    'Whether the bracket is of sale prices or rents: weekly rents of rentals, and rents of commercial leases as given.',
    {
      notNullable: true,
      example: 'rent',
    },
  )
  kind: string;
  @Field(amount, 'The lower bound of the bracket, inclusive.', { notNullable: true, example: 600 }) from: number;
  @Field(amount, 'The upper bound of the bracket, exclusive. Absent in the highest bracket.', {
    notNullable: true,
    optional: true,
    example: 650,
  })
  to?: number;
  @Field(tally, 'Number of listings in the bracket. Always exact.', { notNullable: true, example: 12 }) count: number;
}

/** The number of listings of an account or an agent. */
class NamedCount {
  @Field(id, 'Numeric id, as the filter takes it.', { notNullable: true, example: 31 }) value: number;
  @Field(text(), 'Name of the account or the agent.', { notNullable: true, example: 'Jane Citizen' }) name: string;
  @Field(tally, 'Number of listings. Always exact.', { notNullable: true, example: 12 }) count: number;
}

const ofPeople = { valuesOf: (key: string) => [Number(key)], shown: { type: NamedCount, membersOf: () => ({}) } };

/** Counts by the accounts that show a listing. */
export const ofSites = {
  ...ofPeople,
  column: 'shown_by',
  joined: { join: joinSites, value: sql`site.id` },
  named: { table: 'accounts', column: 'name', isBeside: true },
};

/** Counts by the agents of a listing. */
export const ofAgents = {
  ...ofPeople,
  column: 'agents',
  own: ['agent', 'agents', 'agentSlug'],
  joined: { join: joinAgents, value: sql`link.agent_id` },
  named: { table: 'agents', column: 'name', isBeside: true },
};

type Values = Pick<FacetDeclaration, 'keysOf' | 'valuesOf'> & Partial<Pick<FacetDeclaration, 'also' | 'shown'>>;

/** The number of flags per key: all flags together would have nearly as many combinations as there are listings. */
const FLAGS_OF_KEY = 10;
const MASK = raw(String(2 ** FLAGS_OF_KEY - 1));

/** Counts each of some flags with consecutive bits. */
function flagsFrom(first: number, names: readonly string[]): Values {
  const starts = names.map((_, at) => at).filter((at) => at % FLAGS_OF_KEY === 0);
  return {
    keysOf: (flags) => starts.map((start) => sql`(${flags} >> ${raw(String(first + start))} & ${MASK})::int`),
    valuesOf: (key, at) => {
      const [start = 0, bits] = [starts[at], Number(key)];
      return names.slice(start, start + FLAGS_OF_KEY).filter((_, bit) => (bits >> bit) & 1);
    },
  };
}

export const ofFeatures = flagsFrom(0, FEATURE_FLAGS);
export const ofOtherFlags = flagsFrom(FIRST_OTHER_BIT, OTHER_FLAGS);

/** Counts each name in an array of names. */
export const ofNames: Values = {
  keysOf: (names) => [sql`array_to_json(${names})::text`],
  valuesOf: (key) => [...new Set(JSON.parse(key) as string[])], // a JSON array of texts
};

/** Counts a commercial property for sale and lease twice (D28). */
export const ofSaleAndLease: Values = {
  keysOf: (column) => [column],
  valuesOf: (key) => (key === 'both' ? ['sale', 'lease'] : [key]),
};

/** The leading digits of the limits of price brackets. */
const LEADING = [10, 15, 20, 25, 30, 35, 40, 45, 50, 55, 60, 65, 70, 75, 80, 85, 90, 95];

/** The lower limits of price brackets: one bracket below 100, then brackets of half the leading digit. */
const PRICE_BRACKETS: readonly number[] = [
  0,
  ...[10, 100, 1_000, 10_000, 100_000, 1_000_000].flatMap((unit) => LEADING.map((digits) => digits * unit)),
  100_000_000,
];

/** The offset of the bracket numbers of rents, above the numbers of sale prices. */
const RENTS = 1_000;
const BOUNDS = raw(`'{${PRICE_BRACKETS.join(',')}}'::double precision[]`);
const IS_RENT = raw(String(2 ** RENT_BIT));

/** Counts by brackets of sale prices and of rents. The value is the bracket number. */
export const ofPrices: Values = {
  also: ['flags'],
  keysOf: (price, columnOf) => [
    sql`width_bucket(${price}, ${BOUNDS}) + CASE WHEN ${columnOf('flags')} & ${IS_RENT} = 0 THEN 0 ELSE ${raw(String(RENTS))} END`,
  ],
  valuesOf: (key) => [Number(key)],
  shown: { type: PriceCount, membersOf: (value) => bracketOf(Number(value)) },
};

function bracketOf(number: number): Omit<PriceCount, 'count'> {
  const [sale, rent] = PRICE_KINDS;
  const bracket = number % RENTS;
  const [from = 0, to] = PRICE_BRACKETS.slice(bracket - 1, bracket + 1);
  return { value: from, kind: number > RENTS ? rent : sale, from, ...(to !== undefined && { to }) };
}
