import fc from 'fast-check';
import { countNear, exactly, oneAnd, partOfAddress, view, type Draws } from './draws.js';
import { wordQueries } from './listings.draws.js';
import type { World } from './lines.js';
import { carSpacesOf } from './listings.values.js';
import { addressTextsOf } from './places.js';
import { placeDraws } from './places.draws.js';
import { PROPERTY_ORDERS, type PropertyReading } from './properties.reading.js';

/** Draws values for each parameter of the list of properties. */
export function propertyDraws(world: World): Draws<PropertyReading> {
  const { region: _, areaname: __, ...places } = placeDraws(world, ({ address }: PropertyReading) => address);
  return {
    ...places,
    ids: ({ id = 1 }) => oneAnd(fc.constant(String(id)), ['1', '2', '999']),
    bedrooms: ({ latest }) => countNear(latest.features?.['bedrooms']),
    bathrooms: ({ latest }) => countNear(latest.features?.['bathrooms']),
    carspaces: ({ latest }) => countNear(carSpacesOf(latest)),
    s: ({ shown }) => wordQueries(shown, ''),
    address: ({ address }) => partOfAddress(addressTextsOf(address).at(-1) ?? ''),
    view,
    street: ({ address }) => partOfAddress(address.street ?? ''),
    sort: () => fc.constantFrom(...Object.keys(PROPERTY_ORDERS)),
    listingType: ({ listings }) =>
      oneAnd(exactly(listings.at(-1)?.listingType ?? 'land'), ['rental', 'commercial', 'rural']),
  };
}
