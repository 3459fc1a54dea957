import { isUUID } from 'class-validator';
import type { Kind } from './kind.js';

/** The largest count that the store can hold. */
export const MAX_COUNT = 32_767;
/** The largest id that the store can hold; a larger one is well-formed and is nobody's (D4). */
export const MAX_ID = 2_147_483_647;

/** How many items an array of a body may have. */
export const MAX_ITEMS = 1000;

const DIGITS = /^\d+$/;
const DECIMAL = /^\d{1,15}(\.\d{1,9})?$/;
const COORDINATE = /^-?\d{1,3}(\.\d+)?$/;
const COLOUR = /^#[0-9a-f]{6}$/i;
const DAY = /^\d{4}-\d{2}-\d{2}$/;
const INSTANT = /^\d{4}-\d{2}-\d{2}T\d{1,2}:\d{1,2}(:\d{1,2}(\.\d{1,9})?)?(Z|[+-]\d{2}:?\d{2})$/i;
const ONE_DIGIT_PARTS = /(?<=[T:])(\d)(?=[:.Z+-])/gi;
const BOOLEANS: Record<string, boolean> = { true: true, '1': true, false: false, '0': false };

const isText = (value: unknown): value is string =>
  // PostgreSQL holds neither NUL nor half a surrogate pair.
  typeof value === 'string' && !value.includes('\0') && value.isWellFormed();

/** Without control characters: the URL parser would drop a line break in silence. */
function isHttpUrl(value: string): boolean {
  return /^https?:\/\/\P{Control}+$/iu.test(value) && URL.canParse(value);
}

function isRealDay(value: string): boolean {
  if (!DAY.test(value) || value.startsWith('0000')) return false;
  const time = Date.parse(`${value}T00:00:00Z`);
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(value);
}

/** UTC with milliseconds already, as nearly all instants come; on one of the days that every month has. */
const CANONICAL = /^(?!0000)\d{4}-(0[1-9]|1[0-2])-(0[1-9]|1\d|2[0-8])T([01]\d|2[0-3]):[0-5]\d:[0-5]\d\.\d{3}Z$/;

/** Reads an ISO 8601 instant, also with one-digit time parts (D24), to UTC with milliseconds (D10). */
export function parseInstant(raw: string): string | undefined {
  if (CANONICAL.test(raw)) return raw;
  if (!INSTANT.test(raw) || !isRealDay(raw.slice(0, 10))) return undefined;
  const padded = raw.toUpperCase().replace(ONE_DIGIT_PARTS, '0$1');
  const time = Date.parse(padded);
  if (Number.isNaN(time)) return undefined;
  const iso = new Date(time).toISOString();
  return iso.length === 24 && !iso.startsWith('0000') ? iso : undefined;
}

/** Free text. `max` counts UTF-16 units; without one the body limit is the limit. */
export function text(max?: number): Kind<string> {
  return {
    schema: { type: 'string', ...(max ? { maxLength: max } : {}) },
    wants: max ? `text of at most ${max} characters, without NUL` : 'text without NUL',
    empty: '',
    accepts: (value) => isText(value) && (!max || value.length <= max),
    parse: (raw) => (isText(raw) && (!max || raw.length <= max) ? raw : undefined),
  };
}

/** Text that must say something. */
export const words: Kind<string> = {
  ...text(500),
  schema: { type: 'string', minLength: 1, maxLength: 500 },
  wants: 'text of 1 to 500 characters',
  accepts: (value) => isText(value) && value.trim() !== '' && value.length <= 500,
};

/** An http(s) URL, or empty. */
export const url: Kind<string> = {
  schema: { type: 'string', maxLength: 2000 },
  wants: 'an http or https URL, or empty',
  empty: '',
  accepts: (value) => isText(value) && value.length <= 2000 && (value === '' || isHttpUrl(value)),
  parse: (raw) => raw,
};

/** An http(s) URL. */
export const requiredUrl: Kind<string> = {
  ...url,
  schema: { type: 'string', pattern: '^[Hh][Tt][Tt][Pp][Ss]?://', maxLength: 2000 },
  wants: 'an http or https URL',
  accepts: (value) => value !== '' && url.accepts(value),
};

/** A colour as `#RRGGBB`, or empty. */
export const colour: Kind<string> = {
  schema: { type: 'string', pattern: '^(#[0-9A-Fa-f]{6})?$' },
  wants: 'a colour in #RRGGBB form, or empty',
  empty: '',
  accepts: (value) => value === '' || (typeof value === 'string' && COLOUR.test(value)),
  parse: (raw) => raw,
};

/** Decimal degrees as text (D10), or empty. */
export function coordinate(limit: 90 | 180): Kind<string> {
  return {
    schema: { type: 'string', pattern: '^(-?[0-9]{1,3}(\\.[0-9]+)?)?$' },
    wants: `decimal degrees as text, from -${limit} to ${limit}, or empty`,
    empty: '',
    accepts: (value) =>
      value === '' || (typeof value === 'string' && COORDINATE.test(value) && Math.abs(Number(value)) <= limit),
    parse: (raw) => raw,
  };
}

/** true or false; on a query string also 1 and 0, in any case (D4). */
export const flag: Kind<boolean> = {
  schema: { type: 'boolean' },
  wants: 'true, false, 1 or 0',
  empty: false,
  accepts: (value) => typeof value === 'boolean',
  parse: (raw) => BOOLEANS[raw.toLowerCase()],
};

/** A flag that is on unless it was switched off. */
export const shown: Kind<boolean> = { ...flag, empty: true };

