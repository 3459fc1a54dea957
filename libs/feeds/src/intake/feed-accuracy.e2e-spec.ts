import { generatedSource } from '@app/bundles';
import { describe, expect, it } from 'vitest';
import { servicesOn } from '@testing';
import { entryOf } from '../../../../test/support/feed-entries.js';
import {
  ADDRESS,
  feedOf,
  feedStore,
  freshStore,
  importFeedText,
  storedLine,
} from '../../../../test/support/feed-texts.js';

const store = feedStore();

const CENTRE = { latitude: '-37.82', longitude: '145' };
const given = (latitude: string, longitude: string) =>
  ADDRESS.replace('</address>', `<latitude>${latitude}</latitude><longitude>${longitude}</longitude></address>`);
const MOVED = ADDRESS.replace('39', '41');

/** The stored listing after these entries. */
async function stored(...addresses: string[]) {
  for (const [day, address] of addresses.entries()) {
    await importFeedText(
      store.dataSource,
      feedOf(entryOf(address, 'residential', `modTime="2024-03-0${day + 1}" status="current"`)),
    );
  }
  return storedLine(store.dataSource, '1');
}

/** The coordinates of the property, which lists and the map use. */
const properties = () =>
  store.dataSource.query<{ latitude: number; is_centre: boolean }[]>('SELECT latitude, is_centre FROM properties');

it('coordinates of the reference are those of the suburb', async () => {
  expect(await stored(ADDRESS)).toMatchObject({ locationAccuracy: 'suburb', address: CENTRE });
  expect(await properties()).toEqual([{ latitude: -37.82, is_centre: true }]);
});

it('coordinates of the agency are exact, also those of the centre', async () => {
  expect(await stored(given('-37.8', '145.1'))).toMatchObject({ locationAccuracy: 'exact' });
  expect(await stored(given('-37.82', '145'))).toMatchObject({ locationAccuracy: 'exact', address: CENTRE });
});

it('exact coordinates that come later replace those of the suburb, on the property as well', async () => {
  const line = await stored(ADDRESS, given('-37.8', '145.1'));
  expect(line).toMatchObject({ locationAccuracy: 'exact', address: { latitude: '-37.8', longitude: '145.1' } });
  expect(await properties()).toEqual([{ latitude: -37.8, is_centre: false }]);
});

it('an entry without coordinates leaves exact ones', async () => {
  const line = await stored(
    given('-37.8', '145.1'),
    ADDRESS.replace('Main Road', 'MAIN RD'),
    '<headline>New</headline>',
  );
  expect(line).toMatchObject({ headline: 'New', locationAccuracy: 'exact', address: { latitude: '-37.8' } });
});

it('an address that moves loses them', async () => {
  expect(await stored(given('-37.8', '145.1'), MOVED)).toMatchObject({ locationAccuracy: 'suburb', address: CENTRE });
});

