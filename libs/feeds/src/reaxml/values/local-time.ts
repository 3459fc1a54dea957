import { readDay, WEEKDAY } from './calendar-day.js';
import { clockText, readClock } from './clock-time.js';

/**
 * A local time in the listing's suburb, `2009-01-01T12:30:00`, because feeds give no time zone. A rare one with an
 * offset keeps it: `2009-01-01T12:30:00+10:00`.
 */
export type LocalTime = string;

const DAY_AND_CLOCK = /^(\d{4}-\d{1,2}-\d{1,2}|\d{8}|.{1,30}?\d{4})(?:(?:[-T\s,@]+|\s+at\s+|(?<=^\d{8}))(\d.*))?$/i;
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
