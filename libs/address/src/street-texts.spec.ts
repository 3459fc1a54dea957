import { describe, expect, it } from 'vitest';
import { searchedAddress, withEachType, withoutSuburb } from './street-texts.js';

const nowhere = { subNumber: '', lotNumber: '', streetNumber: '', street: '', suburb: '', state: '', postcode: '' };

describe('withoutSuburb', () => {
  it.each([
    ['High Street, Mordialloc', 'High Street'],
    ['High Street Mordialloc', 'High Street'],
    ['18 High St. Mordialloc', '18 High St.'],
    ['High Street (Mordialloc)', 'High Street'],
    ['High Street - MORDIALLOC, Victoria 3195, Australia', 'High Street'],
    ['Broadway Mordialloc VIC', 'Broadway'],
    ['The Esplanade Mordialloc 3195', 'The Esplanade'],
    ['Mordialloc Road, Mordialloc', 'Mordialloc Road'],
    ['Mordialloc VIC 3195', ''],
    ['Mordialloc', 'Mordialloc'],
    ['18 Mordialloc', '18 Mordialloc'],
    ['18 Mordialloc VIC', '18 Mordialloc VIC'],
    ['Mordialloc Street', 'Mordialloc Street'],
    ['Old Mordialloc', 'Old Mordialloc'],
    ['Street Mordialloc', 'Street Mordialloc'],
    ['High Street North Mordialloc', 'High Street North Mordialloc'],
    ['High Street, Mordialloc NSW', 'High Street, Mordialloc NSW'],
    ['High Street, Mordialloc 3196', 'High Street, Mordialloc 3196'],
    ['High Street, Mordialloc East', 'High Street, Mordialloc East'],
    ['', ''],
  ])('%j is %j', (street, expected) => {
    expect(withoutSuburb(street, { suburb: 'Mordialloc', state: 'VIC', postcode: '3195' })).toBe(expected);
  });

  it.each([
    ['High Street, Saint Kilda', 'St. Kilda', 'High Street'],
    ['High St Mt Gambier', 'Mount Gambier', 'High St'],
    ["Low Road, O'Connor", 'O Connor', 'Low Road'],
    ['High Street, Richmond', '', 'High Street, Richmond'],
  ])('%j in %j is %j', (street, suburb, expected) => {
    expect(withoutSuburb(street, { suburb, state: '', postcode: '' })).toBe(expected);
  });
});

describe('withEachType', () => {
  it.each([
    ['Cnr High & Smith Streets', 'Cnr High Street Smith Street'],
    ['Corner of High and Old Mill Rds, Kew VIC 3101', 'Corner of High Rd Old Mill Rd, Kew VIC 3101'],
    ['High/Smith Streets', 'High Street Smith Street'],
    ['Cnr High Street & Smith Street', 'Cnr High Street & Smith Street'],
    ['3/39 High Street', '3/39 High Street'],
    ['Rock and Roll Lane', 'Rock and Roll Lane'],
    ['Anderson Streets', 'Anderson Streets'],
  ])('%j is %j', (text, expected) => {
    expect(withEachType(text)).toBe(expected);
  });

  it('reads long texts at once', () => {
    const text = 'a & '.repeat(125);
    expect(withEachType(text)).toBe(text);
  });
});

describe('searchedAddress', () => {
  const kew = { ...nowhere, street: 'High Street', suburb: 'Kew', fullAddress: 'As given' };

  it.each([
    [{ lotNumber: '8' }, ['As given']],
    [{ streetNumber: '12' }, ['As given']],
    [{ lotNumber: '8', streetNumber: '12' }, ['As given', 'Lot 8 High Street, Kew', 'Lot 8, 12 High Street, Kew']],
    [
      { lotNumber: 'LOT 8', subNumber: '2', streetNumber: '12' },
      ['As given', 'LOT 8 High Street, Kew', 'LOT 8, 2/12 High Street, Kew'],
    ],
  ])('of %j', (parts, lines) => {
    expect(searchedAddress({ ...kew, ...parts }).split('\n')).toEqual(lines);
  });
});