describe('coordinates far from the suburb', () => {
  const of = (suburb: string, state: string, postcode: string, country = '') =>
    ADDRESS.replace('RICHMOND', suburb)
      .replace('vic', state)
      .replace('3121</postcode>', `${postcode}</postcode>${country && `<country>${country}</country>`}`);
  const PERTH = of('Perth', 'WA', '6000');
  const NOWHERE = of('Nowhere', 'VIC', '3999');
  const KIWI = of('Ponsonby', 'Auckland', '1011');
  const KM = 'km from Richmond';

  /** The given pair, the address, the stored pair, and the note. */
  const CASES: readonly (readonly string[])[] = [
    ['38.5, 145.2', ADDRESS, '-38.5, 145.2', `is 8486 ${KM}: read as -38.5, 145.2`],
    ['-38.5, -145.2', ADDRESS, '-38.5, 145.2', `is 5946 ${KM}: read as -38.5, 145.2`],
    ['38.5, -145.2', ADDRESS, '-38.5, 145.2', `is 11085 ${KM}: read as -38.5, 145.2`],
    ['145.2, 38.5', ADDRESS, '-38.5, 145.2', `is 8486 ${KM}: read as -38.5, 145.2`],
    ['-145.2, -38.5', ADDRESS, '-38.5, 145.2', `is 5946 ${KM}: read as -38.5, 145.2`],
    ['-38.7, 145', ADDRESS, '-38.7, 145', ''],
    ['-38.8, 145', ADDRESS, '-37.82, 145', `is 109 ${KM}: left out`],
    ['-33.86, 151.2', ADDRESS, '-37.82, 145', `is 711 ${KM}: left out`],
    ['-37.8, 0', ADDRESS, '-37.82, 145', `is 10873 ${KM}: left out`],
    // Without a centre
    ['31.95, 115.86', PERTH, '-31.95, 115.86', 'is not in Australia: read as -31.95, 115.86'],
    ['37.8, 145', NOWHERE, '-37.8, 145', 'is not in Australia: read as -37.8, 145'],
    ['-36.86, 174.76', NOWHERE, ', ', 'is not in Australia: left out'],
    ['-29.03, 167.95', NOWHERE, '-29.03, 167.95', ''],
    ['-12.17, 96.83', NOWHERE, '-12.17, 96.83', ''],
    ['-36.86, 174.76', KIWI, '-36.86, 174.76', ''],
    ['-36.86, 174.76', of('Ponsonby', '', '1011', 'NZ'), '-36.86, 174.76', ''],
  ];

  it('are corrected, or left out, with a note', async () => {
    const entries = CASES.map(([pair, address = ''], at) =>
      entryOf(address.replace('</address>', `<geo>${pair}</geo></address>`)).replace('ID>1<', `ID>case ${at}<`),
    );
    const { problems } = await importFeedText(store.dataSource, feedOf(...entries));
    for (const [at, [pair, address, coordinates, note]] of CASES.entries()) {
      const line = await storedLine(store.dataSource, `case ${at}`);
      const notes = problems.filter(({ uniqueID, element }) => uniqueID === `case ${at}` && element === 'geo');
      const said = notes.flatMap(({ problem, done }) =>
        done === 'exchanged' ? [] : `${problem.replace(/^".*" /, '')}: ${done}`,
      );
      const accuracy = coordinates === '-37.82, 145' ? 'suburb' : coordinates === ', ' ? undefined : 'exact';
      expect([
        pair,
        address,
        `${line?.address.latitude}, ${line?.address.longitude}`,
        line?.locationAccuracy,
        said.join(),
      ]).toEqual([pair, address, coordinates, accuracy, note]);
    }
  });

  it('leave the earlier ones of the same address', async () => {
    const line = await stored(given('-37.8', '145.1'), given('-33.86', '151.2'));
    expect(line).toMatchObject({ locationAccuracy: 'exact', address: { latitude: '-37.8', longitude: '145.1' } });
  });

  it('are found in an entry that names no suburb', async () => {
    const line = await stored(ADDRESS, '<extraFields><lat>37.8</lat><lng>145.1</lng></extraFields>');
    expect(line).toMatchObject({ locationAccuracy: 'exact', address: { latitude: '-37.8', longitude: '145.1' } });
  });

  it('are found when the suburb changes', async () => {
    const [before, after] = [PERTH, ADDRESS].map((address) =>
      address.replace('</address>', '<geo>-31.95,115.86</geo></address>'),
    );
    expect(await stored(before!, after!)).toMatchObject({ locationAccuracy: 'suburb', address: CENTRE });
  });
});

it('a listing without a street moves with its suburb, and its property as well', async () => {
  const vague = (suburb: string, state: string, postcode: string) =>
    `<address><suburb>${suburb}</suburb><state>${state}</state><postcode>${postcode}</postcode></address>`;
  await stored(vague('Perth', 'WA', '6000').replace('</address>', '<geo>-31.95,115.86</geo></address>'));
  const [property] = await properties();
  expect(property).toEqual({ latitude: -31.95, is_centre: false });
  const line = await stored('', vague('Richmond', 'VIC', '3121'));
  expect(line).toMatchObject({ locationAccuracy: 'suburb', address: CENTRE });
  expect(await properties()).toEqual([{ latitude: -37.82, is_centre: true }]);
});

it('there is none without coordinates', async () => {
  const line = await stored(ADDRESS.replace('RICHMOND', 'Perth').replace('vic', 'WA').replace('3121', '6000'));
  expect(line?.address.latitude).toBe('');
  expect(line).not.toHaveProperty('locationAccuracy');
});

it('is part of a bundle, which changes nothing when it comes back', async () => {
  for (const address of [ADDRESS, given('-37.82', '145')]) {
    const line = await stored(address);
    const { files } = await servicesOn(store.dataSource).importer.import([generatedSource('listings', [line!])]);
    expect(files).toMatchObject([{ unchanged: 1 }]);
    await freshStore(store.dataSource);
  }
});

it('of a bundle that does not say is told by the coordinates', async () => {
  const { locationAccuracy: _, ...line } = (await stored(given('-37.82', '145')))!;
  await freshStore(store.dataSource);
  await servicesOn(store.dataSource).importer.import([generatedSource('listings', [line])]);
  expect(await storedLine(store.dataSource, '1')).toMatchObject({ locationAccuracy: 'suburb' });
});
