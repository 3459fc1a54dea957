import { describe, expect, it } from 'vitest';
import { fixture, readListings, readOne } from '../reading.support.js';

const HOUSE = fixture('house').toString();

/** The house with some of its text replaced. */
function houseWith(found: string, replacement: string): string {
  expect(HOUSE).toContain(found);
  return HOUSE.replace(found, replacement);
}

describe('a house', () => {
  it('in an element without a list is the same house', async () => {
    const [, element = ''] = /(<residential[^]*<\/residential>)/.exec(HOUSE) ?? [];
    expect(await readListings(element)).toEqual(await readListings(HOUSE));
  });

  it('with BedroomIsStudio has no bedrooms', async () => {
    const studio = houseWith('<bedrooms>3</bedrooms>', '<bedrooms>Studio</bedrooms>');
    expect((await readOne(studio)).patch.features).toMatchObject({ bedrooms: 0, bathrooms: 2 });
  });

  it('hides its address', async () => {
    const { patch } = await readOne(houseWith('<address display="yes">', '<address display="no">'));
    expect(patch.address).toMatchObject({ display: false, street: 'Bridge Road' });
  });

  it('hides its price and shows words', async () => {
    const { patch } = await readOne(houseWith('<price display="yes">', '<price display="no">'));
    expect(patch.price).toEqual({ value: 845_000, display: false, priceView: 'Guide $800,000 to $880,000' });
  });

  it('whose agents are named twice has each agent once', async () => {
    const agent = (id: number, name: string) =>
      `<listingAgent id="${id}"><name>${name}</name><email>${name}@harbour.example</email></listingAgent>`;
    const twice = [agent(2, 'Bo'), agent(3, 'Cy'), agent(2, 'Bo'), agent(3, 'Cy')].join('');
    const { agents } = await readOne(
      houseWith('<listingAgent id="2"><name /><telephone type="BH" /><email /></listingAgent>', twice),
    );
    expect(agents?.map(({ name }) => name)).toEqual(['Ana Lee', 'Bo', 'Cy']);
  });

  it('with an inspection without a day keeps the others', async () => {
    const { times, notes } = await readOne(houseWith('7-Mar-2026 10:00am to 10:30am', '12:00AM to 12:00AM'));
    expect(times.inspections).toEqual([{ from: '2026-03-14T09:30:00', to: '2026-03-14T10:15:00' }]);
    expect(notes).toEqual([
      {
        element: 'inspection',
        problem: '"12:00AM to 12:00AM" is not an inspection time',
        done: 'left out',
      },
    ]);
  });

  it('with hours of one digit in its modTime is dated', async () => {
    const { modTime } = await readOne(houseWith('modTime="2026-03-02-08:00:00"', 'modTime="2026-03-02-8:00:00"'));
    expect(modTime).toBe('2026-03-02T08:00:00');
  });

  it('with a character that XML forbids is read without the character', async () => {
    const { patch, notes } = await readOne(houseWith('a lemon tree', 'a \u0016lemon tree'));
    expect(patch.description).toBe('Two storeys, a lemon tree & a shed.');
    expect(notes).toEqual([
      { element: 'description', problem: 'the character U+0016, which XML forbids', done: 'stripped' },
    ]);
  });
});
