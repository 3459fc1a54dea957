import { describe, expect, it } from 'vitest';
import { keysNaming, placeKeys, splitPlaces } from './place-keys.js';
import { partsOfNames, placeNames, placeReadings } from './place-names.js';

describe('placeNames', () => {
  it.each([
    ['Richmond', 'richmond'],
    ['  RICHMOND, ', 'richmond'],
    ['St Kilda', 'saint kilda'],
    ['st. kilda', 'saint kilda'],
    ['Saint-Kilda', 'saint kilda'],
    ['MT GAMBIER', 'mount gambier'],
    ['Bondi Bch', 'bondi beach'],
    ['Nth Sydney', 'north sydney'],
    ['N. Sydney', 'north sydney'],
    ['Brunswick E', 'brunswick east'],
    ['sth yarra', 'south yarra'],
    ['Crows Nest hts', 'crows nest heights'],
    ['Emu Plns', 'emu plains'],
    ['coffs harbor', 'coffs harbour'],
    ["O'Connor", 'oconnor'],
    ['O’CONNOR', 'oconnor'],
    ['O Connor', 'oconnor'],
    ["D'Aguilar", 'daguilar'],
    ['D AGUILAR', 'daguilar'],
    ['Mc Kinnon', 'mckinnon'],
    ['McLeod', 'macleod'],
    ['Mac Leod', 'macleod'],
    ['Mount Kuring-Gai', 'mount kuring gai'],
    ['Mount Kuring-Gai', 'mount kuringgai'],
    ["King's Cross", 'kings cross'],
    ['Far West & Orana', 'far west and orana'],
    ['Café Été', 'cafe ete'],
    ['Cafe\u0301', 'cafe'],
    ['Stafford', 'stafford'],
    ['3121', '3121'],
    ['100% Estate', '100% estate'],
    ['?', '?'],
  ])('%j may be %j', (text, name) => {
    expect(placeNames(text)).toContain(name);
  });

  it('returns each meaning of an abbreviation', () => {
    expect(placeNames('Pt Cook')).toEqual(['point cook', 'port cook']);
    expect(placeNames('Port Cook')).toEqual(['port cook']);
  });

  it('returns nothing for an empty text, and only a few names for any text', () => {
    expect(placeNames(' ')).toEqual([]);
    expect(placeNames('pt '.repeat(60))).toHaveLength(16);
  });
});

describe('placeReadings', () => {
  it.each([
    ['Richmond VIC 3121', { names: ['richmond'], state: 'vic', postcode: '3121' }],
    ['Richmond, Victoria 3121, Australia', { names: ['richmond'], state: 'vic', postcode: '3121' }],
    ['Richmond 3121 V.I.C.', { names: ['richmond'], state: 'vic', postcode: '3121' }],
    ['Richmond (New South Wales)', { names: ['richmond'], state: 'nsw', postcode: '' }],
    ['Darwin 800', { names: ['darwin'], state: '', postcode: '0800' }],
    ['Under_Score, NSW', { names: ['under_score'], state: 'nsw', postcode: '' }],
    ['Victoria', { names: ['victoria'], state: '', postcode: '' }],
    ['3121', { names: ['3121'], state: '', postcode: '' }],
  ])('reads %j', (text, reading) => {
    expect(placeReadings(text)[0]).toEqual(reading);
  });
});

describe('keysNaming', () => {
  const place = {
    suburb: 'Mount Gambier',
    state: 'SA',
    postcode: '5290',
    name: 'Mount Gambier SA 5290',
    regionName: 'Limestone Coast',
    areaName: 'Mt. Gambier City',
  };
  const finds = (kind: Parameters<typeof keysNaming>[0], text: string) =>
    keysNaming(kind, text).some((key) => placeKeys(place).includes(key));

  it.each([
    ['suburb', 'MT. GAMBIER'],
    ['suburb', 'Mt Gambier, South Australia'],
    ['suburb', 'mount gambier 5290'],
    ['suburb', 'mount gambier sa 5290'],
    ['fullSuburb', 'MT GAMBIER, SA, 5290'],
    ['region', 'limestone  coast'],
    ['region', 'Limestone Coast SA'],
    ['areaname', 'Mount Gambier City'],
    ['state', 'South Australia'],
    ['state', 's.a.'],
    ['postcode', '5290'],
  ] as const)('finds it by %s=%s', (kind, text) => {
    expect(finds(kind, text)).toBe(true);
  });

  it.each([
    ['suburb', 'Mount'],
    ['suburb', 'Gambier'],
    ['suburb', 'Mount Gambier VIC'],
    ['suburb', 'Mount Gambier 5291'],
    ['suburb', 'mount_gambier'],
    ['suburb', '%'],
    ['fullSuburb', 'Mount Gambier'],
    ['fullSuburb', 'Mount Gambier SA'],
    ['region', 'Mount Gambier'],
    ['state', 'Australia'],
    ['postcode', '529'],
  ] as const)('does not find it by %s=%s', (kind, text) => {
    expect(finds(kind, text)).toBe(false);
  });
});

describe('splitPlaces', () => {
  it.each([
    ['Richmond,Kew', ['Richmond', 'Kew']],
    ['Richmond, VIC', ['Richmond, VIC']],
    ['Richmond, VIC 3121,Kew', ['Richmond, VIC 3121', 'Kew']],
    ['Richmond, Victoria, 3121, Australia, Kew', ['Richmond, Victoria, 3121, Australia', ' Kew']],
    ['Richmond,Victoria Park', ['Richmond', 'Victoria Park']],
    ['VIC', ['VIC']],
    ['Richmond VIC 3121,WA', ['Richmond VIC 3121', 'WA']],
    ['Richmond, VIC, NSW', ['Richmond, VIC', ' NSW']],
    [',VIC', ['', 'VIC']],
    ['Bondi, NSW 2026', ['Bondi, NSW 2026']],
    ['Bondi, 2026', ['Bondi, 2026']],
    ['Bondi,NSW,2026', ['Bondi,NSW,2026']],
    ['4012,SA 5008', ['4012', 'SA 5008']],
    ['VIC 3029,ond,2032', ['VIC 3029', 'ond', '2032']],
    ['3121, VIC', ['3121', ' VIC']],
    ['VIC, 3121', ['VIC', ' 3121']],
    ['Greater Perth,Australian Capital Territory', ['Greater Perth', 'Australian Capital Territory']],
    ['Kingston, Australian Capital Territory', ['Kingston, Australian Capital Territory']],
  ])('reads %j', (text, items) => {
    expect(splitPlaces(text)).toEqual(items);
  });
});

describe('partsOfNames', () => {
  it.each([
    ['mt g', ['mount g']],
    ['st', ['st', 'saint']],
    ["o'c", ['oc']],
    ['rich%', []],
    ['-', []],
  ])('%j', (text, parts) => {
    expect(partsOfNames(text)).toEqual(parts);
  });
});
