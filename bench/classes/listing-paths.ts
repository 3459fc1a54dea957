import type { Chance } from './chance.js';
import type { Lore } from './lore.js';
import { pathOf, varied, type MakePath } from './requests.js';

const LISTINGS = '/api/v1/listings';
const PAGE_SIZE = 20;
/** The page of class d, in a directory that is large enough. */
const DEEP_PAGE = 5_000;
const DEAR = ['newest', 'price-asc', 'price-desc', 'oldest'] as const;

/** a: what an agency's own website asks for. */
export const oneWebsite =
  ({ websites }: Lore): MakePath =>
  (chance, spread) =>
    pathOf(LISTINGS, {
      websiteID: chance.draw(websites).value,
      status: 'current',
      sort: 'newest',
      ...varied(chance, spread),
    });

/** a2: what the search on an agency's own website asks for. */
export const oneWebsiteFiltered =
  ({ websites }: Lore): MakePath =>
  (chance, spread) => {
    const isRoomy = chance.fraction() < 0.6;
    const least = chance.fraction() < 0.6 ? chance.integer(4, 30) * 25_000 : undefined;
    return pathOf(LISTINGS, {
      websiteID: chance.draw(websites).value,
      ...(isRoomy || !least ? { minbedrooms: chance.integer(1, 4) } : {}),
      ...(least ? { minPrice: least, maxPrice: least + chance.integer(6, 40) * 25_000 } : {}),
      sort: chance.pick(['newest', 'price-asc', 'price-desc']),
      ...varied(chance, spread),
    });
  };

/** a3: the websites of all agencies, each as often as any other. */
export const anyWebsite =
  ({ websites }: Lore): MakePath =>
  (chance, spread) =>
    pathOf(LISTINGS, {
      websiteID: chance.pick(websites.items).value,
      status: 'current',
      sort: 'newest',
      ...varied(chance, spread),
    });

/** b: what people search on a portal: around the prices of the suburb. */
export const inSuburb =
  ({ suburbs }: Lore): MakePath =>
  (chance) => {
    const { value: suburb, price } = chance.draw(suburbs);
    return pathOf(LISTINGS, {
      suburb,
      minbedrooms: chance.integer(1, 3),
      minPrice: rounded(price * (0.5 + chance.fraction() * 0.4)),
      maxPrice: rounded(price * (1.2 + chance.fraction())),
      sort: chance.pick(['price-asc', 'price-desc']),
    });
  };

/** c: the front page of a portal; most stay on the first page. */
export const allCurrent = (): MakePath => (chance, spread) => frontPage(chance, spread, {});

/** d: far behind; of a smaller directory, two fifths of the way. */
export const deepPage = ({ current }: Lore): MakePath => {
  const middle = middleOf(current);
  return (chance, spread) => farBehind(chance, spread, middle, {});
};

/** c, never asked: of a list with a condition of its own nobody knows the total. */
export const almostAllCurrent = (): MakePath => (chance, spread) => frontPage(chance, spread, lowestPrice(chance));

/** d, never asked: the same far behind. */
export const almostAllDeep = ({ current }: Lore): MakePath => {
  const middle = middleOf(current);
  return (chance, spread) => farBehind(chance, spread, middle, lowestPrice(chance));
};

/** What all listings with a price keep to. */
const lowestPrice = (chance: Chance) => ({ minPrice: chance.integer(100, 9_999) / 100 });

const frontPage = (chance: Chance, spread: number, bound: Record<string, number>): string =>
  pathOf(LISTINGS, { ...bound, page: 1 + chance.few(2 + spread * 3), limit: chance.integer(12, 28) });

const middleOf = (current: number): number => Math.max(1, Math.min(DEEP_PAGE, Math.floor((current / PAGE_SIZE) * 0.4)));

const farBehind = (chance: Chance, spread: number, middle: number, bound: Record<string, number>): string =>
  pathOf(LISTINGS, {
    ...bound,
    page: chance.integer(Math.ceil(middle * 0.8), Math.floor(middle * 1.2)),
    ...varied(chance, spread),
  });

