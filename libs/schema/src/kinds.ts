import type { Kind } from './kind.js';
import { ID_OR_UUID, UUID } from './patterns.js';

/** The largest count that the column type allows. */
export const MAX_COUNT = 32_767;
/** The largest id that the column type allows; larger ids are well-formed but never found (D4). */
export const MAX_ID = 2_147_483_647;

/** The largest amount that a number represents exactly to the cent. */
const MAX_AMOUNT = 999_999_999_999_999;

/** Maximum number of items of an array in a body. */
export const MAX_ITEMS = 1000;

const DIGITS = /^\d+$/;
const DECIMAL = /^\d+(\.\d+)?$/;
const IS_UUID = new RegExp(UUID, 'u');
/** A Map, because an object would also find `constructor`. */
const BOOLEANS = new Map([
  ['true', true],
  ['1', true],
  ['false', false],
  ['0', false],
]);

/** true or false; a query string also accepts 1 and 0, in any case (D4). */
export const flag: Kind<boolean> = {
  schema: { type: 'boolean' },
  query: {
    name: 'Flag',
    // A single type suits client generators.
    schema: { description: 'True or false; 1 and 0 mean the same.', type: 'boolean' },
    wants: 'true, false, 1 or 0',
  },
  wants: 'true or false',
  empty: false,
  example: false,
  accepts: (value) => typeof value === 'boolean',
  parse: (raw) => BOOLEANS.get(raw.toLowerCase()),
};

/** A flag that is true by default. */
export const visibility: Kind<boolean> = { ...flag, empty: true };

/** A flag that also accepts `live` and `active` for true: the status of an account (D4). */
export const liveness: Kind<boolean> = {
  ...flag,
  query: {
    name: 'AccountStatusFlag',
    schema: {
      description: '`true`, `1`, `live` and `active` mean true; `false` and `0` mean false.',
      type: 'string',
      enum: ['true', 'false', '1', '0', 'live', 'active'],
    },
    wants: 'true, false, 1, 0, live or active',
  },
  parse: (raw) => (/^(live|active)$/i.test(raw) ? true : flag.parse(raw)),
};

/** A count from 0 to 32767; absent, not 0, if it was never given (D21). */
export const count: Kind<number> = {
  schema: { type: 'integer', minimum: 0, maximum: MAX_COUNT },
  wants: `a whole number from 0 to ${MAX_COUNT}`,
  empty: undefined,
  accepts: (value) => Number.isInteger(value) && Number(value) >= 0 && Number(value) <= MAX_COUNT,
  parse: (raw) => (DIGITS.test(raw) && Number(raw) <= MAX_COUNT ? Number(raw) : undefined),
};

/** A count without an upper limit. */
export const tally: Kind<number> = {
  ...count,
  schema: { type: 'integer', minimum: 0 },
  wants: 'a whole number, at least 0',
  accepts: (value) => Number.isInteger(value) && Number(value) >= 0,
};

/** A whole number from `min` to `max`. */
export function upTo(max: number, min = 1): Kind<number> {
  return {
    schema: { type: 'integer', minimum: min, maximum: max },
    wants: `a whole number from ${min} to ${max}`,
    empty: undefined,
    accepts: (value) => Number.isInteger(value) && Number(value) >= min && Number(value) <= max,
    parse: (raw) => (DIGITS.test(raw) && Number(raw) >= min && Number(raw) <= max ? Number(raw) : undefined),
  };
}

/** A numeric identifier. An id that is too large is read as 0, which no row has (D4). */
export const id: Kind<number> = {
  schema: { type: 'integer', minimum: 1, maximum: MAX_ID },
  query: { schema: { type: 'integer', minimum: 0 }, wants: 'a numeric id (decimal digits)' },
  wants: `a whole number from 1 to ${MAX_ID}`,
  empty: null,
  accepts: (value) => Number.isInteger(value) && Number(value) >= 1 && Number(value) <= MAX_ID,
  parse: (raw) => (DIGITS.test(raw) ? (Number(raw) > MAX_ID ? 0 : Number(raw)) : undefined),
};

/** An object identifier, `_id`. */
export const uid: Kind<string> = {
  name: 'ObjectId',
  schema: { description: 'Object identifier, a UUID.', type: 'string', format: 'uuid', pattern: UUID },
  wants: 'an object identifier (UUID)',
  empty: '',
  example: '01963ef0-7d4c-7c3e-9b1a-3f6f0e5d2c11',
  accepts: (value) => typeof value === 'string' && IS_UUID.test(value),
  parse: (raw) => (IS_UUID.test(raw) ? raw.toLowerCase() : undefined),
};

/** An identifier in either form. */
export const anyId: Kind<number | string> = {
  name: 'AnyId',
  schema: { description: 'Numeric id, or object identifier (UUID).', type: 'string', pattern: ID_OR_UUID },
  wants: 'a numeric id or an object identifier (UUID)',
  empty: undefined,
  accepts: (value) => id.accepts(value) || uid.accepts(value),
  parse: (raw) => id.parse(raw) ?? uid.parse(raw),
};

/** A non-negative decimal number, for prices and areas; absent if it was never given. */
export const amount: Kind<number> = {
  schema: { type: 'number', minimum: 0, maximum: MAX_AMOUNT },
  wants: `a non-negative decimal number of at most ${MAX_AMOUNT}`,
  empty: undefined,
  accepts: (value) => typeof value === 'number' && value >= 0 && value <= MAX_AMOUNT,
  parse: (raw) => (DECIMAL.test(raw) && Number(raw) <= MAX_AMOUNT ? Number(raw) : undefined),
};

/** A field that the database derives. A bundle line may contain it; its value is ignored. */
export const derived: Kind = {
  schema: {},
  wants: 'anything',
  empty: undefined,
  accepts: () => true,
  parse: () => undefined,
};

/** The keys of a table that is declared as a literal, and therefore has no others. */
export const tableKeys = <K extends string>(table: Readonly<Record<K, unknown>>): K[] => Object.keys(table) as K[];

/** One of a closed set of values. */
export function oneOf<const T extends string>(values: readonly T[], empty: T | '' = ''): Kind<T | ''> {
  return {
    schema: { type: 'string', enum: [...values] },
    wants: `one of ${values.join(', ')}`,
    empty,
    accepts: (value) => values.some((known) => known === value),
    parse: (raw) => values.find((known) => known.toLowerCase() === raw.toLowerCase()),
  };
}

export function list<T>(item: Kind<T>, max = MAX_ITEMS): Kind<T[]> {
  return {
    schema: { type: 'array', items: item.schema, maxItems: max },
    wants: `an array of at most ${max} items, each ${item.wants}`,
    empty: [],
    accepts: (value) => Array.isArray(value) && value.length <= max && value.every((one) => item.accepts(one)),
    parse: () => undefined,
    items: item,
  };
}
