const DAY = 86_400_000;
const MINUTE = 60_000;
const SATURDAY = 6;

const noonOffsets = new Map<string, Map<number, number>>();
const formats = new Map<string, Intl.DateTimeFormat>();

/** The calendar day at an instant in a time zone, as a number of days since 1970-01-01. */
export function localDayNumber(timeZone: string, instant: number): number {
  const offset = noonOffset(timeZone, Math.floor(instant / DAY));
  return Math.floor((instant + offset * MINUTE) / DAY);
}

/** The instant at which clocks there show so many minutes after midnight; not for the hours that daylight saving skips. */
export function instantAt(timeZone: string, day: number, minutes: number): number {
  // Clocks change at two or three in the morning: until then the offset is still that of the day before.
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

// Intl is slow: it is asked once for each zone and day.
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

/** Minutes ahead of UTC. */
function offsetAt(timeZone: string, instant: number): number {
  let format = formats.get(timeZone);
  if (!format)
    formats.set(timeZone, (format = new Intl.DateTimeFormat('en', { timeZone, timeZoneName: 'longOffset' })));
  const name = format.formatToParts(instant).find(({ type }) => type === 'timeZoneName')?.value ?? '';
  const [, sign, hours, minutes] = /^GMT(?:([+-])(\d\d):(\d\d))?$/.exec(name) ?? [];
  return (sign === '-' ? -1 : 1) * (Number(hours ?? 0) * 60 + Number(minutes ?? 0));
}
