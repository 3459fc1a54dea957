import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { localDay, timeZoneName, timeZoneOf } from './time-zone.js';

describe('localDay', () => {
  it.each([
    ['2026-03-06T22:30:00.000Z', 'Australia/Sydney', '2026-03-07'],
    ['2026-03-07T12:59:59.999Z', 'Australia/Sydney', '2026-03-07'],
    ['2026-03-07T13:00:00.000Z', 'Australia/Sydney', '2026-03-08'],
    ['2026-07-07T13:00:00.000Z', 'Australia/Sydney', '2026-07-07'],
    ['2026-07-07T14:00:00.000Z', 'Australia/Sydney', '2026-07-08'],
    ['2026-03-07T13:29:59.999Z', 'Australia/Adelaide', '2026-03-07'],
    ['2026-03-07T13:30:00.000Z', 'Australia/Adelaide', '2026-03-08'],
    ['2026-03-07T13:00:00.000Z', 'Australia/Lord_Howe', '2026-03-08'],
    ['0001-01-01T00:00:00.000Z', 'Australia/Perth', '0001-01-01'],
    ['0999-12-31T20:00:00.000Z', 'Australia/Perth', '1000-01-01'],
  ])('of %s in %s is %s (D24)', (instant, zone, day) => {
    expect(localDay(instant, zone)).toBe(day);
  });

  it('is that of UTC, the day before or the day after, everywhere and always', () => {
    const days = fc.date({
      min: new Date('1900-01-01T00:00:00Z'),
      max: new Date('2100-01-01T00:00:00Z'),
      noInvalidDate: true,
    });
    const zones = fc.constantFrom(
      'UTC',
      'Australia/Eucla',
      'Australia/Darwin',
      'Pacific/Kiritimati',
      'Pacific/Pago_Pago',
    );
    fc.assert(
      fc.property(days, zones, (date, zone) => {
        const [utc, local] = [date.toISOString().slice(0, 10), localDay(date.toISOString(), zone)];
        const away = (Date.parse(local) - Date.parse(utc)) / 86_400_000;
        expect(Math.abs(away)).toBeLessThanOrEqual(zone === 'UTC' ? 0 : 1);
      }),
    );
  });
});

describe('timeZoneOf', () => {
  it("is the suburb's, else the state's, else that of Sydney", () => {
    expect(timeZoneOf({ timeZone: 'Australia/Broken_Hill' }, 'NSW')).toBe('Australia/Broken_Hill');
    expect(timeZoneOf({ timeZone: '' }, 'wa')).toBe('Australia/Perth');
    expect(timeZoneOf(undefined, 'Qld')).toBe('Australia/Brisbane');
    expect(timeZoneOf(undefined, '')).toBe('Australia/Sydney');
    expect(timeZoneOf(undefined, 'constructor')).toBe('Australia/Sydney');
  });
});

describe('a time zone', () => {
  it('is a name of the IANA database, or empty', () => {
    expect(['', 'UTC', 'Australia/Sydney'].filter((name) => !timeZoneName.accepts(name))).toEqual([]);
    expect(
      [null, 1, 'Sydney', '+10:00', '-0200', 'x'.repeat(101)].filter((name) => timeZoneName.accepts(name)),
    ).toEqual([]);
  });
});
