import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { toInstant, toLocalTime } from './zoned-time.js';

describe('toInstant', () => {
  it.each([
    ['Australia/Melbourne', '2009-01-01T12:30:00', '2009-01-01T01:30:00.000Z'], // summer
    ['Australia/Melbourne', '2009-07-01T12:30:00', '2009-07-01T02:30:00.000Z'], // winter
    ['Australia/Perth', '2016-05-26T09:31:30', '2016-05-26T01:31:30.000Z'],
    ['Australia/Adelaide', '2026-01-10T09:30:00', '2026-01-09T23:00:00.000Z'],
    ['Australia/Eucla', '2026-01-10T10:00:00', '2026-01-10T01:15:00.000Z'],
    ['Australia/Lord_Howe', '2026-01-10T10:00:00', '2026-01-09T23:00:00.000Z'],
    ['Australia/Sydney', '2026-10-04T01:59:59', '2026-10-03T15:59:59.000Z'],
    ['Australia/Sydney', '2026-10-04T02:30:00', '2026-10-03T16:30:00.000Z'], // skipped: 3:30
    ['Australia/Sydney', '2026-10-04T03:00:00', '2026-10-03T16:00:00.000Z'],
    ['Australia/Sydney', '2026-04-05T01:59:59', '2026-04-04T14:59:59.000Z'],
    ['Australia/Sydney', '2026-04-05T02:30:00', '2026-04-04T15:30:00.000Z'], // twice: the first
    ['Australia/Sydney', '2026-04-05T03:00:00', '2026-04-04T17:00:00.000Z'],
    ['UTC', '2026-01-10T00:00:00.125', '2026-01-10T00:00:00.125Z'],
    ['Australia/Sydney', '2026-01-10T12:00:00+10:00', '2026-01-10T02:00:00.000Z'],
    ['Australia/Sydney', '2026-01-10T12:00:00Z', '2026-01-10T12:00:00.000Z'],
  ])('%s %s: %s', (timeZone, local, instant) => {
    expect(toInstant(local, timeZone)).toBe(instant);
  });
});

it('every instant survives the conversion to local time and back', () => {
  const zones = ['Australia/Sydney', 'Australia/Lord_Howe', 'Australia/Darwin', 'Europe/Dublin', 'America/St_Johns'];
  const instants = fc.date({ min: new Date('0001-01-03'), max: new Date('2199-12-30'), noInvalidDate: true });
  fc.assert(
    fc.property(instants, fc.constantFrom(...zones), (date, timeZone) => {
      const instant = date.toISOString();
      return toInstant(toLocalTime(instant, timeZone), timeZone) === instant;
    }),
    { numRuns: 2000, examples: [[new Date('2026-04-04T16:30:00Z'), 'Australia/Sydney']] },
  );
  expect(toLocalTime('2026-04-04T16:30:00.000Z', 'Australia/Sydney')).toBe('2026-04-05T02:30:00+10:00');
  // Local mean time, from before there were time zones.
  expect(toLocalTime('0001-01-01T00:00:00.000Z', 'Australia/Perth')).toBe('0001-01-01T07:43:24');
});
