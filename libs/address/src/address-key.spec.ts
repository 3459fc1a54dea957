import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ADDRESS_KEYS, addressKey } from './address-key.js';

const EMPTY = { subNumber: '', lotNumber: '', streetNumber: '', street: '' };
const richmond = { suburb: 'Richmond', state: 'VIC', postcode: '3121', country: 'Australia' };

type Parts = Partial<typeof EMPTY & typeof richmond>;
const keyOf = (parts: Parts) => addressKey({ ...EMPTY, ...richmond, ...parts });

/** The parts of a key, in order. */
const PARTS = ['country', 'state', 'postcode', 'suburb', 'street', 'streetNumber', 'subNumber', 'lotNumber'];

/** Each list is one property; no two lists are the same property. */
const DWELLINGS: readonly (readonly Parts[])[] = [
  [
    { subNumber: '2', streetNumber: '102', street: 'Lennox Street' },
    { streetNumber: '2/102', street: 'Lennox Street' },
    { streetNumber: '2 / 102', street: 'LENNOX ST' },
    { streetNumber: 'Unit 2, 102', street: 'Lennox Street' },
    { streetNumber: 'Unit 2 102', street: 'Lennox Street' },
    { streetNumber: 'U2/102', street: 'Lennox St.' },
    { streetNumber: 'Apt 2, 102', street: 'lennox  street' },
    { streetNumber: 'Apt. 02/102', street: 'Lennox Str' },
    { subNumber: 'Unit 2', streetNumber: '102', street: 'Lennox Street' },
    { subNumber: 'u2', streetNumber: 'No. 102', street: 'Lennox Street' },
    { subNumber: '#2', streetNumber: '102', street: 'Lennox Street' },
    { subNumber: '2/102', street: 'Lennox Street' },
    { subNumber: 'Flat 2', streetNumber: '2/102', street: 'Lennox Street' },
    { street: '2/102 Lennox Street' },
    { street: 'Unit 2, 102 Lennox St' },
    { subNumber: '2', streetNumber: '102', street: 'Lennox Street', country: '' },
    { subNumber: '2', streetNumber: '102', street: 'Lennox Street', state: 'Victoria', country: 'AU' },
    { subNumber: 'Suite 2', streetNumber: '102', street: 'Lennox Street', suburb: 'RICHMOND ' },
  ],
  [
    { streetNumber: '102', street: 'Lennox Street' },
    { streetNumber: '102', street: 'Lennox St' },
  ],
  [{ subNumber: '3', streetNumber: '102', street: 'Lennox Street' }],
  [{ streetNumber: '102', street: 'Lennox Street', suburb: 'Kew' }],
  [{ streetNumber: '102', street: 'Lennox Street', state: 'NSW' }],
  [{ streetNumber: '102', street: 'Lennox Street', postcode: '3101' }],
  [{ streetNumber: '102', street: 'Lennox Street', country: 'New Zealand' }],
  [
    { subNumber: '2', streetNumber: '102', street: 'Lennox Road' },
    { streetNumber: '2/102', street: 'Lennox Rd' },
  ],
  [{ subNumber: '2', streetNumber: '102', street: 'Lennox Court' }],
  [
    { subNumber: 'Level 2', streetNumber: '102', street: 'Lennox Street' },
    { subNumber: 'Lvl 2', streetNumber: '102', street: 'Lennox Street' },
    { subNumber: 'L2', streetNumber: '102', street: 'Lennox Street' },
    { streetNumber: 'L2/102', street: 'Lennox Street' },
    { streetNumber: 'Level 2, 102', street: 'Lennox St' },
    { street: 'Level 2/102 Lennox Street' },
  ],
  [
    { subNumber: 'Level 2, Suite 3', streetNumber: '102', street: 'Lennox Street' },
    { subNumber: 'level 2 3', streetNumber: '102', street: 'Lennox St' },
  ],
  [
    { subNumber: 'A', streetNumber: '102', street: 'Lennox Street' },
    { streetNumber: 'Unit A/102', street: 'Lennox St' },
  ],
  [
    { streetNumber: '102A', street: 'Lennox Street' },
    { streetNumber: '102 a', street: 'Lennox Street' },
  ],
  [
    { subNumber: '3A', streetNumber: '12', street: 'Lennox Street' },
    { subNumber: '3 A', streetNumber: '12', street: 'Lennox Street' },
    { streetNumber: 'Unit 3 A/12', street: 'Lennox Street' },
  ],
  [
    { streetNumber: '102-104', street: 'Lennox Street' },
    { streetNumber: '102 – 104', street: 'Lennox St' },
  ],
  [
    { lotNumber: '4A', street: 'Lennox Street' },
    { lotNumber: 'Lot 4A', street: 'Lennox Street' },
    { lotNumber: 'LOT 4A', street: 'Lennox St' },
    { lotNumber: 'L4A', street: 'Lennox Street' },
    { streetNumber: 'Lot 4A', street: 'Lennox Street' },
    { subNumber: 'lot 4a', street: 'Lennox Street' },
    { street: 'Lot 4A Lennox Street' },
  ],
  [{ lotNumber: '4', street: 'Lennox Street' }],
  [
    { lotNumber: '4A', streetNumber: '12', street: 'Lennox Street' },
    { streetNumber: 'Lot 4A, 12', street: 'Lennox Street' },
  ],
  [
    { streetNumber: '12', street: 'Lennox Street North' },
    { streetNumber: '12', street: 'Lennox St Nth' },
    { streetNumber: '12', street: 'Lennox St. N' },
  ],
  [{ streetNumber: '12', street: 'Lennox Street South' }],
  [
    { streetNumber: '1', street: 'The Esplanade' },
    { streetNumber: '1', street: 'The Esp' },
  ],
  [{ streetNumber: '1', street: 'Esplanade' }],
  [
    { streetNumber: '1', street: 'St Kilda Rd' },
    { streetNumber: '1', street: 'Saint Kilda Road' },
  ],
  [
    { streetNumber: '1', street: "O'Connor Ave" },
    { streetNumber: '1', street: 'OConnor Avenue' },
    { streetNumber: '1', street: 'O Connor Av' },
  ],
  [
    { streetNumber: '1', street: 'McDonald Street' },
    { streetNumber: '1', street: 'Mc Donald St' },
    { streetNumber: '1', street: 'MC DONALD STREET' },
  ],
  [{ streetNumber: '1', street: 'MacDonald Street' }],
  [
    { streetNumber: '1', street: 'Mc Donald Street East' },
    { streetNumber: '1', street: 'McDonald St E' },
  ],
  [
    { streetNumber: '1', street: 'O Street' },
    { streetNumber: '1', street: 'O St' },
  ],
  [
    { streetNumber: '1', street: 'Bligh and Hunter Street' },
    { streetNumber: '1', street: 'Bligh & Hunter St' },
  ],
  [
    { streetNumber: '1', street: 'Mt Eliza Way' },
    { streetNumber: '1', street: 'Mount Eliza Way' },
  ],
  [{ street: '1st Avenue' }, { street: 'First Ave' }],
  [
    { streetNumber: '60', street: '1st Avenue' },
    { streetNumber: '60', street: 'First Avenue' },
    { street: '60 1st Ave' },
  ],
  [
    { streetNumber: '7', street: '42nd Street' },
    { streetNumber: '7', street: 'Forty-Second St' },
  ],
  [
    { streetNumber: '7', street: 'Dr Reddy Drive' },
    { streetNumber: '7', street: 'Doctor Reddy Dr' },
  ],
  [
    { streetNumber: '7', street: 'Gt Northern Highway' },
    { streetNumber: '7', street: 'Great Northern Hwy' },
  ],
  [
    { streetNumber: '7', street: 'The Boulevarde' },
    { streetNumber: '7', street: 'The Boulevard' },
  ],
  [{ streetNumber: '1', street: 'Avenue' }],
  [{ streetNumber: '1', street: 'E Street' }],
  [{ streetNumber: '1', street: 'East Street' }],
];

