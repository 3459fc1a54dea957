import type { Lore } from './lore.js';
import { pathOf, varied, type MakePath } from './requests.js';

/** f: somebody types the name of a suburb. */
export const suburbsStartingWith =
  ({ suburbs }: Lore): MakePath =>
  (chance, spread) => {
    const { value } = chance.draw(suburbs);
    return pathOf('/api/v1/suburbs', {
      suburb: value.slice(0, chance.integer(2, 6)).trimEnd().toLowerCase(),
      ...varied(chance, spread),
    });
  };

/** l: the team of an account, the agents of a suburb, or the list of all. */
export const agentsWithStatistics =
  ({ employers, officeSuburbs }: Lore): MakePath =>
  (chance, spread) => {
    const kind = chance.fraction();
    if (kind < 0.4)
      return pathOf('/api/v1/agents', { websiteID: chance.draw(employers).value, ...varied(chance, spread) });
    if (kind < 0.7)
      return pathOf('/api/v1/agents', { suburb: chance.draw(officeSuburbs).value, ...varied(chance, spread) });
    return pathOf('/api/v1/agents', { page: 1 + chance.few(10), ...varied(chance, spread) });
  };

/** m: a word or two of what an account is called, or where it is. */
export const accountsByWords =
  ({ accounts }: Lore): MakePath =>
  (chance, spread) => {
    const { name, address } = chance.pick(accounts);
    const [first = name, ...others] = name.split(' ');
    const place = address.split(', ').at(-1)?.split(' ')[0] ?? '';
    const s = chance.pick([first, [first, ...others.slice(0, 1)].join(' '), place, `${place} ${first.slice(0, 4)}`]);
    return pathOf('/api/v1/websites', { s, ...varied(chance, spread) });
  };

/** n: the addresses of a suburb, sometimes with so many bedrooms. */
export const propertiesOfSuburb =
  ({ suburbs }: Lore): MakePath =>
  (chance, spread) =>
    pathOf('/api/v1/properties', {
      suburb: chance.draw(suburbs).value,
      bedrooms: chance.fraction() < 0.3 ? chance.integer(2, 4) : undefined,
      ...varied(chance, spread),
    });
