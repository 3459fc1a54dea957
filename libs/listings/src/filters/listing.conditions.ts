import {
  atLeast,
  everyRow,
  fold,
  hasAnyOf,
  isAmong,
  isAnyOf,
  isIdentified,
  meetsAny,
  onColumns,
  Parameter,
  containsName,
  equals,
  foldName,
  hasNamePart,
} from '@app/lists';
import type { MatchesRow } from '@app/cache';
import { column, raw, sql, type Column, type Sql } from '@app/sql';
import { col } from '../finder/listing-columns.js';
import { anyId, id, uid } from '@app/schema';
import { endOf, startOf } from './date.conditions.js';
import { bitsNamed, bitsOf } from '../dto/listing.kinds.js';
import { includesStatus, LISTING_STATUSES } from '../dto/listing-statuses.js';

/** The listings with an agent that meets the condition. */
const listingsOf = (holds: Sql): Sql => sql`
  SELECT link.listing_id FROM listing_agents link JOIN agents agent ON agent.id = link.agent_id WHERE ${holds}`;

/** The listing has one of few agents. PostgreSQL looks an array up by id, whatever its estimate. */
const hasAgentBy = (holds: Sql): Sql => sql`${col('id')} = ANY(ARRAY(${listingsOf(holds)}))`;

/** A text matches an agent's id or object identifier; any other text matches the slug or a part of the name (D26). */
export function hasAgent(text: string): Sql {
  const known = anyId.parse(text);
  if (typeof known === 'number')
    return sql`${col('id')} IN (SELECT listing_id FROM listing_agents WHERE agent_id = ${known})`;
  if (known !== undefined) return hasAgentBy(sql`agent.uid = ${known}::uuid`);
  const isNamed = hasNamePart(column('agent.folded_name'), text);
  return sql`${col('id')} IN (${listingsOf(sql`agent.slug = ${fold(text)} OR ${isNamed}`)})`;
}

/** Each text matches an id, an object identifier, a slug or a full name (D26). */
export function hasAnyAgent(named: readonly string[]): Sql {
  const { ids, uids } = identifiersIn(named);
  const isNamed = sql`agent.slug = ANY(${named.map(fold)}::text[]) OR agent.folded_name = ANY(${named.map(foldName)}::text[])`;
  if (ids.length + uids.length === 0) return hasAgentBy(isNamed);
  return hasAgentBy(sql`agent.id = ANY(${ids}::int[]) OR agent.uid = ANY(${uids}::uuid[]) OR ${isNamed}`);
}

const identifiersIn = (named: readonly string[]) => ({
  ids: named.flatMap((text) => id.parse(text) ?? []),
  uids: named.flatMap((text) => uid.parse(text) ?? []),
});

/** The slug matches exactly (D26). */
export const hasAgentSlug = (slug: string): Sql => hasAgentBy(sql`agent.slug = ${fold(slug)}`);

/** One of the listing's logged agent names passes the test. */
const hasNameThat = (holds: (name: string) => boolean): MatchesRow =>
  onColumns(['agent_names'], ({ agent_names: names }) =>
    Array.isArray(names) ? names.some((name) => holds(foldName(String(name)))) : undefined,
  );

const contains = (text: string): ((name: string) => boolean) => {
  const part = foldName(text);
  return (name) => part !== '' && name.includes(part);
};

/** Tests of logged rows of listings, which contain identifiers, names and slugs of their agents, and of agents. */
export const AGENT = {
  listing: (text: string) => {
    const known = anyId.parse(text);
    if (typeof known === 'number') return hasAnyOf('agents', [known]);
    if (known !== undefined) return hasAnyOf('agent_uids', [known]);
    return meetsAny([hasAnyOf('agent_slugs', [fold(text)]), hasNameThat(contains(text))]);
  },
  agent: (text: string) =>
    anyId.parse(text) === undefined
      ? meetsAny([isAnyOf('slug', [fold(text)]), containsName('folded_name', text)])
      : isAmong([anyId.parse(text) ?? 0]),
};

export const ANY_AGENT = {
  listing: (named: string[]) => {
    const names = new Set(named.map(foldName));
    const { ids, uids } = identifiersIn(named);
    return meetsAny([
      hasAnyOf('agents', ids),
      hasAnyOf('agent_uids', uids),
      hasAnyOf('agent_slugs', named.map(fold)),
      hasNameThat((name) => names.has(name)),
    ]);
  },
  agent: (named: string[]) => {
    const { ids, uids } = identifiersIn(named);
    return meetsAny([
      isAmong([...ids, ...uids]),
      isAnyOf('slug', named.map(fold)),
      isAnyOf('folded_name', named.map(foldName)),
    ]);
  },
};

export const AGENT_SLUG = {
  listing: (slug: string) => hasAnyOf('agent_slugs', [fold(slug)]),
  agent: (slug: string) => isAnyOf('slug', [fold(slug)]),
};

/** All requested features in one condition; `false` matches every listing without the feature (D21). */
export function matchesFeatures(query: object): Sql | undefined {
  const mask = askedBits(query);
  if (mask === '0') return undefined;
  // True if no requested bit differs. Written as an upper bound because of the planner's estimate: it assumes a third
  // of the rows for a bound, and hardly any for an equation.
  return sql`(${col('flags')} # ${bitsOf(query)}::bigint) & ${mask}::bigint < 1`;
}

