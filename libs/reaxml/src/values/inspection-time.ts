import {
  readDay,
  WEEKDAY,
  clockText,
  NOON,
  readClock,
  type ClockTime,
  readLocalTime,
  type LocalTime,
} from './local-time.js';

/** An inspection, in the local time of the listing's suburb. */
export interface LocalInspection {
  readonly from: LocalTime;
  readonly to: LocalTime;
  /** No end was given. */
  readonly open?: boolean;
}

/** A date and time of ISO 8601; with an offset it is exact. */
const ISO = String.raw`\d{4}-\d{2}-\d{2}[T ]\d{1,2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?(?:\s?(?:Z|[+-]\d{2}:?\d{2}))?`;
const ISO_SPAN = new RegExp(String.raw`^(${ISO})(?:\s*(?:\bto\b|\buntil\b|[-–—/,]|\s)\s*(${ISO}))?$`, 'i');
const WORD = /(?<=[\dm.\s])(?:to|until|till|–|—)(?=[\s\d])/i;
const DASH = /(?<=[\dm])\s*-\s*(?=\d{1,2}[:.ap])(?!.*[\dm]\s*-\s*\d{1,2}[:.ap])/i;
const DAY_THEN_CLOCK =
  /^(.*\d{4}|\d{4}[-/.]\d{1,2}[-/.]\d{1,2})[,T\s-]+(\d{1,2}(?:[:.]\d{2}){0,2}\s*(?:[ap]\.?m?\.?)?)$/i;
const MAX_LENGTH = 100;

/**
 * Reads `21-Dec-2010 11:00am to 1:00pm` and senders' variants: 24-hour clock, one digit, a dash, am/pm on one side
 * only, an end on another day; and two times of ISO 8601, with any separator. Without an end, the end is the start.
 * Undefined for other texts, or if the end is before the start.
 */
export function readInspection(text: string): LocalInspection | undefined {
  if (text.length > MAX_LENGTH) return undefined;
  const [, begin, finish] = ISO_SPAN.exec(text.trim()) ?? [];
  if (begin) return isoSpan(begin, finish);
  const spanned = text.trim().replace(WEEKDAY, '');
  const [first = '', second] = spanned.split(WORD.test(spanned) ? WORD : DASH);
  const start = dayAndClock(first.trim());
  if (!start?.day) return undefined;
  const from = start.clock;
  if (second === undefined) return span(start.day, from.seconds, start.day, from.seconds, true);
  const end = dayAndClock(second.trim());
  if (!end) return undefined;
  const day = end.day ?? start.day;
  const [begins, ends] = day === start.day ? paired(from, end.clock) : [from.seconds, end.clock.seconds];
  return day > start.day || (day === start.day && ends >= begins) ? span(start.day, begins, day, ends) : undefined;
}

/** Two times of ISO 8601, or one. */
function isoSpan(begin: string, end: string | undefined): LocalInspection | undefined {
  const from = readLocalTime(begin);
  if (from === undefined) return undefined;
  if (end === undefined) return { from, to: from, open: true };
  const to = readLocalTime(end);
  return to !== undefined && isInOrder(from, to) ? { from, to } : undefined;
}

/** If only one of two times has an offset, only the merge can compare them, because it knows the time zone. */
function isInOrder(from: LocalTime, to: LocalTime): boolean {
  const [begins, ends] = [from, to].map((time) => ({ isExact: OFFSET.test(time), time }));
  return begins?.isExact !== ends?.isExact || instantOf(from) <= instantOf(to);
}

const OFFSET = /(?:Z|[+-]\d{2}:\d{2})$/;
const instantOf = (time: LocalTime): number => Date.parse(OFFSET.test(time) ? time : `${time}Z`);

function dayAndClock(text: string): { day?: string; clock: ClockTime } | undefined {
  const [, date, time = text] = DAY_THEN_CLOCK.exec(text) ?? [];
  const day = date === undefined ? undefined : readDay(date.trim());
  const clock = readClock(time);
  if (!clock || (date !== undefined && !day)) return undefined;
  return day ? { day, clock } : { clock };
}

/**
 * Applies an am/pm mark to the side that lacks it: "11:00 to 1:00pm" starts in the morning, "1:00 to 2:00pm" in the
 * afternoon, and "11:00am to 1:00" ends in the afternoon.
 */
function paired(from: ClockTime, to: ClockTime): [number, number] {
  const begins = from.seconds;
  const ends = to.seconds;
  if (from.half === '' && to.half === 'pm' && begins < NOON && begins + NOON <= ends) return [begins + NOON, ends];
  if (to.half === '' && from.half !== '' && ends < begins && ends < NOON) return [begins, ends + NOON];
  return [begins, ends];
}

function span(fromDay: string, from: number, toDay: string, to: number, open = false): LocalInspection {
  const times = { from: `${fromDay}T${clockText(from)}`, to: `${toDay}T${clockText(to)}` };
  return open ? { ...times, open } : times;
}
