import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { hasAgent, hasAgentSlug, hasAnyAgent, matchesFeatures } from './listing.conditions.js';
import { BASE_DATES, DATE_COLUMNS, inDateRange } from './date.conditions.js';
import { bitsOf, FEATURE_FLAGS, LISTING_TYPES, setsWithAny, typeBits } from '../dto/listing.kinds.js';
import { keyRows, listingKey } from '../listing-keys.repository.js';
import { LISTING_SORTS } from './listing.sorts.js';

const flags = fc.subarray([...FEATURE_FLAGS]);
const withFlags = (names: readonly string[], value: boolean) => Object.fromEntries(names.map((name) => [name, value]));

describe('bits of features', () => {
  it('have one bit per flag, in the order of the list', () => {
    expect(FEATURE_FLAGS.map((name) => bitsOf({ [name]: true }))).toEqual(
      FEATURE_FLAGS.map((_, at) => String(2n ** BigInt(at))),
    );
    expect(bitsOf(withFlags(FEATURE_FLAGS, true))).toBe(String(2n ** BigInt(FEATURE_FLAGS.length) - 1n));
  });

  it.each<[object]>([
    [{}],
    [{ gym: false }],
    [{ gym: 'true' }],
    [{ gym: 1 }],
    [{ gym: null }],
    [{ toString: true }],
    [{ Gym: true }],
  ])('are set only for true flags: %j has none', (features) => {
    expect(bitsOf(features)).toBe('0');
  });

  it('match listings with all requested flags and without all excluded flags (D21)', () => {
    fc.assert(
      fc.property(flags, flags, flags, (held, asked, refused) => {
        const query = { ...withFlags(asked, true), ...withFlags(refused, false) };
        const condition = matchesFeatures(query);
        const [wanted, mask] = (condition?.values ?? ['0', '0']).map((value) => BigInt(String(value)));
        const bits = BigInt(bitsOf(withFlags(held, true)));
        const matches = ((bits ^ (wanted ?? 0n)) & (mask ?? 0n)) === 0n;
        const names: readonly string[] = held;
        return matches === Object.entries(query).every(([name, value]) => names.includes(name) === value);
      }),
      { numRuns: 200 },
    );
  });
});

describe('sets of listing types', () => {
  it('contain a type exactly when they have its bit', () => {
    const types = fc.subarray([...LISTING_TYPES]);
    fc.assert(
      fc.property(types, types, (held, asked) => {
        const isAmong = setsWithAny(asked).includes(typeBits(held));
        return isAmong === asked.some((type) => held.includes(type));
      }),
    );
  });

  it('include every combination, once', () => {
    const sets = setsWithAny(LISTING_TYPES);
    expect(new Set(sets).size).toBe(2 ** LISTING_TYPES.length - 1);
    expect(setsWithAny([])).toEqual([]);
    expect(typeBits(['land', 'land'])).toBe(typeBits(['land']));
  });
});

describe('the key of a listing', () => {
  const key = (websiteID: number, agentID: string, uniqueID: string) => ({ websiteID, agentID, uniqueID });

  it('ignores case only in the office', () => {
    expect(listingKey(key(1, 'HARB', 'a'))).toBe(listingKey(key(1, 'harb', 'a')));
    expect(listingKey(key(1, 'HARB', 'A'))).not.toBe(listingKey(key(1, 'HARB', 'a')));
  });

  it('distinguishes keys whose parts join to the same text', () => {
    const keys = [key(1, '1', 'a'), key(11, '', 'a'), key(1, '1a', ''), key(1, '', '1a'), key(1, 'a', '1')];
    expect(new Set(keys.map(listingKey)).size).toBe(keys.length);
  });

  it('is stored with the case-folded office', () => {
    expect(keyRows([key(1, 'HÄRB', 'A'), key(2, '', 'b')]).values).toEqual([
      [1, 2],
      ['härb', ''],
      ['A', 'b'],
    ]);
  });
});