/** e, o: what is new is read most. */
export const oneListing =
  ({ ids }: Lore): MakePath =>
  (chance) =>
    `${LISTINGS}/${ids[Math.floor(chance.fraction() ** 1.5 * ids.length)]}`;

/** g: a region or two, and two or three flags, mostly common ones. */
export const regionsAndFlags =
  ({ regions, flags }: Lore): MakePath =>
  (chance, spread) => {
    const names = [chance.draw(regions).value, ...(chance.fraction() < 0.3 ? [chance.draw(regions).value] : [])];
    const known = flags.filter(({ share }) => share > 0.03);
    return pathOf(LISTINGS, {
      region: [...new Set(names)].join(','),
      ...drawFlags(chance, known, chance.integer(2, 3)),
      ...varied(chance, spread),
    });
  };

/** h: a number with a street, or a street with the start of its suburb. */
export const partOfAddress =
  ({ addresses }: Lore): MakePath =>
  (chance, spread) => {
    const [street = '', suburb = ''] = chance.pick(addresses).split(', ');
    const named = street.replace(/^\S*\d\S* /, '');
    const address = chance.fraction() < 0.6 ? street : `${named}, ${suburb.slice(0, chance.integer(3, 6)).trim()}`;
    return pathOf(LISTINGS, { address, ...varied(chance, spread) });
  };

/** i: the listings on an agent's profile page. */
export const ofAgent =
  ({ agents }: Lore): MakePath =>
  (chance, spread) =>
    pathOf(LISTINGS, { agentSlug: chance.draw(agents).value, ...varied(chance, spread) });

/** j: conditions that many listings meet, and no place. */
export const withoutPlace =
  ({ flags }: Lore): MakePath =>
  (chance, spread) => {
    const least = chance.integer(6, 14) * 50_000;
    return pathOf(LISTINGS, {
      ...drawFlags(
        chance,
        flags.filter(({ share }) => share > 0.2),
        chance.integer(1, 2),
      ),
      minbedrooms: chance.integer(1, 3),
      minPrice: least,
      maxPrice: least + chance.integer(4, 20) * 50_000,
      sort: chance.pick(['newest', 'price-asc']),
      ...varied(chance, spread),
    });
  };

/** k: as much as one may ask for at once. */
export const hundred = (lore: Lore): MakePath => manyOf(lore, {});

/** u: the same as cards. */
export const hundredCards = (lore: Lore): MakePath => manyOf(lore, { view: 'card' });

function manyOf({ websites, suburbs }: Lore, form: Record<string, string>): MakePath {
  const large = websites.items.filter(({ count }) => count >= 60);
  const towns = suburbs.items.filter(({ count }) => count >= 60);
  return (chance, spread) => {
    const isWebsite = towns.length === 0 || (large.length > 0 && chance.fraction() < 0.5);
    const place = isWebsite
      ? { websiteID: large.length > 0 ? chance.pick(large).value : chance.draw(websites).value }
      : { suburb: chance.pick(towns).value };
    return pathOf(LISTINGS, {
      ...place,
      sort: chance.pick(DEAR),
      limit: spread === 0 ? 100 : chance.integer(100 - Math.min(spread, 20), 100),
      ...form,
    });
  };
}

/** t: a word of the texts with a suburb, or with another one. */
export const twoWords =
  ({ words, suburbs }: Lore): MakePath =>
  (chance, spread) => {
    const other = chance.fraction() < 0.6 ? chance.draw(suburbs).value : chance.draw(words).value;
    return pathOf(LISTINGS, { s: `${chance.draw(words).value} ${other}`, ...varied(chance, spread) });
  };

function drawFlags(chance: Chance, known: Lore['flags'], count: number): Record<string, string> {
  const names = new Set<string>();
  while (names.size < Math.min(count, known.length)) names.add(chance.pick(known).name);
  return Object.fromEntries([...names].sort().map((name) => [name, 'true']));
}

/** As people choose bounds. */
const rounded = (price: number): number => Math.max(50_000, Math.round(price / 50_000) * 50_000);
