import { fold } from '@app/lists';
import { suburbName, type SuburbKey } from './reference/suburb-names.js';

/** Suburbs by the names that people use for them. */
const ALIASES: readonly { readonly alias: string; readonly place: SuburbKey }[] = [
  alias('Ballarat', 'Ballarat Central', 'VIC', '3350'),
  alias('Brisbane', 'Brisbane City', 'QLD', '4000'),
  alias('Bundaberg', 'Bundaberg Central', 'QLD', '4670'),
  alias('Cairns', 'Cairns City', 'QLD', '4870'),
  alias('Charters Towers', 'Charters Towers City', 'QLD', '4820'),
  alias('Cocos Islands', 'Cocos (Keeling) Islands', 'WA', '6799'),
  alias('Darwin', 'Darwin City', 'NT', '0800'),
  alias('Gladstone', 'Gladstone Central', 'QLD', '4680'),
  alias("K'gari", 'Fraser Island', 'QLD', '4581'),
  alias('Mount Isa', 'Mount Isa City', 'QLD', '4825'),
  alias('Palmerston', 'Palmerston City', 'NT', '0830'),
  alias('Rockhampton', 'Rockhampton City', 'QLD', '4700'),
  alias('Toowoomba', 'Toowoomba City', 'QLD', '4350'),
  alias('Townsville', 'Townsville City', 'QLD', '4810'),
];

function alias(name: string, suburb: string, state: string, postcode: string) {
  return { alias: name, place: { suburb, state, postcode } };
}

/** The suburb that a name with a state stands for; a postcode must be that of the suburb. */
export function aliasedPlace(named: SuburbKey): SuburbKey | undefined {
  return ALIASES.find(
    ({ alias: name, place }) =>
      fold(name) === fold(named.suburb) &&
      fold(place.state) === fold(named.state) &&
      (named.postcode === '' || named.postcode === place.postcode),
  )?.place;
}

/** The names of suburbs, with those that they are aliases of. */
export const withAliasedSuburbs = (suburbs: readonly string[]): string[] =>
  withAliased(
    suburbs,
    ({ alias: name }) => name,
    ({ suburb }) => suburb,
  );

/** The full names of suburbs ("Darwin NT 0800"), with those that they are aliases of. */
export const withAliasedNames = (names: readonly string[]): string[] =>
  withAliased(names, ({ alias: suburb, place }) => suburbName({ ...place, suburb }), suburbName);

type Alias = (typeof ALIASES)[number];

function withAliased(
  given: readonly string[],
  aliasOf: (alias: Alias) => string,
  nameOf: (place: SuburbKey) => string,
): string[] {
  const wanted = new Set(given.map(fold));
  return [...given, ...ALIASES.filter((one) => wanted.has(fold(aliasOf(one)))).map(({ place }) => nameOf(place))];
}
