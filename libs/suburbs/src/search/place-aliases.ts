import { PLACE_KEYS, placeKeys, type NamedPlace } from '@app/address';
import { fold } from '@app/lists';
import { suburbName, type SuburbKey } from '../reference/suburb-names.js';

interface Alias {
  /** The colloquial name; the postcode is the suburb's. */
  readonly named: SuburbKey;
  readonly place: SuburbKey;
}

const ALIASES: readonly Alias[] = [
  alias('Ballarat', 'Ballarat Central', 'VIC', '3350'),
  alias('Brisbane', 'Brisbane City', 'QLD', '4000'),
  alias('Bundaberg', 'Bundaberg Central', 'QLD', '4670'),
  alias('Cairns', 'Cairns City', 'QLD', '4870'),
  alias('Charters Towers', 'Charters Towers City', 'QLD', '4820'),
  alias('Cocos Islands', 'Cocos (Keeling) Islands', 'WA', '6799'),
  alias('Darwin', 'Darwin City', 'NT', '0800'),
  alias('Gladstone', 'Gladstone Central', 'QLD', '4680'),
  alias('Jervis Bay', 'Jervis Bay', 'ACT', '2540', 'JBT'),
  alias('Jervis Bay', 'Jervis Bay', 'ACT', '2540', 'NSW'),
  alias("K'gari", 'Fraser Island', 'QLD', '4581'),
  alias('Mount Isa', 'Mount Isa City', 'QLD', '4825'),
  alias('Palmerston', 'Palmerston City', 'NT', '0830'),
  alias('Rockhampton', 'Rockhampton City', 'QLD', '4700'),
  alias('Toowoomba', 'Toowoomba City', 'QLD', '4350'),
  alias('Townsville', 'Townsville City', 'QLD', '4810'),
];

function alias(name: string, suburb: string, state: string, postcode: string, namedState = state): Alias {
  return { named: { suburb: name, state: namedState, postcode }, place: { suburb, state, postcode } };
}

const isSame = (one: SuburbKey, other: SuburbKey): boolean =>
  fold(one.suburb) === fold(other.suburb) && fold(one.state) === fold(other.state) && one.postcode === other.postcode;

const isOfName = (key: string): boolean => key.startsWith('suburb:') || key.startsWith('fullSuburb:');

/** The keys of a place, from its own names and its colloquial names. */
export function keysOfPlace(place: NamedPlace): string[] {
  const aliases = ALIASES.filter((one) => isSame(one.place, place)).map(({ named }) => named);
  const keys = aliases.flatMap((named) => placeKeys({ ...place, ...named, name: suburbName(named) }));
  return [...new Set([...placeKeys(place), ...keys.filter(isOfName)])];
}

/** Identifies the algorithm and tables of the keys: a change requires stored keys to be rebuilt. */
export const KEYS_OF_PLACES = `${PLACE_KEYS} ${JSON.stringify(ALIASES)}`;
