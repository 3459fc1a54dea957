import { describe, expect, it } from 'vitest';
import { instantAt, localDayNumber, saturdayFrom, saturdayUntil } from './local-time.js';

const day = (text: string) => Date.parse(text) / 86_400_000;
const iso = (timeZone: string, date: string, minutes: number) =>
  new Date(instantAt(timeZone, day(date), minutes)).toISOString();

describe('instantAt', () => {
  it.each([
    ['Australia/Sydney', '2026-01-10', 570, '2026-01-09T22:30:00.000Z'], // summer
    ['Australia/Sydney', '2026-07-11', 570, '2026-07-10T23:30:00.000Z'], // winter
    ['Australia/Adelaide', '2026-01-10', 570, '2026-01-09T23:00:00.000Z'],
    ['Australia/Perth', '2026-01-10', 570, '2026-01-10T01:30:00.000Z'],
    ['Australia/Eucla', '2026-01-10', 600, '2026-01-10T01:15:00.000Z'],
    ['Etc/GMT-10', '2026-01-10', 600, '2026-01-10T00:00:00.000Z'],
    ['UTC', '2026-01-10', 0, '2026-01-10T00:00:00.000Z'],
    ['America/New_York', '2026-01-10', 600, '2026-01-10T15:00:00.000Z'],
    // The clocks change on this day, between midnight and noon.
    ['Australia/Sydney', '2026-10-04', 0, '2026-10-03T14:00:00.000Z'],
    ['Australia/Sydney', '2026-10-04', 720, '2026-10-04T01:00:00.000Z'],
    ['Australia/Sydney', '2026-04-05', 0, '2026-04-04T13:00:00.000Z'],
  ])('%s %s, %i minutes after midnight: %s', (timeZone, date, minutes, instant) => {
    expect(iso(timeZone, date, minutes)).toBe(instant);
  });
});

it('knows the local date', () => {
  expect(localDayNumber('Australia/Sydney', Date.parse('2026-01-09T22:30:00Z'))).toBe(day('2026-01-10'));
  expect(localDayNumber('Australia/Perth', Date.parse('2026-01-09T15:59:00Z'))).toBe(day('2026-01-09'));
});

it('finds the Saturday before and after', () => {
  const dates = ['2026-01-09', '2026-01-10', '2026-01-11'];
  expect(dates.map((date) => saturdayFrom(day(date)))).toEqual(['2026-01-10', '2026-01-10', '2026-01-17'].map(day));
  expect(dates.map((date) => saturdayUntil(day(date)))).toEqual(['2026-01-03', '2026-01-10', '2026-01-10'].map(day));
  expect(saturdayFrom(-1)).toBe(2); // 1969-12-31 -> 1970-01-03
});
