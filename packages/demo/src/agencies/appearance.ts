import appearances from '../data/appearances.json' with { type: 'json' };
import type { Person } from './people.js';

const { men, either, regionsOfSurnames, regionsOfFirstNames } = appearances;
const has = (names: string, name: string): boolean => names.split(' ').includes(name);
const regionOf = (regions: Readonly<Record<string, string>>, name: string): string | undefined =>
  Object.keys(regions).find((region) => has(regions[region] ?? '', name));

/** What a name suggests, for the portrait: `f`, `m` or `n`, and the letter of a region where it is common, or `a`. */
export function appearanceOf({ firstname, lastname }: Person): string {
  const region = regionOf(regionsOfSurnames, lastname) ?? regionOf(regionsOfFirstNames, firstname) ?? 'a';
  return (has(either, firstname) ? 'n' : has(men, firstname) ? 'm' : 'f') + region;
}