describe('addressKey', () => {
  it.each(DWELLINGS.flatMap(([first, ...others]) => others.map((other) => [other, first] as const)))(
    '%j is %j',
    (other, first) => {
      expect(keyOf(other)).toBe(keyOf(first!));
    },
  );

  it('distinguishes dwellings', () => {
    const keys = DWELLINGS.map(([first]) => keyOf(first!));
    expect(new Set(keys).size).toBe(DWELLINGS.length);
  });

  it('is empty without a street', () => {
    expect(keyOf({ streetNumber: '12' })).toBeUndefined();
    expect(keyOf({ street: ' ' })).toBeUndefined();
  });

  it('is the same when it is made from its own parts', () => {
    const text = fc.constantFrom(
      '',
      '2',
      'unit 2',
      '2/102',
      'Lot 4',
      '102 - 104',
      'U 3, 5',
      'level 1',
      'a',
      '007',
      'x y',
    );
    const street = fc.constantFrom('Lennox St', 'St St', 'Mt Pt', 'N St W', '4 Mile Rd', 'The Cl', 'Pl', 'Ct Nth', '?');
    const parts = fc.record({ subNumber: text, streetNumber: text, lotNumber: text, street });
    fc.assert(
      fc.property(parts, (given) => {
        const key = addressKey({ ...richmond, ...given }) ?? '';
        const parsed = Object.fromEntries(key.split('|').map((part, at) => [PARTS[at], part]));
        const again = addressKey({ ...EMPTY, ...richmond, ...parsed });
        expect(again).toBe(key);
      }),
    );
  });
});

it('makes the keys that properties store: a change of the tables needs a migration that makes them again', () => {
  expect(createHash('sha256').update(ADDRESS_KEYS).digest('hex').slice(0, 12)).toBe('4280f6286924');
});
