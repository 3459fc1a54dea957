import { describe, expect, it } from 'vitest';
import { readPriceText } from './price-text.js';

describe('a price in words', () => {
  it.each([
    ['$650 pw', { value: 650, period: 'weekly' }],
    ['$650pw', { value: 650, period: 'weekly' }],
    ['650 per week', { value: 650, period: 'weekly' }],
    ['$650/week', { value: 650, period: 'weekly' }],
    ['$650 p.w.', { value: 650, period: 'weekly' }],
    ['Weekly rent: $650', { value: 650, period: 'weekly' }],
    ['$650 pw ($2,817 pcm)', { value: 650, period: 'weekly' }],
    ['2800 pcm', { value: 2800, period: 'monthly' }],
    ['$2,800 per calendar month', { value: 2800, period: 'monthly' }],
    ['2800 / month', { value: 2800, period: 'monthly' }],
    ['$1,300 fortnightly', { value: 1300, period: 'fortnightly' }],
    ['$1300 per fortnight', { value: 1300, period: 'fortnightly' }],
    ['$85,000 p.a. + GST', { value: 85_000, period: 'annual' }],
    ['$85,000 per annum plus outgoings', { value: 85_000, period: 'annual' }],
    ['$1,200,000 + GST', { value: 1_200_000 }],
    ['$1 200 000 + GST', { value: 1_200_000 }],
    ['From $900,000', { value: 900_000 }],
    ['From 900000', { value: 900_000 }],
    ['From 650', { value: 650 }],
    ['Offers over $1.2m', { value: 1_200_000 }],
    ['Offers above 1.25 million', { value: 1_250_000 }],
    ['AUD 500,000 ono', { value: 500_000 }],
    ['$500k', { value: 500_000 }],
    ['$500K neg.', { value: 500_000 }],
    ['High $800’s', { value: 800_000 }],
    ['Low $700,000s', { value: 700_000 }],
    ['850,000+', { value: 850_000 }],
    ['Price guide: $1.1 million', { value: 1_100_000 }],
    ['Auction, guide $1,150,000', { value: 1_150_000 }],
    ['$650 p/w', { value: 650, period: 'weekly' }],
    ['$1,300 f/n', { value: 1300, period: 'fortnightly' }],
    ['Bond $2,600, rent $650 pw', { value: 650, period: 'weekly' }],
    ['$0 pw', { value: 0, period: 'weekly' }],
    ['$899,999.50 firm', { value: 899_999.5 }],
    ['4 bedrooms from $500,000', { value: 500_000 }],
  ])('%s', (text, read) => expect(readPriceText(text, 'period' in read)).toEqual(read));

  it('is the price beside the rent of a tenant, or that rent', () => {
    const text = 'Returning $500 pw, $600,000';
    expect(readPriceText(text, false)).toMatchObject({ value: 600_000 });
    expect(readPriceText(text, true)).toEqual({ value: 500, period: 'weekly' });
  });

  it.each([
    ['$1.1 - 1.2 million', 1_100_000, 1_200_000],
    ['$1.1m to $1.2m', 1_100_000, 1_200_000],
    ['500-550k', 500_000, 550_000],
    ['Between $500,000 and $550,000', 500_000, 550_000],
    ['$550,000 – $500,000 + GST', 500_000, 550_000],
    ['Offers $500,000 - $1.2m', 500_000, 1_200_000],
    ['$650 pw - $700 pw', 650, 700],
  ])('%s is a range', (text, min, max) =>
    expect(readPriceText(text, false)).toMatchObject({ value: min, range: { min, max } }),
  );

  it.each([
    'POA',
    'Contact agent',
    'Auction',
    'Auction 14 March 2026 at 2:00pm',
    'Auction 14/03/2026',
    'Auction Sat 14 March 11am',
    'Auction Sat 14 March 2pm',
    'Call Jane on 0412 345 678',
    'Call (03) 9876 5432 or 1300 123 456',
    'Expressions of interest close 5 May',
    '5% deposit',
    'Lot 5',
    'Under 35 days',
    'Deposit taken',
  ])('%s has no number', (text) => expect(readPriceText(text, true)).toEqual({}));
});
