import { stateNamed } from '@app/address';
import fc from 'fast-check';
import { exactly, oneAnd, partOf, startOf, type Draws } from './draws.js';
import type { SuburbLine, World } from './lines.js';
import { regionsOf } from './places.js';

/** Draws values for each parameter of the list of suburbs. */
export function suburbDraws({ suburbs }: World): Draws<SuburbLine> {
  const others = (of: (suburb: SuburbLine) => string) => suburbs.map(of);
  return {
    ids: ({ _id }) =>
      oneAnd(
        exactly(_id),
        others((suburb) => suburb._id),
      ),
    suburb: ({ suburb }) => startOf(suburb),
    state: ({ state }) => exactly(state),
    postcode: ({ postcode }) => startOf(postcode),
    region: (named) =>
      oneAnd(
        fc.constantFrom(...regionsOf(named)).chain(exactly),
        others((suburb) => suburb.regionName),
      ),
    areaname: ({ areaName }) =>
      oneAnd(
        exactly(areaName),
        others((suburb) => suburb.areaName),
      ),
    name: ({ name, suburb }) =>
      fc.oneof(
        partOf(name),
        // The part after a suburb, a state or a postcode is not an item of the list.
        oneAnd(
          partOf(suburb).filter((part) => stateNamed(part) === undefined),
          others((other) => other.suburb),
        ),
      ),
    sort: () => fc.constantFrom('id', 'name'),
    slug: ({ slug }) => partOf(slug),
    exclude: ({ _id }) =>
      oneAnd(
        exactly(_id),
        others((suburb) => suburb._id),
      ),
  };
}

/** Draws values for each parameter of the three lists of names. */
export function suburbNameDraws(world: World): Draws<SuburbLine> {
  const { name: _, slug: __, exclude: ___, sort: ____, ...shared } = suburbDraws(world);
  return shared;
}
