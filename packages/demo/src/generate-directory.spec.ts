import { describe, expect, it } from 'vitest';
import { generateDirectory, type DemoDirectory } from './generate-directory.js';
import { gazetteer } from './places/gazetteer.js';
import { LIKELIHOODS } from './properties/dwelling-features.js';

const now = new Date('2026-03-04T03:00:00Z');
const everything = ({ suburbs, accounts, agents, listings, histories }: DemoDirectory) =>
  JSON.stringify([...suburbs, ...accounts, ...agents, ...listings, ...histories]);

function take<Line>(lines: Iterable<Line>, count: number): Line[] {
  const taken: Line[] = [];
  for (const line of lines) if (taken.push(line) === count) break;
  return taken;
}

describe('generateDirectory', () => {
  it('generates the same rows for the same seed and instant, in any order of reading', () => {
    const directory = generateDirectory({ seed: 5, listings: 60, now });
    const before = [...directory.listings];
    const all = everything(directory);
    expect(everything(generateDirectory({ seed: 5, listings: 60, now }))).toBe(all);
    expect([...directory.listings]).toEqual(before);
    expect(everything(generateDirectory({ seed: 6, listings: 60, now }))).not.toBe(all);
  });

  it('generates the same first listings, whatever the number of listings', () => {
    const few = generateDirectory({ listings: 5_000, now });
    const many = generateDirectory({ listings: 50_000, now });
    expect(take(many.listings, 100)).toEqual(take(few.listings, 100));
  });

  it('changes nothing else if a flag is added', () => {
    const directory = generateDirectory({ listings: 60, now });
    const before = everything(directory);
    LIKELIHOODS.unshift(['helipad', 0.5, 0.5]);
    try {
      const after = everything(directory);
      expect(after).toContain('"helipad":true');
      expect(after.replaceAll(',"helipad":true', '')).toBe(before);
    } finally {
      LIKELIHOODS.shift();
    }
  });

  it('is lazy: ten of a million listings are generated at once', () => {
    const { listings } = generateDirectory({ accounts: 5_000, agents: 30_000, listings: 1_000_000, now });
    expect(take(listings, 10)).toHaveLength(10);
  });

  it('uses the given suburbs, except suburbs without a centre', () => {
    const richmond = gazetteer().find(({ suburb, state }) => suburb === 'Richmond' && state === 'VIC');
    const nowhere = { ...richmond!, suburb: 'Nowhere', latitude: null, longitude: null };
    const { suburbs, listings } = generateDirectory({ suburbs: [nowhere, richmond!], accounts: 1, listings: 50, now });
    expect([...suburbs].map(({ name, surroundingSuburbs }) => [name, surroundingSuburbs])).toEqual([
      ['Nowhere VIC 3121', null],
      ['Richmond VIC 3121', []],
    ]);
    expect(new Set([...listings].map(({ address }) => address.fullSuburb))).toEqual(new Set(['Richmond VIC 3121']));
  });

  it('refuses invalid arguments', () => {
    expect(() => generateDirectory({ suburbs: [], now })).toThrow(RangeError);
    expect(() => generateDirectory({ accounts: 0, now })).toThrow(RangeError);
  });
});
