import { generatedSource } from '@app/bundles';
import { expect, it } from 'vitest';
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