describe('sort orders of listings (D7, D23)', () => {
  it.each(Object.entries(LISTING_SORTS))('%s is total: the id breaks ties', (sort, { terms }) => {
    expect(terms.at(-1)?.by.sql).toBe('listing.id');
    expect(terms).toHaveLength(sort === 'id' ? 1 : 2);
  });

  it('sort NULL last when descending', () => {
    const down = Object.entries(LISTING_SORTS).filter(([name]) => name.endsWith('-desc'));
    expect(down.map(([, { terms }]) => terms[0]?.way.sql)).toEqual(down.map(() => 'DESC NULLS LAST'));
  });
});

describe('date conditions (D24)', () => {
  const conditionOf = (dates: Partial<Parameters<typeof inDateRange>[0]>) => {
    const condition = inDateRange({ baseDate: 'auctions', ...dates });
    return condition && [condition.text, condition.values];
  };

  it.each(BASE_DATES)('are absent for %s without a date', (baseDate) => {
    expect(conditionOf({ baseDate })).toBeUndefined();
    expect(DATE_COLUMNS[baseDate].from).not.toBe('');
  });

  it('compare days with days, and instants with instants', () => {
    expect(conditionOf({ datefrom: '2026-03-01', dateto: '2026-03-31' })).toEqual([
      '(listing.auction_day >= $1::date) AND (listing.auction_day <= $2::date)',
      ['2026-03-01', '2026-03-31'],
    ]);
    expect(conditionOf({ datefrom: '2026-03-01T09:00:00.000Z', dateto: '2026-03-31' })).toEqual([
      '(listing.auction_at >= $1::timestamptz) AND (listing.auction_day <= $2::date)',
      ['2026-03-01T09:00:00.000Z', '2026-03-31'],
    ]);
  });

  it('match an interval that overlaps the range: its end against from, its start against to', () => {
    const [text, values] = conditionOf({ baseDate: 'inspection', datefrom: '2026-03-01', dateto: '2026-03-02' }) ?? [];
    expect(text).toContain('(inspection.last_day >= $1::date) AND (inspection.first_day <= $2::date)');
    expect(text).toMatch(/^listing\.id IN \(SELECT inspection\.listing_id FROM listing_inspections inspection WHERE /);
    expect(values).toEqual(['2026-03-01', '2026-03-02']);
  });

  it('accept several days', () => {
    const [text, values] = conditionOf({ dates: ['2026-03-01', '2026-03-05'] }) ?? [];
    expect(text).toContain(') OR (');
    expect(values).toEqual(['2026-03-01', '2026-03-01', '2026-03-05', '2026-03-05']);
  });

  it('apply days to updatedAt in UTC, from the start of the day to the start of the next', () => {
    const [text] = conditionOf({ baseDate: 'updatedAt', datefrom: '2026-03-01', dateto: '2026-03-01' }) ?? [];
    expect(text).toBe(
      "(listing.updated_at >= $1::date::timestamp AT TIME ZONE 'UTC') AND " +
        "(listing.updated_at < ($2::date + 1)::timestamp AT TIME ZONE 'UTC')",
    );
  });
});

describe('agent conditions (D26)', () => {
  it('match digits as an id, a UUID as an object identifier, other text as a slug or part of a name', () => {
    expect(hasAgent('0031').values).toEqual([31]);
    expect(hasAgent('99999999999').values).toEqual([0]);
    expect(hasAgent('31A').values).toEqual(['31a', '%31a%']);
    expect(hasAgent('5%').values).toEqual(['5%', '%5\\%%']);
    expect(hasAgent('01963EF0-7d4c-7c3e-9b1a-3f6f0e5d2c11').values).toEqual(['01963ef0-7d4c-7c3e-9b1a-3f6f0e5d2c11']);
  });

  it('fold slugs and names', () => {
    expect(hasAgentSlug('Jane-Citizen').values).toEqual(['jane-citizen']);
    expect(hasAnyAgent(['Jane', 'ZOË']).values).toEqual([
      ['jane', 'zoë'],
      ['jane', 'zoe'],
    ]);
  });
});