/** A flag that `live` and `active` turn on as well: the status of an account (D4). */
export const liveness: Kind<boolean> = {
  ...flag,
  schema: { type: 'string', enum: ['true', 'false', '1', '0', 'live', 'active'] },
  wants: 'true, false, 1, 0, live or active',
  parse: (raw) => (/^(live|active)$/i.test(raw) ? true : flag.parse(raw)),
};

/** How many: 0 to 32767. Never given: absent, not 0 (D21). */
export const count: Kind<number> = {
  schema: { type: 'integer', minimum: 0, maximum: MAX_COUNT },
  wants: `a whole number from 0 to ${MAX_COUNT}`,
  empty: undefined,
  accepts: (value) => Number.isInteger(value) && Number(value) >= 0 && Number(value) <= MAX_COUNT,
  parse: (raw) => (DIGITS.test(raw) && Number(raw) <= MAX_COUNT ? Number(raw) : undefined),
};

/** A number from 1 to `max`, for pages. */
export function upTo(max: number): Kind<number> {
  return {
    schema: { type: 'integer', minimum: 1, maximum: max },
    wants: `a whole number from 1 to ${max}`,
    empty: undefined,
    accepts: (value) => Number.isInteger(value) && Number(value) >= 1 && Number(value) <= max,
    parse: (raw) => (DIGITS.test(raw) && Number(raw) >= 1 && Number(raw) <= max ? Number(raw) : undefined),
  };
}

/** A numeric identifier. One that is too large reads as 0, which is nobody's (D4). */
export const id: Kind<number> = {
  schema: { type: 'integer', minimum: 1, maximum: MAX_ID },
  wants: 'a numeric id (decimal digits)',
  empty: null,
  accepts: (value) => Number.isInteger(value) && Number(value) >= 1 && Number(value) <= MAX_ID,
  parse: (raw) => (DIGITS.test(raw) ? (Number(raw) > MAX_ID ? 0 : Number(raw)) : undefined),
};

/** An object identifier, `_id`. */
export const uid: Kind<string> = {
  schema: { type: 'string', format: 'uuid' },
  wants: 'an object identifier (UUID)',
  empty: '',
  accepts: (value) => isUUID(value, 'all'),
  parse: (raw) => (isUUID(raw, 'all') ? raw.toLowerCase() : undefined),
};

/** Either form of identifier. */
export const anyId: Kind<number | string> = {
  schema: { type: 'string', pattern: '^([0-9]+|[0-9a-fA-F-]{36})$' },
  wants: 'a numeric id or an object identifier (UUID)',
  empty: undefined,
  accepts: (value) => id.accepts(value) || uid.accepts(value),
  parse: (raw) => id.parse(raw) ?? uid.parse(raw),
};

/** A non-negative decimal: prices, areas. Never given: absent. */
export const amount: Kind<number> = {
  schema: { type: 'number', minimum: 0, maximum: 999_999_999_999_999 },
  wants: 'a non-negative decimal number',
  empty: undefined,
  accepts: (value) => typeof value === 'number' && value >= 0 && value <= 999_999_999_999_999,
  parse: (raw) => (DECIMAL.test(raw) ? Number(raw) : undefined),
};

/** A calendar day, `YYYY-MM-DD`. */
export const day: Kind<string> = {
  schema: { type: 'string', format: 'date' },
  wants: 'a day as YYYY-MM-DD',
  empty: undefined,
  accepts: (value) => typeof value === 'string' && isRealDay(value),
  parse: (raw) => (isRealDay(raw) ? raw : undefined),
};

/** An instant: ISO 8601, answered in UTC with milliseconds (D10). Never given: absent. */
export const instant: Kind<string> = {
  schema: { type: 'string', format: 'date-time' },
  wants: 'an ISO 8601 instant such as 2026-03-07T22:30:00.000Z',
  empty: undefined,
  accepts: (value) => typeof value === 'string' && parseInstant(value) !== undefined,
  parse: parseInstant,
};

/** A calendar day or an instant (D24): `YYYY-MM-DD`, `YYYY-MM-DDTH:m:iZ`, or ISO 8601 with an offset. */
export const dayOrInstant: Kind<string> = {
  schema: { type: 'string' },
  wants: 'a day (YYYY-MM-DD) or an instant (YYYY-MM-DDTH:m:iZ, or ISO 8601 with an offset)',
  empty: undefined,
  accepts: (value) => day.accepts(value) || instant.accepts(value),
  parse: (raw) => day.parse(raw) ?? parseInstant(raw),
};

/** What a representation carries but the store makes itself: a line of a bundle may hold it, and it is left alone. */
export const made: Kind = {
  schema: {},
  wants: 'anything',
  empty: undefined,
  accepts: () => true,
  parse: () => undefined,
};

/** One of a closed set. */
export function oneOf<const T extends string>(values: readonly T[], empty: T | '' = ''): Kind<T | ''> {
  return {
    schema: { type: 'string', enum: [...values] },
    wants: `one of ${values.join(', ')}`,
    empty,
    accepts: (value) => values.some((known) => known === value),
    parse: (raw) => values.find((known) => known.toLowerCase() === raw.toLowerCase()),
  };
}

/** An array whose every item is of one kind. */
export function list<T>(item: Kind<T>, max = MAX_ITEMS): Kind<T[]> {
  return {
    schema: { type: 'array', items: item.schema, maxItems: max },
    wants: `an array of at most ${max} items, each ${item.wants}`,
    empty: [],
    accepts: (value) => Array.isArray(value) && value.length <= max && value.every((one) => item.accepts(one)),
    parse: () => undefined,
  };
}
