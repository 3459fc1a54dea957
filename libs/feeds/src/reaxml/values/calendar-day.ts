const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];

const YEAR_FIRST = /^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})$/;
const DAY_FIRST = /^(\d{1,2})(?:st|nd|rd|th)?[-/. ]+(\d{1,2}|[a-z]{3,9})[-/., ]+(\d{4})$/i;
/** A name of a weekday before a date. */
export const WEEKDAY = /^(?:mon|tue|wed|thu|fri|sat|sun)[a-z]*[,\s]+/i;
const COMPACT = /^(\d{4})(\d{2})(\d{2})$/;

/** Accepted years. 0001-01-01, 1900-01-01 and 9999-12-31 are placeholders for "none" in many systems. */
const FIRST_YEAR = 1901;
const LAST_YEAR = 2199;

/**
 * Reads a calendar date to `YYYY-MM-DD`, from `2009-01-01`, `20090101`, `21-Dec-2010` or `1/2/2010` (day first, as in
 * Australia). Undefined for an invalid date or one outside the accepted years.
 */
export function readDay(text: string): string | undefined {
  const yearFirst = YEAR_FIRST.exec(text) ?? COMPACT.exec(text);
  const dayFirst = yearFirst ? null : DAY_FIRST.exec(text);
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
