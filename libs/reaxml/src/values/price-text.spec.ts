import fc from 'fast-check';
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
    ['From 9500', { value: 9500 }],
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
    ['$430 per night', { value: 430, period: 'nightly' }],
    ['$430/night', { value: 430, period: 'nightly' }],
    ['430 pn', { value: 430, period: 'nightly' }],
    ['430pn', { value: 430, period: 'nightly' }],
    ['$95 p/night', { value: 95, period: 'nightly' }],
    ['$95 ppn, min. 2 nights', { value: 95, period: 'nightly' }],
    ['Nightly from $430', { value: 430, period: 'nightly' }],
    ['$95/day', { value: 95, period: 'daily' }],
    ['$95 per day', { value: 95, period: 'daily' }],
    ['Daily rate $95', { value: 95, period: 'daily' }],
    ['Nightly $250, weekly from $1,500', { value: 1500, period: 'weekly' }],
    ['Nightly $250, weekly on request', { value: 250, period: 'nightly' }],
    ['$250 overnight', { value: 250, period: 'nightly' }],
    ['$900 for 2 nights', { value: 900, period: 'stay' }],
    ['$600 per weekend', { value: 600, period: 'weekend' }],
    ['$430 per night, $2,500 per week', { value: 2500, period: 'weekly' }],
    ['$650 pw, open day Saturday night', { value: 650, period: 'weekly' }],
    ['$650 pw, available now, 2 bedrooms', { value: 650, period: 'weekly' }],
    ['Was $700 pw, now $650 pw', { value: 650, period: 'weekly' }],
    ['Reduced from $700 to $650 per week', { value: 650, period: 'weekly' }],
    ['$2600 bond $650 weekly', { value: 650, period: 'weekly' }],
    ['$1300 pfn', { value: 1300, period: 'fortnightly' }],
    ['$430 per nite', { value: 430, period: 'nightly' }],
    ['$430/nt', { value: 430, period: 'nightly' }],
    ['$430 one night', { value: 430, period: 'nightly' }],
    ['$900 two nights', { value: 900, period: 'stay' }],
    ['$900 midweek', { value: 900, period: 'stay' }],
    ['$900 w/end', { value: 900, period: 'weekend' }],
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
    ['$309 - $339,000', 309_000, 339_000],
    ['309 - 339,000', 309_000, 339_000],
    ['$650 to $700k', 650_000, 700_000],
    ['$900 - $1.2m', 900_000, 1_200_000],
    ['$1.2 - $1.3 million', 1_200_000, 1_300_000],
    ['$1.2 - $1,350,000', 1_200_000, 1_350_000],
    ['Low $800s to mid $900s', 800_000, 900_000],
    ['$450,000 - 500,000 + GST', 450_000, 500_000],
    ['$850,000 up to $900,000', 850_000, 900_000],
    ['950k to 1.1m', 950_000, 1_100_000],
    ['$1.1m\u2011$1.2m', 1_100_000, 1_200_000],
    ['$450k ~ $500k', 450_000, 500_000],
    ['Low 600s - mid 700s', 600_000, 700_000],
    ['Reduced: $700,000 to $750,000', 700_000, 750_000],
  ])('%s is a range', (text, min, max) =>
    expect(readPriceText(text, false)).toMatchObject({ value: min, range: { min, max } }),
  );

  it.each([
    ['$650 pw - $700 pw', 650, 700, 'weekly'],
    ['$400 - $450 per night', 400, 450, 'nightly'],
    ['$309 - $339,000', 309, 339_000, undefined],
  ])('%s is a range of rents', (text, min, max, period) =>
    expect(readPriceText(text, true)).toEqual({ value: min, range: { min, max }, ...(period && { period }) }),
  );

  it.each([
    ['mid $800s', 800_000],
    ['high $700’s', 700_000],
    ['low to mid 1.2m', 1_200_000],
    ['High $1.2’s', 1_200_000],
    ['$2 Millions', 2_000_000],
    ['Returning $45,000 pa $900,000', 900_000],
    ['Low $2m', 2_000_000],
    ['$1.45 mil', 1_450_000],
    ['Lot 12345, $450,000', 450_000],
    ['20m frontage, $450,000', 450_000],
    ['612m² for $450,000', 450_000],
    ['$20,000 deposit, $450,000', 450_000],
    ['Deposit of $20,000. Price $450,000', 450_000],
    ['No deposit, $450,000', 450_000],
    ['From $1,450', 1450],
    ['$1.9 Mln', 1_900_000],
    ['mid-high $900Ks', 900_000],
    ['Was $600,000 now $580,000', 580_000],
    ['$600,000 - NOW ONLY $580k', 580_000],
    ['$580,000 (previously $600,000 - $620,000)', 580_000],
    ['Price reduced from $700,000 to $650,000', 650_000],
    ['$700,000 reduced to $650,000', 650_000],
    ['$450,000. Now only 300m to beach', 450_000],
    ['$650,000 now 400 sold', 650_000],
    ['$450,000 build now $20,000 bonus', 450_000],
    ['$450,000 - rent now $450pw', 450_000],
    ['$10K Deposit $450K', 450_000],
    ['$5,000 deposit from $450,000', 450_000],
    ['$1,000 deposit required. $450,000', 450_000],
    ['Lot 12 450 000', 450_000],
    ['Unit 3 480 000', 480_000],
    ['$440,000 returning $28,000 pa', 440_000],
    ['$500,000 (rent $3,000 pm)', 500_000],
    ['Strata $650,000', 650_000],
    ['Rates from $650,000', 650_000],
    ['Rental return from $650,000', 650_000],
    ['Reduced from $700 to $650k', 650_000],
    ['From $700,000 down to $650,000', 650_000],
    ['Reduced by $50,000 to $650,000', 650_000],
    ['$50,000 price drop! Now $650,000', 650_000],
    ['$50,000 reduction - $650,000', 650_000],
    ['3 bedroom unit 500k', 500_000],
    ['Unit 450,000', 450_000],
    ['Apartment 402 - $500,000', 500_000],
    ['1,200 sqm from $450,000', 450_000],
    ['$450,000 - 650 sqm', 450_000],
    ['6% return $900,000', 900_000],
    ['Rental return $550pw $450,000', 450_000],
    ['$62,400 net income, $1.2m', 1_200_000],
    ['$20,000 cash back, from $450,000', 450_000],
    ['$450,000 off the plan', 450_000],
    ['Strata $1,200 per quarter, $450,000', 450_000],
    ['Land $300,000, house $400,000, total $700,000', 700_000],
    ['Ref 123456 $450,000', 450_000],
  ])('of a sale: %s', (text, value) => expect(readPriceText(text, false)).toMatchObject({ value }));

  it.each([
    'Mid $1 Millions',
    'low to mid $1 million',
    '$1.45 Best offers by Mon 7th Dec at 9am',
    'Offers over $750',
    '2 x $450,000',
    'low 7s',
    'Circa 1890',
    '$45,000 p.a. net',
    'Deposit $10,000',
    'Reduced by $50,000',
    'Stamp duty saving of $20,000',
    '$20,000 rebate',
    'Council rates $2,100 pa',
    'Rates $2,100',
    'Land $300,000 + house $400,000',
    'ABN 12 345 678 901',
    'PID 123456',
    '#123456',
    '$45,000 net pa @ 6%',
    'Down $50,000 to $650,000',
    '$1,000 - $1,500,000',
    'Call 131 546',
    'Lot 12',
    'From 650',
    'From $1',
    '$1 reserve',
    'Contact agent $0',
    '$650 pw',
    '$650 to $700',
    '$1.2 - $1.3',
    '$5 - $339,000',
    '$309,000 to $339',
    'From 2027',
    'Call 9876 5432',
    'Contact Jane 98765432',
    '10% deposit',
    '10 % deposit',
    '$20,000 deposit',
    'Lot 12345',
    '$1,500/m²',
    '$12,000 per acre',
    'Auction 7.12.2026 at 10.30 am',
  ])('of a sale: %s is none', (text) => expect(readPriceText(text, false)).toEqual({}));

  it.each([
    ['$650, open Sat 2pm', 650],
    ['$650, 6 or 12 month lease', 650],
    ['12 month lease $650', 650],
    ['$650 bond $2,600', 650],
    ['Bond $2,600 - rent $650', 650],
    ['$650 (NT)', 650],
    ['$650, Darwin / NT', 650],
  ])('%s has no period', (text, value) => expect(readPriceText(text, true)).toEqual({ value }));

  it.each(['Bond $2,600', '$25 per hour', '$430 per person', '$1,200 per quarter', '$1.650 pw'])(
    'of a rent: %s is none',
    (text) => expect(readPriceText(text, true)).not.toHaveProperty('value'),
  );

  it('is read in every spelling, beside other numbers', () => {
    const spellings = [
      (price: number) => `$${price.toLocaleString('en')}`,
      (price: number) => `$${price.toLocaleString('en').replaceAll(',', ' ')}`,
      (price: number) => `$${price}`,
      (price: number) => `AUD ${price.toLocaleString('en')}`,
      (price: number) => `$${price / 1e3}k`,
      (price: number) => `${price / 1e3} thousand`,
      ...['m', 'M', ' mil', ' Mln', ' million', ' Millions'].map((unit) => (price: number) => `$${price / 1e6}${unit}`),
    ];
    const before =
      '|From |Offers over |Guide: |Auction 12 December 2026 at 10:30am, guide |Lot 12, |Stage 2 from |3 bed units |' +
      '5% deposit, |Call 0412 345 678: |Was $9,999,000 now |650 sqm for ';
    const after =
      '|+| + GST| ono| neg.| (607 m²)|, call 9876 5432|. Rates $2,100 pa|, 2 car|, auction 1/12/2026|, lot 3';
    const words = (choices: string) => fc.constantFrom(...choices.split('|'));
    const spelling = fc.constantFrom(...spellings);
    const price = fc.integer({ min: 30, max: 900 }).map((step) => step * 5000);
    const joined = fc.constantFrom(' - ', '-', ' – ', ' to ');
    fc.assert(
      fc.property(words(before), words(after), spelling, spelling, price, price, joined, (...drawn) => {
        const [start, end, one, other, min, more, join] = drawn;
        expect(readPriceText(start + one(min) + end, false)).toEqual({ value: min });
        const range = { min, max: min + Math.min(more, min) };
        const text = start + one(min) + join + other(range.max) + end;
        expect([text, readPriceText(text, false)]).toEqual([text, { value: min, range }]);
      }),
      { numRuns: 300 },
    );
  });

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
