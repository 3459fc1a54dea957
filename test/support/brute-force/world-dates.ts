import type { Dice } from './dice.js';
import type { DatedListing } from './lines.js';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

/** Local midnights: start and end of daylight saving (October, April), ordinary days, the turn of a year. */
const MIDNIGHTS = [
  '2026-04-04T13:00:00.000Z',
  '2026-04-05T14:00:00.000Z',
  '2026-10-03T14:00:00.000Z',
  '2026-10-04T13:00:00.000Z',
  '2026-03-06T13:00:00.000Z',
  '2026-03-06T13:30:00.000Z',
  '2026-03-06T14:00:00.000Z',
  '2026-03-06T14:30:00.000Z',
  '2026-03-06T16:00:00.000Z',
  '2025-12-31T13:00:00.000Z',
  '2026-03-07T00:00:00.000Z',
].map(Date.parse);

const iso = (time: number): string => new Date(time).toISOString();

/** An instant at a local midnight of some zone, to the millisecond; or some days from now, but never close to it. */
function anInstant(dice: Dice, now: number): number {
  if (dice.chance(0.3)) return now + dice.pick([-30, -3, -1, 1, 3, 30]) * DAY + dice.below(12) * HOUR + 20 * 60_000;
  return dice.pick(MIDNIGHTS) + dice.pick([-DAY, -HOUR, -30 * 60_000, -1, 0, 1, 30 * 60_000, HOUR, DAY]);
}

/** No inspections, one or several, each of no length, half an hour or several days. */
export function worldInspections(dice: Dice, now: number): { dateFrom: string; dateTo: string }[] {
  if (dice.chance(0.4)) return [];
  return Array.from({ length: 1 + dice.below(3) }, () => {
    const from = anInstant(dice, now);
    return { dateFrom: iso(from), dateTo: iso(from + dice.pick([0, HOUR / 2, HOUR, 12 * HOUR, 3 * DAY])) };
  });
}

export function worldAuction(dice: Dice, now: number): { date?: string } {
  return dice.chance(0.6) ? {} : { date: iso(anInstant(dice, now)) };
}

export const worldAvailable = (dice: Dice, now: number): string => iso(anInstant(dice, now));

/** A small number of days, so that there are ties. */
export function worldDates(
  dice: Dice,
  number: number,
): Pick<DatedListing, 'firstdate' | 'modtime' | 'createdAt' | 'updatedAt'> {
  const day = Date.parse('2026-03-01T00:00:00.000Z') + dice.below(12) * DAY;
  const createdAt = day + dice.pick([0, 1, 12 * HOUR, DAY - 1]);
  const updatedAt = createdAt + dice.pick([0, 1, HOUR, DAY]);
  return {
    firstdate: iso(day),
    // All dates differ, so that the latest listing of a property does not depend on chance.
    modtime: iso(updatedAt + number * 1000),
    createdAt: iso(createdAt),
    updatedAt: iso(updatedAt),
  };
}
