import { describe, expect, it } from 'vitest';
import { saleMember, withoutSale } from './listing-closing.js';

const date = '2026-03-03T00:00:00.000Z';

describe('the visible part of a sale', () => {
  it.each([
    [{ price: 5, date }, `,"soldDetails":{"price":5,"date":"${date}"}`],
    [{ price: 0 }, ',"soldDetails":{"price":0}'],
    [{ price: 5, date, display: 'yes' }, `,"soldDetails":{"price":5,"date":"${date}"}`],
    [{ price: 5, date, display: 'no' }, `,"soldDetails":{"date":"${date}"}`],
    [{ price: 5, range: { min: 1, max: 9 }, display: 'range' }, ''],
    [{ price: 5, display: 'no' }, ''],
    [{ plusSAV: true }, ''],
  ])('of %j is %j', (sold, member) => {
    expect(saleMember(sold)).toBe(member);
  });

  it('is removed only from the end of a document', () => {
    const sold = { price: 5, date };
    const document = '"headline":",\\"soldDetails\\":{}","timeZone":"UTC"';
    expect(withoutSale(`${document}${saleMember(sold)}`, sold)).toBe(document);
    expect(withoutSale(document, sold)).toBe(document);
    expect(withoutSale(document, { ...sold, display: 'no' })).toBe(document);
    expect(withoutSale(document, {})).toBe(document);
  });
});
