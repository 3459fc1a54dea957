import { describe, expect, it } from 'vitest';
import { Field, hiddenIn, id, ListOf, Nested, publicForm, text, visibility } from './index.js';

class Amount {
  @Field(text(9), 'Withheld with the price.', { withheld: 'price' }) amount: string;
  @Field(visibility, 'Shows it.', { shows: 'price' }) display: boolean;
}

class Place {
  @Field(text(9), 'Withheld with the address.', { withheld: 'address' }) street: string;
  @Field(text(9), 'Seen.') town: string;
  @Field(visibility, 'Shows it.', { shows: 'address' }) display: boolean;
}

class Whole {
  @Nested(() => Amount, 'The price.') price: Amount;
  @ListOf(() => Amount, 'Other prices.') others: Amount[];
  @Nested(() => Place, 'The place.') place: Place;
  @Field(text(9), 'Never seen.', { withheld: 'always' }) secret: string;
  @Field(id, 'Absent with the address.', { optional: true, withheld: 'address' }) placeID?: number;
  @Field(text(9), 'Withheld with the price.', { withheld: 'price' }) bond: string;
}

const whole = (price: boolean, other: boolean, place: boolean) => ({
  price: { amount: '1', display: price },
  others: [
    { amount: '2', display: other },
    { amount: '3', display: true },
  ],
  place: { street: 'Main', town: 'Here', display: place },
  secret: 'key',
  placeID: 7,
  bond: '4',
  undeclared: 'text',
});

const EMPTY = '';

describe('the public form of a class', () => {
  it('has only declared fields, without fields that are always hidden', () => {
    const { secret: _secret, undeclared: _undeclared, ...seen } = whole(true, true, true);
    expect(publicForm(Whole, whole(true, true, true))).toEqual({ ...seen, secret: EMPTY });
  });

  it('has no field that reveals a hidden address', () => {
    const hidden = whole(true, true, false);
    expect(hiddenIn(Whole, hidden)).toEqual(new Set(['address']));
    const form = publicForm(Whole, hidden);
    expect(form).toMatchObject({ place: { street: EMPTY, town: 'Here', display: false }, bond: '4' });
    expect(form).not.toHaveProperty('placeID');
  });

  it('has no amount if one is hidden in the whole document; an item of a list hides only its own', () => {
    const amounts = [
      { amount: EMPTY, display: true },
      { amount: EMPTY, display: true },
    ];
    expect(publicForm(Whole, whole(false, true, true))).toMatchObject({ bond: EMPTY, others: amounts, placeID: 7 });
    expect(hiddenIn(Whole, whole(true, false, true))).toEqual(new Set());
    expect(publicForm(Whole, whole(true, false, true))).toMatchObject({
      price: { amount: '1' },
      bond: '4',
      others: [
        { amount: EMPTY, display: false },
        { amount: '3', display: true },
      ],
    });
  });
});
