const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];

const YEAR_FIRST = /^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})$/;
const DAY_FIRST = /^(\d{1,2})(?:st|nd|rd|th)?[-/. ]+(\d{1,2}|[a-z]{3,9})[-/., ]+(\d{4})$/i;
const MONTH_FIRST = /^([a-z]{3,9})\.?\s+(\d{1,2})(?:st|nd|rd|th)?[,\s]+(\d{4})$/i;
/** A name of a weekday before a date. */
export const WEEKDAY = /^(?:mon|tue|wed|thu|fri|sat|sun)[a-z]*[,\s]+/i;
const COMPACT = /^(\d{4})(\d{2})(\d{2})$/;

/** Accepted years. 0001-01-01, 1900-01-01 and 9999-12-31 are placeholders for "none" in many systems. */
const FIRST_YEAR = 1901;
const LAST_YEAR = 2199;

/**
 * Reads a calendar date to `YYYY-MM-DD`, from `2009-01-01`, `20090101`, `21-Dec-2010`, `December 21, 2010` or `1/2/2010`
 * (day first, as in Australia). Undefined for an invalid date or one outside the accepted years.
 */
export function readDay(text: string): string | undefined {
  const yearFirst = YEAR_FIRST.exec(text) ?? COMPACT.exec(text);
  const dayFirst = yearFirst ? null : DAY_FIRST.exec(text.replace(MONTH_FIRST, '$2 $1 $3'));
  const [year, month, day] = yearFirst ? yearFirst.slice(1) : (dayFirst?.slice(1).toReversed() ?? []);
  if (!year || !month || !day) return undefined;
  return existing(Number(year), monthOf(month), Number(day));
}

const monthOf = (text: string): number =>
  /^\d/.test(text) ? Number(text) : MONTHS.indexOf(text.slice(0, 3).toLowerCase()) + 1;

function existing(year: number, month: number, day: number): string | undefined {
  const date = new Date(Date.UTC(year, month - 1, day));
  const exists = date.getUTCMonth() === month - 1 && date.getUTCDate() === day;
  return exists && year >= FIRST_YEAR && year <= LAST_YEAR ? date.toISOString().slice(0, 10) : undefined;
}

/** A time of day, `HH:mm:ss`, with a fraction if it had one. */
export interface ClockTime {
  readonly seconds: number;
  /** Milliseconds as text: empty, or `.123`. */
  readonly fraction: string;
  /** The am/pm mark, if there was one. */
  readonly half: 'am' | 'pm' | '';
}

const CLOCK = /^(\d{1,2})(?:[:.](\d{2})(?:[:.](\d{2})(\.\d{1,9})?)?)?\s*([ap])?\.?m?\.?$/i;
export const NOON = 43_200;
const DAY = 86_400;

/** Reads `9:31:30`, `18:30`, `11:00am`, `1.30 PM`, `9am`; undefined for anything else. */
export function readClock(text: string): ClockTime | undefined {
  const [whole, hours, minutes = '0', seconds = '0', fraction = '', letter = ''] = CLOCK.exec(text.trim()) ?? [];
  // A bare number is not a time of day.
  if (whole === undefined || /^\d+$/.test(whole)) return undefined;
  const half = letter === '' ? '' : letter.toLowerCase() === 'a' ? 'am' : 'pm';
  const hour = Number(hours);
  if (Number(minutes) > 59 || Number(seconds) > 59 || hour > 23) return undefined;
  const inDay = hour * 3600 + Number(minutes) * 60 + Number(seconds);
  return { seconds: onTwelve(inDay, half), fraction: milliseconds(fraction), half };
}

/** Seconds after midnight on the 12-hour clock: "12:30am" is 00:30; "13:00pm", which some senders write, is 13:00. */
function onTwelve(seconds: number, half: ClockTime['half']): number {
  if (half === '' || seconds >= NOON + 3600) return seconds;
  return (seconds % NOON) + (half === 'pm' ? NOON : 0);
}

const milliseconds = (fraction: string): string => {
  const digits = fraction.slice(1, 4).padEnd(3, '0');
  return Number(digits) > 0 ? `.${digits}` : '';
};

/** Formats seconds after midnight as `HH:mm:ss`. */
export const clockText = (seconds: number, fraction = ''): string =>
  `${new Date((seconds % DAY) * 1000).toISOString().slice(11, 19)}${fraction}`;

/**
 * A local time in the listing's suburb, `2009-01-01T12:30:00`, because feeds give no time zone. A rare one with an
 * offset keeps it: `2009-01-01T12:30:00+10:00`.
 */
export type LocalTime = string;

const DAY_AND_CLOCK =
  /^(\d{4}[-/.]\d{1,2}[-/.]\d{1,2}|\d{8}|.{1,30}?\d{4})(?:(?:[-T\s,@]+|\s+at\s+|(?<=^\d{8}))(\d.*))?$/i;
const COMPACT_CLOCK = /^(\d{2})(\d{2})(\d{2})?$/;
const OFFSET = /(?<=\d)\s*(Z|[+-](?:0\d|1[0-4]):?[0-5]\d)$/i;
/** No date is longer; longer texts are not parsed. */
const MAX_LENGTH = 60;

/**
 * Reads the date forms found in feeds: `2009-01-01-12:30:00`, `2009-01-01-12:30`, `2009-01-01T9:31:30`, `2009-01-01`
 * (midnight), `20090101-123000`, `21-Dec-2010 11:00am`, `Saturday 5th December 2026 at 11am`. Undefined for anything else.
 */
export function readLocalTime(text: string): LocalTime | undefined {
  if (text.length > MAX_LENGTH) return undefined;
  const [, date = '', rest = ''] = DAY_AND_CLOCK.exec(text.trim().replace(WEEKDAY, '')) ?? [];
  const day = readDay(date);
  if (!day) return undefined;
  if (rest === '') return `${day}T00:00:00`;
  const offset = OFFSET.exec(rest)?.[1] ?? '';
  const clock = readClock(rest.replace(OFFSET, '').replace(COMPACT_CLOCK, spread));
  return clock && `${day}T${clockText(clock.seconds, clock.fraction)}${offsetText(offset)}`;
}

const spread = (_: string, hours: string, minutes: string, seconds: string | undefined): string =>
  `${hours}:${minutes}:${seconds ?? '00'}`;

const offsetText = (offset: string): string => offset.toUpperCase().replace(/^([+-]\d{2}):?(\d{2})$/, '$1:$2');
