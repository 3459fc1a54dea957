import { fold } from '@app/lists';
import { suburbName, type SuburbKey } from './reference/suburb-names.js';

interface Alias {
  /** The name that people use; the postcode is that of the suburb. */
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

/** The suburb that a name with a state stands for; a postcode must be that of the suburb. */
export function aliasedPlace({ suburb, state, postcode }: SuburbKey): SuburbKey | undefined {
  return ALIASES.find(
    ({ named }) =>
      fold(named.suburb) === fold(suburb) &&
      fold(named.state) === fold(state) &&
      (postcode === '' || postcode === named.postcode),
  )?.place;
}

/** The names of suburbs, with those that they are aliases of. */
export const withAliasedSuburbs = (suburbs: readonly string[]): string[] =>
  withAliased(suburbs, ({ suburb }) => suburb);

/** The full names of suburbs ("Darwin NT 0800"), with those that they are aliases of. */
export const withAliasedNames = (names: readonly string[]): string[] => withAliased(names, suburbName);

function withAliased(given: readonly string[], nameOf: (place: SuburbKey) => string): string[] {
  const wanted = new Set(given.map(fold));
  const aliased = ALIASES.filter(({ named }) => wanted.has(fold(nameOf(named)))).map(({ place }) => nameOf(place));
  return [...given, ...aliased.filter((name) => !wanted.has(fold(name)))];
}
