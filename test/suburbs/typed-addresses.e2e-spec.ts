import { beforeAll, expect, it } from 'vitest';
import { accountBody, listingLine, seed, specService, suburbLine } from '@testing';

const service = specService();

/** The numbers and the street of a home: "3/12 Smith Street", "Lot 8 Quarry Road". */
const HOMES = [
  '27 Quillfeather Street',
  '31 Broadway',
  '33 Crescent Road',
  '1 The Esplanade',
  '2 The Crescent',
  '8 The Boulevarde',
  '15 Grove Road',
  '16 Parade',
  '17 Avenue Road',
  '18 Parade Street North',
  '19 Terrace Road',
  '20 Court Street',
  '21 Square',
  '22 Drive Road',
  '23 View Street',
  '24 Circuit',
  '3/12 Wattle Street',
  'Unit 4/14 Banksia Road',
  'U5 16 Grevillea Avenue',
  '12A Acacia Court',
  '12 A Boronia Court',
  '14-16 Correa Close',
  '7B/101 Pacific Highway',
  'Lot 8 Quarry Road',
  'Lot 9A Mine Lane',
  'Level 2, 88 Queen Street',
  "5 O'Connor Street",
  "6 D'Aguilar Drive",
  '9 McDonald Street',
  '10 Mc Kinnon Road',
  '11 MacArthur Parade',
  '13 Smith-Jones Lane',
  '25 St Kilda Road',
  '26 Mt Eliza Way',
  '28 Pt Nepean Rd',
  '29 Dr Reddy Dr',
  '30 Gt Eastern Hwy',
  '60 1st Avenue',
  '62 First Avenue',
  '64 42nd Street',
  '66 Forty-Second Street',
  '32 Lennox Street North',
  '34 Lennox St Nth',
  '35 Parade E',
  '36 Victoria Street',
  '37 New South Head Road',
  '1234 Old Northern Road',
] as const;

const numberOf = (home: string) =>
  /^(?:Unit |U|Lot |Level \d, )?[\d/A-Z-]*\d[A-Z]?(?: \d+)?(?: A(?= ))?(?= )/.exec(home)?.[0] ?? '';

beforeAll(async () => {
  const address = { suburb: 'Mordialloc', state: 'VIC', postcode: '3195' };
  await seed(service, {
    suburbs: [suburbLine('Mordialloc VIC 3195')],
    accounts: [{ websiteID: 1, ...accountBody() }],
    listings: HOMES.map((home, at) => {
      const streetNumber = numberOf(home);
      const street = home.slice(streetNumber.length + 1);
      const lotNumber = street === 'Quillfeather Street' ? '41' : '';
      return listingLine(1, { uniqueID: `T${at}`, address: { ...address, lotNumber, streetNumber, street } });
    }),
  });
});

async function textsFor(q: string): Promise<string[]> {
  const query = `types=address&limit=20&q=${encodeURIComponent(q)}`;
  const { body } = await service.get<{ data: { text: string }[] }>(`/api/v1/suburbs/suggest?${query}`);
  return body.data.map(({ text }) => text);
}

const WAYS: readonly (readonly [name: string, way: (text: string) => string])[] = [
  ['as written', (text) => `${text}, Australia`],
  ['without commas, in lower case', (text) => text.replaceAll(',', '').toLowerCase()],
  ['with the name of the state', (text) => text.replace(' VIC ', ' Victoria ')],
];

it.each(HOMES.flatMap((home) => WAYS.map(([name, way]) => [home, name, way] as const)))(
  'suggests %s at every letter, %s',
  async (home, _, way) => {
    const text = `${home}, Mordialloc VIC 3195`;
    const typed = way(text);
    const isEnough = (q: string) => q.slice(numberOf(home).length).replace(/[^a-z]/gi, '').length >= 3;
    const keys = Array.from(typed, (_letter, at) => typed.slice(0, at + 1)).filter(isEnough);
    expect(keys.length).toBeGreaterThan(10);
    const lost: string[] = [];
    for (const q of keys) if (!(await textsFor(q)).includes(text)) lost.push(q);
    expect(lost).toEqual([]);
  },
);

it.each([
  ['unit 3, 12 wattle', '3/12 Wattle Street'],
  ['u3 12 wat', '3/12 Wattle Street'],
  ['apt 4 14 banks', 'Unit 4/14 Banksia Road'],
  ['60 first', '60 1st Avenue'],
  ['62 1st av', '62 First Avenue'],
  ['64 forty sec', '64 42nd Street'],
  ['66 42nd st mord', '66 Forty-Second Street'],
  ['25 saint kil', '25 St Kilda Road'],
  ['29 doctor reddy drive', '29 Dr Reddy Dr'],
  ['30 great east', '30 Gt Eastern Hwy'],
  ['8 the boulevard', '8 The Boulevarde'],
  ['10 mckin', '10 Mc Kinnon Road'],
  ['9 mc don', '9 McDonald Street'],
  ['5 o connor', "5 O'Connor Street"],
  ['16 par', '16 Parade'],
  ['22 drive', '22 Drive Road'],
  ['lot 41 quill', '27 Quillfeather Street'],
  ['lot 41, 27 quillfeather st mord', '27 Quillfeather Street'],
])('%j suggests %s', async (q, home) => {
  expect(await textsFor(q)).toContain(`${home}, Mordialloc VIC 3195`);
});
