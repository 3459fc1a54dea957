import { day } from '@app/schema';

const ENDS: Readonly<Record<string, string>> = { datefrom: 'dateto', since: 'until' };

/** The parameter of the highest or last value for a parameter of the lowest or first one; undefined for all others. */
export const endOfRange = (name: string): string | undefined =>
  name.startsWith('min') ? `max${name.slice('min'.length)}` : ENDS[name];

const HOUR_MS = 3_600_000;
const isDay = (text: string): boolean => day.parse(text) !== undefined;

/** The first and the last instant of a day somewhere on earth, because the time zone is the listing's. */
const earliest = (text: string): number => Date.parse(text) - (isDay(text) ? 14 * HOUR_MS : 0);
const latest = (text: string): number => Date.parse(text) + (isDay(text) ? 36 * HOUR_MS : 0);

/** The fault of a range that contains no value; undefined for ranges that may contain one. */
export function faultOfRange(first: unknown, end: string, last: unknown): string | undefined {
  if (typeof first === 'number' && typeof last === 'number')
    return first > last ? `is above ${end}, which is ${last}` : undefined;
  if (typeof first !== 'string' || typeof last !== 'string') return undefined;
  const isAfter = isDay(first) && isDay(last) ? first > last : earliest(first) > latest(last);
  return isAfter ? `is after ${end}, which is ${last}` : undefined;
}
