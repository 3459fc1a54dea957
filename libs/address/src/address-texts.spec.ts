import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { addressOrder, rederiveTexts, textsOf, withTexts, type AddressParts } from './address-texts.js';

const nowhere = { subNumber: '', lotNumber: '', streetNumber: '', street: '', suburb: '', state: '', postcode: '' };
const richmond = { ...nowhere, suburb: 'Richmond', state: 'VIC', postcode: '3121' };
const noTexts = { fullAddress: '', streetAddress: '', fullSuburb: '' };

describe('the texts of an address (D6)', () => {
  it.each<[Partial<AddressParts>, string, string]>([
    [
      { subNumber: '3', streetNumber: '39', street: 'Main Road' },
      '3/39 Main Road',
      '3/39 Main Road, Richmond VIC 3121',
    ],
    [{ streetNumber: '39A', street: 'Main Road' }, '39A Main Road', '39A Main Road, Richmond VIC 3121'],
    [{ lotNumber: '5', street: 'Main Road' }, 'Lot 5 Main Road', 'Lot 5 Main Road, Richmond VIC 3121'],
    [{ lotNumber: 'LOT 5', street: 'Main Road' }, 'LOT 5 Main Road', 'LOT 5 Main Road, Richmond VIC 3121'],
    [{ lotNumber: '5', streetNumber: '39', street: 'Main Road' }, '39 Main Road', '39 Main Road, Richmond VIC 3121'],
    [{ street: 'Main Road', state: '' }, 'Main Road', 'Main Road, Richmond 3121'],
    [{}, '', 'Richmond VIC 3121'],
  ])('%j', (parts, streetAddress, fullAddress) => {
    expect(textsOf({ ...richmond, ...parts })).toMatchObject({ streetAddress, fullAddress });
  });

  it('are empty for an empty address', () => {
    expect(textsOf(nowhere)).toEqual(noTexts);
  });

  it('are not replaced if they are supplied', () => {
    const address = { ...richmond, ...noTexts, street: 'Main Road', fullAddress: 'The Corner' };
    expect(withTexts(address)).toMatchObject({ fullAddress: 'The Corner', streetAddress: 'Main Road' });
  });

  it('follow changed parts, unless they were supplied', () => {
    const made = withTexts({ ...richmond, ...noTexts });
    expect(rederiveTexts(made, { ...made, suburb: 'Cremorne' })).toMatchObject({ fullSuburb: 'Cremorne VIC 3121' });
    const supplied = withTexts({ ...richmond, ...noTexts, fullSuburb: 'Near Richmond' });
    expect(rederiveTexts(supplied, { ...supplied, suburb: 'Cremorne' })).toMatchObject({
      fullSuburb: 'Near Richmond',
      fullAddress: 'Cremorne VIC 3121',
    });
    expect(rederiveTexts(made, { ...made, fullAddress: 'New' })).toMatchObject({ fullAddress: 'New' });
    expect(rederiveTexts(supplied, { ...supplied, fullSuburb: '' })).toMatchObject({ fullSuburb: 'Richmond VIC 3121' });
  });

  it('stay unchanged with an unchanged address', () => {
    const parts = fc.record(Object.fromEntries(Object.keys(nowhere).map((name) => [name, fc.string()])));
    const texts = fc.record({ fullAddress: fc.string(), streetAddress: fc.string(), fullSuburb: fc.string() });
    fc.assert(
      fc.property(parts, texts, (some, given) => {
        const address = withTexts({ ...nowhere, ...some, ...given });
        expect(rederiveTexts(address, address)).toEqual(address);
      }),
    );
  });
});

describe('addressOrder (D23)', () => {
  it('sorts by suburb, street, number and sub-number, with both numbers compared as numbers', () => {
    const at = (suburb: string, street: string, streetNumber: string, subNumber = '') => ({
      ...nowhere,
      suburb,
      street,
      streetNumber,
      subNumber,
    });
    const sorted = [
      at('Abbotsford', 'Zoe Street', '9'),
      at('Richmond', 'Alma Street', '2'),
      at('richmond', 'Alma Street', '9', '2'),
      at('Richmond', 'alma street', '9', '10'),
      at('Richmond', 'Alma Street', '12'),
      at('Richmond', 'Alma Street', '12A'),
      at('Richmond Hill', 'Alma Street', '1'),
    ].map(addressOrder);
    expect(sorted.toReversed().sort()).toEqual(sorted);
  });
});
