import { Dice } from './dice.js';
import type { DatedListing, StatusChange } from './lines.js';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

/** Days before today: the edges of twelve months, days within, and days before them; -1 is tomorrow, -2 the day after. */
const AGES = [-2, -1, 0, 1, 40, 200, 'edge', 'edge', 'in', 'before', 500] as const;

/** The first instant of the UTC day that is a number of months before today. */
function monthsBefore(now: number, months: number): number {
  const today = new Date(now);
  const first = new Date(Date.UTC(today.getUTCFullYear(), today.getUTCMonth() - months, 1));
  const days = new Date(Date.UTC(first.getUTCFullYear(), first.getUTCMonth() + 1, 0)).getUTCDate();
  return first.getTime() + (Math.min(today.getUTCDate(), days) - 1) * DAY;
}

function dayOf(age: (typeof AGES)[number] | -1, now: number): number {
  const edge = monthsBefore(now, 12);
  if (age === 'edge') return edge;
  if (age === 'in') return edge + DAY;
  if (age === 'before') return edge - DAY;
  return monthsBefore(now, 0) - age * DAY;
}

/** Sold and leased listings that were closed on days at both edges of the last twelve months, within, and before. */
export const closedListings = (listings: readonly DatedListing[], now: number): DatedListing[] =>
  listings.map((listing, at) => {
    if (!['sold', 'leased'].includes(listing.status)) return listing;
    const dice = new Dice(3_000 + at);
    // The hour decides the day in the time zone of the listing. All instants differ.
    const instant = (ages: readonly ((typeof AGES)[number] | -1)[]) =>
      new Date(dayOf(dice.pick(ages), now) + dice.pick([0, 3, 9, 21]) * HOUR + at * 1_000).toISOString();
    const modtime = instant(AGES.slice(1));
    const { date, ...sale } = listing.soldDetails ?? {};
    return { ...listing, modtime, soldDetails: { ...sale, ...(date && { date: instant([...AGES, -1]) }) } };
  });

/** The statuses that listings had before, with the days and hours ago at which they ended. */
const COURSES: readonly (readonly [was: string, daysAgo: number, hours?: number][])[] = [
  [['leased', 100]],
  [
    ['current', 500],
    ['leased', 420],
  ],
  [
    ['current', 300],
    ['leased', 200],
    ['current', 100],
    ['leased', 60],
  ],
  [
    ['current', 90, 1],
    ['leased', 90, 2],
    ['current', 90, 3],
    ['leased', 80],
  ],
  [
    ['current', 366],
    ['leased', 365],
    ['current', 364],
    ['leased', 300],
  ],
  [
    ['current', 50],
    ['sold', 40],
  ],
  [
    ['sold', 450],
    ['withdrawn', 430],
  ],
];

/** The changes of status of every third listing: leases that ended, sales that fell through, homes on offer again. */
export function worldHistories(
  listings: readonly DatedListing[],
  now: number,
): ReadonlyMap<number, readonly StatusChange[]> {
  const today = monthsBefore(now, 0);
  const histories = new Map<number, readonly StatusChange[]>();
  for (const [at, { id, status }] of listings.entries()) {
    const course = at % 3 === 0 ? (COURSES[(at / 3) % COURSES.length] ?? []) : [];
    if (course.length === 0 || course.at(-1)?.[0] === status) continue;
    const changes = course.map(([was, days, hours = 12]) => ({
      at: new Date(today - days * DAY + hours * HOUR).toISOString(),
      was,
    }));
    histories.set(id, changes);
  }
  return histories;
}
