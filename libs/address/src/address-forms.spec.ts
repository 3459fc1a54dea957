import { describe, expect, it } from 'vitest';
import { addressForms, addressText } from './address-forms.js';
import { ORDINALS } from './ordinals.js';

describe('addressText', () => {
  it.each([
    ['12 Church Street, Richmond VIC 3121', '12 church street richmond vic 3121'],
    ['12 CHURCH ST., RICHMOND Victoria 3121, Australia', '12 church street richmond vic 3121'],
    ['Unit 2, 14 St Kilda Rd', '2 14 saint kilda road'],
    ['U2 14 St. Kilda Road', '2 14 saint kilda road'],
    ['2/14 Saint Kilda road', '2 14 saint kilda road'],
    ['Apt 2 14 St Kilda Rd', '2 14 saint kilda road'],
    ['Shop A, 14 High St', 'a 14 high street'],
    ['Lot 8 Mt Eliza Way', 'lot 8 mount eliza way'],
    ['L8/88 Queen St Nth, St Kilda', 'level 8 88 queen street north saint kilda'],
    ['Level 8, 88 Queen Street North', 'level 8 88 queen street north'],
    ['No. 12 A High Street', '12a high street'],
    ["12 O'Connor Parade E", '12 oconnor parade east'],
    ['12 O Connor Pde East', '12 oconnor parade east'],
    ['1 O Street', '1 o street'],
    ['7 Mc Donald & Sons Lane', '7 mcdonald sons lane'],
    ['60 1st Avenue', '60 first avenue'],
    ['60 Forty-Second Street', '60 forty second street'],
    ['60 42nd St', '60 forty second street'],
    ['5 Dr Reddy Dr', '5 doctor reddy drive'],
    ['5 Gt Eastern Hwy, New South Wales 2000', '5 great eastern highway nsw 2000'],
    ['5 The Boulevarde', '5 the boulevard'],
    ['12 Victoria Street', '12 victoria street'],
    ['', ''],
    ['?!', ''],
  ])('reads %j as %j', (text, expected) => {
    expect(addressText(text).trim()).toBe(expected);
  });

  it('does not change its own results', () => {
    for (const text of ['12 church street richmond vic 3121', '2 14 saint kilda road', 'lot 8 mount eliza way'])
      expect(addressText(text)).toBe(` ${text} `);
  });
});

describe('addressForms', () => {
  it.each([
    ['church street', ['church street']],
    ['12 church', [' 12 church']],
    ['church st', ['church street', 'church saint', 'church st']],
    ['st kilda rd richmond', ['saint kilda road richmond', 'street kilda road richmond']],
    ['unit 3', [' 3 ']],
    ['L8 Smith', ['level 8 smith', 'lot 8 smith']],
    ['parade e', ['parade east', 'parade e']],
    [',', []],
  ])('of %j are %j', (text, expected) => {
    expect(addressForms(text)).toEqual(expected);
  });

  it('are few', () => {
    expect(addressForms('st '.repeat(20)).length).toBeLessThanOrEqual(16);
  });
});

it('knows ordinals to 99', () => {
  expect(
    ['1st', '2nd', '3rd', '11th', '12th', '20th', '22nd', '90th', '99th'].map((one) => ORDINALS.get(one)?.join(' ')),
  ).toEqual([
    'first',
    'second',
    'third',
    'eleventh',
    'twelfth',
    'twentieth',
    'twenty second',
    'ninetieth',
    'ninety ninth',
  ]);
  expect(ORDINALS.size).toBe(99);
});
