const DAY = 86_400_000;
const MINUTE = 60_000;
const SATURDAY = 6;

const noonOffsets = new Map<string, Map<number, number>>();
const formats = new Map<string, Intl.DateTimeFormat>();

/** The local calendar day of an instant in a time zone, as days since 1970-01-01. */
export function localDayNumber(timeZone: string, instant: number): number {
  const offset = noonOffset(timeZone, Math.floor(instant / DAY));
  return Math.floor((instant + offset * MINUTE) / DAY);
}

/** The instant of a local time, given in minutes after midnight; not for times that daylight saving skips. */
export function instantAt(timeZone: string, day: number, minutes: number): number {
  // Daylight saving changes at two or three in the morning: before that, the offset of the day before is valid.
  const offset = noonOffset(timeZone, minutes < 120 ? day - 1 : day);
  return day * DAY + (minutes - offset) * MINUTE;
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

// Intl is slow: it is called once per zone and day.
function noonOffset(timeZone: string, day: number): number {
  let days = noonOffsets.get(timeZone);
  if (!days) noonOffsets.set(timeZone, (days = new Map()));
  let offset = days.get(day);
  if (offset === undefined) {
    const noonInUtc = day * DAY + 720 * MINUTE;
    offset = offsetAt(timeZone, noonInUtc - offsetAt(timeZone, noonInUtc) * MINUTE);
    days.set(day, offset);
  }
  return offset;
}

/** Offset from UTC in minutes. */
function offsetAt(timeZone: string, instant: number): number {
  let format = formats.get(timeZone);
  if (!format)
    formats.set(timeZone, (format = new Intl.DateTimeFormat('en', { timeZone, timeZoneName: 'longOffset' })));
  const name = format.formatToParts(instant).find(({ type }) => type === 'timeZoneName')?.value ?? '';
  const [, sign, hours, minutes] = /^GMT(?:([+-])(\d\d):(\d\d))?$/.exec(name) ?? [];
  return (sign === '-' ? -1 : 1) * (Number(hours ?? 0) * 60 + Number(minutes ?? 0));
}
