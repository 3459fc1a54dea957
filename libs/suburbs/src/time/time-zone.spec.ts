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

  it('is the day in UTC, or the day before or after, in every zone', () => {
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
  const address = (state: string, suburb = 'Nowhere', postcode = '') => ({ suburb, state, postcode });

  it('returns the zone of the suburb, else of the state, else of Sydney', () => {
    expect(timeZoneOf({ timeZone: 'Australia/Broken_Hill' }, address('NSW'))).toBe('Australia/Broken_Hill');
    expect(timeZoneOf({ timeZone: '' }, address('wa'))).toBe('Australia/Perth');
    expect(timeZoneOf(undefined, address('Qld'))).toBe('Australia/Brisbane');
    expect(timeZoneOf(undefined, address(''))).toBe('Australia/Sydney');
    expect(timeZoneOf(undefined, address('constructor'))).toBe('Australia/Sydney');
  });

  it.each([
    ['BROKEN HILL', 'NSW', '2880', 'Australia/Broken_Hill'],
    ['South Broken Hill', 'NSW', '2880', 'Australia/Broken_Hill'],
    ['Silverton', 'nsw', '', 'Australia/Broken_Hill'],
    ['Silverton', 'QLD', '', 'Australia/Brisbane'],
    ['Silverton', 'QLD', '4000', 'Australia/Brisbane'],
    ['Tibooburra', 'NSW', '2880', 'Australia/Sydney'],
    ['Lord Howe Island', 'NSW', '2898', 'Australia/Lord_Howe'],
    ['Norfolk Island', 'NSW', '2899', 'Pacific/Norfolk'],
    ['Kingston', 'NI', '2899', 'Pacific/Norfolk'],
    ['Norfolk Island', '', '', 'Pacific/Norfolk'],
    ['Christmas Island', 'WA', '6798', 'Indian/Christmas'],
    ['West Island', 'WA', '6799', 'Indian/Cocos'],
    ['Cocos (Keeling) Islands', 'WA', '', 'Indian/Cocos'],
    ['Eucla', 'WA', '6443', 'Australia/Eucla'],
    ['Mundrabilla', 'WA', '6443', 'Australia/Eucla'],
    ['Norseman', 'WA', '6443', 'Australia/Perth'],
    ['Caiguna', 'WA', '6443', 'Australia/Perth'],
    ['Border Village', 'SA', '5690', 'Australia/Eucla'],
    ['Ceduna', 'SA', '5690', 'Australia/Adelaide'],
    ['Jervis Bay', 'ACT', '2540', 'Australia/Sydney'],
    ['Tweed Heads', 'NSW', '2485', 'Australia/Sydney'],
    ['Coolangatta', 'QLD', '4225', 'Australia/Brisbane'],
  ])('for %s %s %s returns %s, even outside the reference', (suburb, state, postcode, zone) => {
    expect(timeZoneOf(undefined, address(state, suburb, postcode))).toBe(zone);
    expect(timeZoneOf({ timeZone: '' }, address(state, suburb, postcode))).toBe(zone);
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
