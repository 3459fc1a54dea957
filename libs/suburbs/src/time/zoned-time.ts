const DAY = 86_400_000;
const MAX_DAYS = 20_000;

const clocks = new Map<string, Intl.DateTimeFormat>();
/** The offsets of a zone at the start of UTC days. */
const dayOffsets = new Map<string, Map<number, number>>();

/**
 * Converts a local time in a time zone, such as `2009-01-01T12:30:00`, to ISO 8601 in UTC. As in Temporal, a local time
 * that occurs twice (at the end of daylight saving) is the first one, and a skipped local time (at its start) moves
 * forward by the skipped duration. A local time with an offset is converted by that offset.
 */
export function toInstant(local: string, timeZone: string): string {
  const [time = '', offset] = local.split(/(?=Z$|[+-]\d{2}:\d{2}$)/);
  const instant = offset ? Date.parse(`${time}${offset}`) : instantOf(Date.parse(`${time}Z`), timeZone);
  return new Date(instant).toISOString();
}

/**
 * The instant of a local time in a time zone, both in milliseconds.
 * @param local the local time as if it were UTC
 */
export function instantOf(local: number, timeZone: string): number {
  const before = offsetAt(local - DAY, timeZone);
  const after = offsetAt(local + DAY, timeZone);
  const isBefore = before === after || offsetAt(local - before, timeZone) === before;
  const isAfter = !isBefore && offsetAt(local - after, timeZone) === after;
  return local - (isAfter ? after : before);
}

/** The local time of an instant in a time zone; with an offset if that local time occurs for the second time. */
export function toLocalTime(instant: string, timeZone: string): string {
  const time = Date.parse(instant);
  const offset = offsetAt(time, timeZone);
  const local = new Date(time + offset)
    .toISOString()
    .slice(0, 23)
    .replace(/\.000$/, '');
  return toInstant(local, timeZone) === new Date(time).toISOString() ? local : `${local}${offsetText(offset)}`;
}

/**
 * Offset from UTC in milliseconds. Intl is slow, so single instants are looked up only on days when the offset changes.
 */
export function offsetAt(instant: number, timeZone: string): number {
  const day = Math.floor(instant / DAY);
  const offset = offsetOfDay(day, timeZone);
  return offset === offsetOfDay(day + 1, timeZone) ? offset : askOffset(instant, timeZone);
}

function offsetOfDay(day: number, timeZone: string): number {
  let days = dayOffsets.get(timeZone);
  if (!days || days.size > MAX_DAYS) dayOffsets.set(timeZone, (days = new Map()));
  let offset = days.get(day);
  if (offset === undefined) days.set(day, (offset = askOffset(day * DAY, timeZone)));
  return offset;
}

function askOffset(instant: number, timeZone: string): number {
  let clock = clocks.get(timeZone);
  if (!clock) clocks.set(timeZone, (clock = clockOf(timeZone)));
  const part = Object.fromEntries(clock.formatToParts(instant).map(({ type, value }) => [type, Number(value)]));
  const { year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0 } = part;
  // Date.UTC interprets the years before 100 as 1900 to 1999.
  const midnight = new Date(0).setUTCFullYear(year, month - 1, day);
  return midnight + (hour * 3600 + minute * 60 + second) * 1000 - Math.floor(instant / 1000) * 1000;
}

const clockOf = (timeZone: string): Intl.DateTimeFormat =>
  new Intl.DateTimeFormat('en-US', {
    timeZone,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  });

function offsetText(offset: number): string {
  const minutes = Math.round(Math.abs(offset) / 60_000);
  const two = (value: number) => String(value).padStart(2, '0');
  return `${offset < 0 ? '-' : '+'}${two(Math.floor(minutes / 60))}:${two(minutes % 60)}`;
}
