import { describe, expect, it } from 'vitest';
import { generateDirectory } from '../generate-directory.js';
import type { DemoListingLine } from '../listing-line.js';
import { gazetteer } from '../places/gazetteer.js';

const now = new Date('2026-03-04T03:00:00Z');
const directory = generateDirectory({ accounts: 100, agents: 500, listings: 5_000, now });
const listings = [...directory.listings];
const zones = new Map(gazetteer().map((place) => [`${place.suburb} ${place.state} ${place.postcode}`, place.timeZone]));

const shareOf = (test: (listing: DemoListingLine) => boolean) => listings.filter(test).length / listings.length;
const countBy = (keyOf: (listing: DemoListingLine) => string) => {
  const counts = new Map<string, number>();
  for (const listing of listings) counts.set(keyOf(listing), (counts.get(keyOf(listing)) ?? 0) + 1);
  return [...counts.values()].sort((a, b) => b - a);
};
const propertyOf = ({ address }: DemoListingLine) => address.fullAddress;
const millis = (text: string | undefined) => Date.parse(text ?? '');

describe('the mix of listings', () => {
  it.each([
    ['residential', 0.62],
    ['rental', 0.25],
    ['land', 0.06],
    ['rural', 0.03],
    ['commercial', 0.03],
    ['business', 0.01],
  ])('has %s with a share of about %f', (type, share) => {
    expect(Math.abs(shareOf(({ listingType }) => listingType === type) - share)).toBeLessThan(0.02);
  });

  it('is about a quarter current, and mostly sold and leased otherwise', () => {
    expect(shareOf(({ status }) => status === 'current')).toBeCloseTo(0.25, 1);
    expect(shareOf(({ status }) => status === 'sold' || status === 'leased')).toBeGreaterThan(0.6);
    expect(shareOf(({ status }) => status === 'withdrawn')).toBeGreaterThan(0.01);
    expect(shareOf(({ status }) => status === 'offmarket')).toBeGreaterThan(0.01);
  });

  it('favours large agencies and popular suburbs, but covers every suburb', () => {
    const [byAgency, bySuburb] = [
      countBy(({ websiteID }) => String(websiteID)),
      countBy(({ address }) => address.fullSuburb),
    ];
    const total = (counts: number[]) => counts.reduce((sum, count) => sum + count, 0);
    expect(total(byAgency.slice(0, 10))).toBeGreaterThan(0.25 * listings.length);
    expect(total(bySuburb.slice(0, 80))).toBeGreaterThan(0.35 * listings.length);
    expect(bySuburb).toHaveLength(400);
  });

  it('lists some properties several times over the years, never twice at once', () => {
    const byProperty = groupBy(listings, propertyOf);
    const again = [...byProperty.values()].filter((times) => times.length > 1);
    expect(again.length / byProperty.size).toBeCloseTo(0.31, 1);
    for (const times of again) {
      times.slice(1).forEach((next, index) => expect(next.firstdate > (times[index]?.modtime ?? '')).toBe(true));
    }
  });

  it('has higher prices in Sydney than in Darwin, and for houses than for apartments', () => {
    const median = (test: (listing: DemoListingLine) => boolean) => {
      const prices = listings
        .filter((l) => l.listingType === 'residential' && test(l))
        .map(({ price }) => price.value ?? 0);
      return prices.sort((a, b) => a - b)[prices.length >> 1] ?? 0;
    };
    expect(median(({ address }) => address.state === 'NSW')).toBeGreaterThan(
      1.3 * median(({ address }) => address.state === 'NT'),
    );
    expect(median(({ category }) => category === 'house')).toBeGreaterThan(
      1.3 * median(({ category }) => category === 'apartment'),
    );
  });
});

