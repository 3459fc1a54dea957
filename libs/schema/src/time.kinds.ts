import { named, type Kind } from './kind.js';
import { DAY, DAY_OR_INSTANT, INSTANT } from './patterns.js';
import { patterned } from './text.kinds.js';

const IS_INSTANT = new RegExp(INSTANT, 'u');
const ONE_DIGIT_PARTS = /(?<=[T:])(\d)(?=[:.Z+-])/g;

/** Fast path for the usual form: UTC with milliseconds, on a day that every month has. */
const CANONICAL = /^(?!0000)\d{4}-(0[1-9]|1[0-2])-(0[1-9]|1\d|2[0-8])T([01]\d|2[0-3]):[0-5]\d:[0-5]\d\.\d{3}Z$/;

/** PostgreSQL dates from year 1 to year 9999; an offset may exceed this by a few hours. */
const FIRST = Date.parse('0001-01-01T00:00:00.000Z');
const LAST = Date.parse('9999-12-31T23:59:59.999Z');

/**
 * Parses an ISO 8601 instant, which may have one-digit time parts (D24), and returns it in UTC with milliseconds (D10).
 */
export function parseInstant(raw: string): string | undefined {
  if (CANONICAL.test(raw)) return raw;
  if (!IS_INSTANT.test(raw)) return undefined;
  const time = Date.parse(raw.toUpperCase().replace(ONE_DIGIT_PARTS, '0$1'));
  return new Date(Math.min(LAST, Math.max(FIRST, time))).toISOString();
}

const dayText = patterned(DAY, 10, 'a date (YYYY-MM-DD)');

/** A calendar day, `YYYY-MM-DD`. */
export const day: Kind<string> = named('CalendarDate', 'A date, YYYY-MM-DD.', {
  ...dayText,
  schema: { ...dayText.schema, format: 'date' },
  empty: undefined,
});

/** An instant: ISO 8601, returned in UTC with milliseconds (D10); absent if it was never given. */
export const instant: Kind<string> = named('DateTime', 'A time: ISO 8601 in UTC with milliseconds.', {
  // The form in responses. Bodies can only repeat a response (D17); bundle lines may use other forms.
  schema: { type: 'string', format: 'date-time' },
  wants: 'a date and time in ISO 8601, such as 2026-03-07T22:30:00.000Z',
  empty: undefined,
  example: '2026-03-07T22:30:00.000Z',
  accepts: (value) => typeof value === 'string' && parseInstant(value) !== undefined,
  parse: parseInstant,
});

/** A calendar day or an instant (D24): `YYYY-MM-DD`, `YYYY-MM-DDTH:m:iZ`, or ISO 8601 with an offset. */
export const dayOrInstant: Kind<string> = named('DateOrDateTime', 'A date, or a date and time in ISO 8601.', {
  ...patterned(
    DAY_OR_INSTANT,
    40,
    'a date (YYYY-MM-DD) or a date and time (YYYY-MM-DDTH:m:iZ, or ISO 8601 with an offset)',
  ),
  empty: undefined,
  parse: (raw) => day.parse(raw) ?? parseInstant(raw),
});

/** Stands for the present; PostgreSQL reads it as the time of the transaction. */
export const NOW = 'now';

/** A calendar day or an instant (D24), or the present. */
export const dayInstantOrNow: Kind<string> = named('DateTimeOrNow', 'A date, a date and time in ISO 8601, or `now`.', {
  ...patterned(`${DAY_OR_INSTANT}|^${NOW}$`, 40, `${dayOrInstant.wants}, or ${NOW}`),
  empty: undefined,
  parse: (raw) => (raw === NOW ? raw : dayOrInstant.parse(raw)),
});

const LENGTH = '[0-9]{1,4}[smh]|[0-9]{1,2}d';

const SECONDS = { s: 1, m: 60, h: 3_600, d: 86_400 } as const;

/** A duration; empty: none is given. */
export const duration = named(
  'DurationOrEmpty',
  'A number of seconds, minutes, hours or days: `90s`, `15m`, `24h` or `7d`; at most four digits, for days two. Empty: none.',
  patterned(`^(?:${LENGTH})?$`, 5, 'a duration such as 90s, 15m, 24h or 7d, or empty'),
);

/** A time, or a duration before now; absent if it was never given. */
export const timeOrDuration = named<string>('TimeOrDuration', 'A time in ISO 8601, or how long ago it was: `24h`.', {
  ...patterned(`${INSTANT}|^(?:${LENGTH})$`, 40, 'a date and time in ISO 8601, or a duration such as 24h'),
  empty: undefined,
});

/** The seconds of a duration. */
export const secondsOf = (text: string): number =>
  Number(text.slice(0, -1)) * SECONDS[text.slice(-1) as keyof typeof SECONDS]; // the pattern allows no other unit

/** The time that a `timeOrDuration` describes; an invalid Date for any other text. */
export const timeOf = (text: string): Date => new Date(parseInstant(text) ?? Date.now() - secondsOf(text) * 1000);