/** Whether a logged row meets `matchesFeatures`. */
export function showsFeatures(query: object): MatchesRow | undefined {
  const mask = BigInt(askedBits(query));
  if (mask === 0n) return undefined;
  const wanted = BigInt(bitsOf(query));
  // The result is unknown for bits beyond the exact numbers of JSON.
  return onColumns(['flags'], ({ flags }) =>
    Number.isSafeInteger(flags) ? ((BigInt(flags as number) ^ wanted) & mask) === 0n : undefined,
  );
}

/** The listing has one of these flags. */
export const hasAnyFlag = (names: readonly string[]): Sql =>
  sql`${col('flags')} & ${String(bitsNamed(names))}::bigint > 0`;

/** Whether a logged row meets `hasAnyFlag`. */
export const showsAnyFlag = (names: readonly string[]): MatchesRow =>
  onColumns(['flags'], ({ flags }) =>
    Number.isSafeInteger(flags) ? (BigInt(flags as number) & bitsNamed(names)) > 0n : undefined,
  );

/** The bits of the requested features, whether true or false. */
const askedBits = (query: object): string => bitsOf(query, (value) => value !== undefined);

/**
 * The listing has one of these statuses; `all`: any status. Literals instead of bound values, because partial and covering
 * indexes depend on the status.
 */
export function ofStatus(statuses: readonly string[]): Sql {
  const literals = LISTING_STATUSES.filter((status) => statuses.includes(status)).map((status) => `'${status}'`);
  if (statuses.includes('all')) return sql`TRUE`;
  const [first = '', ...others] = literals;
  return others.length === 0
    ? sql`${col('status')} = ${raw(first)}`
    : sql`${col('status')} IN (${raw(literals.join(', '))})`;
}

/** Whether a logged row meets `ofStatus`. */
export const hasStatus = (statuses: readonly string[]): MatchesRow =>
  statuses.includes('all') ? everyRow : isAnyOf('status', statuses);

/** Sold homes alone have a sale. @param isOfSales whether a value refers to the sale */
export const needsSold = <T>(isOfSales: (value: T) => boolean) => ({
  other: 'status',
  faultOf: (value: T, statuses: readonly string[] | undefined) =>
    isOfSales(value) && !includesStatus(statuses, 'sold')
      ? `needs status=sold or status=all; the status is ${statuses?.join()}`
      : undefined,
});

/** The price, or the upper limit of its range, is at least this (B67). */
export const reachesPrice = (least: number): Sql =>
  sql`(${col('price')} >= ${least} OR ${col('price_to')} >= ${least})`;

/** Whether a logged row meets `reachesPrice`. */
export const priceReaches = (least: number): MatchesRow =>
  meetsAny([atLeast('price', least), atLeast('price_to', least)]);

/** The listing has one of these types. */
export function isAnyType(types: readonly string[]): Sql {
  const [first, ...others] = types;
  return others.length === 0
    ? sql`${col('listing_type')} = ${first}::listing_type`
    : sql`${col('listing_type')} = ANY(${types}::listing_type[])`;
}

/** The listing has none of these numeric ids or object identifiers. */
export const isNot = (excluded: readonly (number | string)[]): Sql =>
  sql`NOT ${isIdentified('listing', 'listings', excluded)}`;

/** Whether a logged row meets `isNot`. */
export function isNotAmong(excluded: readonly (number | string)[]): MatchesRow {
  const isOne = isAmong(excluded);
  return onColumns(['id', 'uid'], (row) => !isOne(row));
}

/** The column contains one of these names, ignoring case. */
export const overlaps = (names: Column, wanted: readonly string[]): Sql => sql`${names} && ${wanted.map(fold)}::text[]`;

/** Whether a logged row meets `overlaps`. */
export const hasAnyName = (name: string, names: readonly string[]): MatchesRow => hasAnyOf(name, names.map(fold));

/** The commercial listing is for sale, or for lease; a listing for both matches both (D28). */
export function saleOrLease(kind: string): Sql {
  return sql`${col('commercial_listing_type')} IN (${kind}, 'both')`;
}

/**
 * The time in the column is in the future (true), or in the past or missing (false) (D25). Only current listings have
 * such times (B79).
 */
export function upcoming(time: Column, has: boolean): Sql {
  const isUpcoming = sql`${col('status')} = 'current' AND ${time} > now()`;
  return has ? isUpcoming : sql`(${isUpcoming}) IS NOT TRUE`;
}

/** The time in the column is on this UTC day. */
export function onUtcDay(time: Column, on: string): Sql {
  return sql`${time} >= ${startOf(on)} AND ${time} < ${endOf(on)}`;
}

/** Declares the account that shows the listings; `shownBy` searches them. */
export const ShownByAccount = (): PropertyDecorator =>
  Parameter(
    id,
    'Numeric id of the account of the listing. For a sub-account, also the listings of its main account that it shows (`subsiteDetails`).',
    {
      group: 'Agency and people',
      example: 1,
      selectivity: 'high',
      matchesRow: {
        listing: (websiteID: number) => hasAnyOf('shown_by', [websiteID]),
        account: (websiteID: number) => equals('id', websiteID),
      },
    },
  );