describe('each listing', () => {
  it('has its own key', () => {
    expect(
      new Set(listings.map(({ websiteID, agentID, uniqueID }) => `${websiteID}/${agentID}/${uniqueID}`)).size,
    ).toBe(5_000);
  });

  it('refers to an existing account, office and agents that belong together', () => {
    const agents = new Map([...directory.agents].map((agent) => [agent.id, agent]));
    for (const { agentID, websiteID, agents: named } of listings) {
      expect(agentID).toMatch(/^AGNT\d+$/);
      expect(named.length).toBeGreaterThan(0);
      for (const { id } of named) expect(agents.get(id)?.websiteID).toBe(websiteID);
    }
  });

  it('is never current with a disabled agency', () => {
    const closed = new Set([...directory.accounts].filter(({ status }) => !status).map(({ websiteID }) => websiteID));
    expect(listings.filter(({ websiteID, status }) => status === 'current' && closed.has(websiteID))).toEqual([]);
  });

  it('has inspections on Saturdays in local daytime', () => {
    const events = listings.flatMap(({ address, inspectionTimes, auctionDetails }) => {
      const starts = [
        ...inspectionTimes.map(({ dateFrom }) => dateFrom),
        ...(auctionDetails.date ? [auctionDetails.date] : []),
      ];
      return starts.map((start) => ({ start, timeZone: zones.get(address.fullSuburb) ?? '' }));
    });
    expect(events.length).toBeGreaterThan(1_000);
    const formats = new Map([...new Set(zones.values())].map((timeZone) => [timeZone, clock(timeZone)]));
    for (const { start, timeZone } of events) {
      expect(formats.get(timeZone)?.format(new Date(start))).toMatch(/^Sat (09|1[0-4]):(00|15|30|45)$/);
    }
  });

  it('may have future inspections only while it is current', () => {
    const upcoming = listings.filter(({ inspectionTimes }) =>
      inspectionTimes.some(({ dateTo }) => millis(dateTo) > now.getTime()),
    );
    expect(upcoming.length).toBeGreaterThan(500);
    expect(upcoming.every(({ status }) => status === 'current')).toBe(true);
  });

  it('has instants in order, none in the future', () => {
    for (const { firstdate, modtime, updatedAt, createdAt } of listings) {
      expect(createdAt >= firstdate && modtime >= firstdate && updatedAt >= modtime).toBe(true);
      expect(millis(updatedAt)).toBeLessThanOrEqual(now.getTime());
    }
  });

  it('has room counts only if it has rooms', () => {
    expect(listings.length).toBeGreaterThan(0);
    for (const { listingType, features } of listings) {
      if (listingType === 'residential' || listingType === 'rental') expect(features.bathrooms).toBeGreaterThan(0);
      if (['land', 'business', 'commercial'].includes(listingType)) expect(features).not.toHaveProperty('bedrooms');
      if (listingType !== 'rental') expect(features).not.toHaveProperty('petFriendly');
    }
  });

  it('has pictures, one of them featured, and a description of a few sentences', () => {
    for (const { images, description, headline } of listings) {
      expect(images.length).toBeGreaterThanOrEqual(4);
      expect(images.map(({ type }) => type === 'featured')).toEqual(images.map((_, index) => index === 0));
      expect(description.length).toBeGreaterThanOrEqual(150);
      expect(description.length).toBeLessThanOrEqual(600);
      expect(headline).not.toBe('');
    }
    expect(new Set(listings.map(({ description }) => description)).size).toBeGreaterThan(4_500);
  });

  it('names no host except the service and hosts that cannot exist', () => {
    const urls =
      JSON.stringify([...listings.slice(0, 500), ...directory.accounts, ...directory.agents]).match(
        /https?:\/\/[^/"]+/g,
      ) ?? [];
    expect(urls.length).toBeGreaterThan(1_000);
    const others = urls.filter((url) => !url.endsWith('.example'));
    expect(new Set(others)).toEqual(new Set(['http://localhost:3000']));
  });
});

function groupBy<Item>(items: readonly Item[], keyOf: (item: Item) => string): Map<string, Item[]> {
  const groups = new Map<string, Item[]>();
  for (const item of items) groups.set(keyOf(item), [...(groups.get(keyOf(item)) ?? []), item]);
  return groups;
}

function clock(timeZone: string): { format: (date: Date) => string } {
  return new Intl.DateTimeFormat('en-AU', {
    timeZone,
    weekday: 'short',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  });
}
