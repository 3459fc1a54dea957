import { instantOf, offsetAt } from '@app/suburbs';

const DAY = 86_400_000;
const MINUTE = 60_000;
const SATURDAY = 6;

/** The local calendar day of an instant in a time zone, as days since 1970-01-01. */
export function localDayNumber(timeZone: string, instant: number): number {
  return Math.floor((instant + offsetAt(instant, timeZone)) / DAY);
}

/** The instant of a local time, given in minutes after midnight. */
export function instantAt(timeZone: string, day: number, minutes: number): number {
  return instantOf(day * DAY + minutes * MINUTE, timeZone);
}

/** The first Saturday on or after a day. */
export function saturdayFrom(day: number): number {
  return day + ((SATURDAY - weekday(day) + 7) % 7);
}

/** The last Saturday on or before a day. */
export function saturdayUntil(day: number): number {
  return day - ((weekday(day) - SATURDAY + 7) % 7);
}

// 1970-01-01 was a Thursday.
function weekday(day: number): number {
  return (((day + 4) % 7) + 7) % 7;
}
