import type { Lore } from './lore.js';
import { pathOf, type MakePath } from './requests.js';

const FACETS = '/api/v1/listings/facets';
const FEWEST = 20;

/** r: the numbers beside the filters of a search: of a suburb, or of a region and its suburbs. */
export const countsOfPlace =
  ({ suburbs, regions, flags }: Lore): MakePath =>
  (chance, spread) => {
    const isRegion = chance.fraction() < 0.5;
    const known = flags.filter(({ share }) => share > 0.1);
    const place = isRegion ? { region: chance.draw(regions).value } : { suburb: chance.draw(suburbs).value };
    return pathOf(FACETS, {
      facets: `bedrooms,category,price,features${isRegion ? ',suburb' : ''}`,
      ...place,
      ...(chance.fraction() < 0.5 ? { minbedrooms: chance.integer(1, 4) } : {}),
      ...(chance.fraction() < 0.4 ? { [chance.pick(known).name]: 'true' } : {}),
      ...(chance.fraction() < 0.4 ? { facetLimit: FEWEST + chance.integer(0, 20 + spread * 4) } : {}),
    });
  };
