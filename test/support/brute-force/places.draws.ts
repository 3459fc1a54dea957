import fc from 'fast-check';
import { exactly, oneAnd, type Draws } from './draws.js';
import type { PlaceParts, SuburbLine, World } from './lines.js';
import { fullSuburbOf, regionsOf, suburbOf } from './places.js';

export const LOCATION_NAMES = ['suburb', 'fullSuburb', 'state', 'postcode', 'region', 'areaname'];

/** The location filters that accounts, agents, listings and properties share. */
export function placeDraws<Thing>(world: World, offsetOf: (thing: Thing) => PlaceParts): Draws<Thing> {
  const texts = (of: (suburb: SuburbLine) => string) => world.suburbs.map(of).filter((text) => !text.includes(','));
  const known = (thing: Thing) => suburbOf(world, offsetOf(thing));
  const written = (thing: Thing) => {
    const { suburb = '', state = '', postcode = '' } = offsetOf(thing);
    const short = suburb.replace('Saint-', 'ST. ').replace('East', 'E.').replace('Creek', 'crk').replace("'", '’');
    return fc.constantFrom(
      suburb,
      short,
      `${short}, ${state}`,
      `${suburb} ${postcode}`,
      `${suburb}, ${state}, ${postcode}`,
    );
  };
  return {
    suburb: (thing) =>
      oneAnd(
        written(thing).chain(exactly),
        texts(({ suburb }) => suburb),
      ),
    fullSuburb: (thing) =>
      oneAnd(
        exactly(fullSuburbOf(offsetOf(thing))),
        texts(({ name }) => name),
      ),
    state: (thing) =>
      oneAnd(
        exactly((offsetOf(thing).state ?? '').replace('VIC', 'Victoria')),
        texts(({ state }) => state),
      ),
    postcode: (thing) =>
      oneAnd(
        exactly(offsetOf(thing).postcode ?? ''),
        texts(({ postcode }) => postcode),
      ),
    region: (thing) =>
      oneAnd(
        fc.constantFrom(...regionsOf(known(thing))).chain(exactly),
        texts(({ regionName }) => regionName),
      ),
    areaname: (thing) =>
      oneAnd(
        exactly(known(thing)?.areaName ?? ''),
        texts(({ areaName }) => areaName),
      ),
  };
}
