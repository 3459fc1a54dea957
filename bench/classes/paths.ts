import type { Chance, Weighted } from './chance.js';
import type { DirectoryFacts } from './directory-facts.js';
import { pathOf, varied, type DrawPath } from './requests.js';

/** Draws requests of a class from the values of a directory. */
export type PathsOf = (facts: DirectoryFacts) => DrawPath;
export type Query = Record<string, string | number>;

export const LISTINGS = '/api/v1/listings';
const PAGE_SIZE = 20;
/** The page of class d in a large directory. */
const DEEP_PAGE = 5_000;
/** Metres per degree of latitude. */
const DEGREE = 111_195;
const WINDOW = 20_000;
const RADIUS = 5_000;
/** About ten metres. */
const DIGITS = 4;

const listOf = (chance: Chance, spread: number, query: Query): string =>
  pathOf(LISTINGS, { ...query, ...varied(chance, spread) });

export const oneWebsite: PathsOf =
  ({ websites }) =>
  (chance, spread) =>
    listOf(chance, spread, { websiteID: chance.draw(websites).value, status: 'current', sort: 'newest' });

export const oneWebsiteFiltered: PathsOf =
  ({ websites }) =>
  (chance, spread) => {
    const isRoomy = chance.fraction() < 0.6;
    const least = chance.fraction() < 0.6 ? chance.integer(4, 30) * 25_000 : undefined;
    return listOf(chance, spread, {
      websiteID: chance.draw(websites).value,
      ...(isRoomy || !least ? { minbedrooms: chance.integer(1, 4) } : {}),
      ...(least ? { minPrice: least, maxPrice: least + chance.integer(6, 40) * 25_000 } : {}),
      sort: chance.pick(['newest', 'price-asc', 'price-desc']),
    });
  };

/** A search on a portal, around the prices of the suburb. */
export const inSuburb: PathsOf =
  ({ suburbs }) =>
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

/** Bounds as people choose them. */
export const rounded = (price: number): number => Math.max(50_000, Math.round(price / 50_000) * 50_000);

/** All listings with a price match it, so that the list has a total that no other list has. */
const lowestPrice = (chance: Chance): Query => ({ minPrice: chance.integer(100, 9_999) / 100 });

const frontPage = (chance: Chance, spread: number, bound: Query): string =>
  pathOf(LISTINGS, { ...bound, page: 1 + chance.few(2 + spread * 3), limit: chance.integer(12, 28) });

export const allCurrent: PathsOf = () => (chance, spread) => frontPage(chance, spread, {});
export const almostAllCurrent: PathsOf = () => (chance, spread) => frontPage(chance, spread, lowestPrice(chance));

/** Around page 5,000; in a smaller directory, two fifths of the way. */
function deepPage({ current }: DirectoryFacts, chance: Chance): Query {
  const middle = Math.max(1, Math.min(DEEP_PAGE, Math.floor((current / PAGE_SIZE) * 0.4)));
  return { page: chance.integer(Math.ceil(middle * 0.8), Math.floor(middle * 1.2)) };
}

export const allDeep: PathsOf = (facts) => (chance, spread) => listOf(chance, spread, deepPage(facts, chance));
export const almostAllDeep: PathsOf = (facts) => (chance, spread) =>
  listOf(chance, spread, { ...lowestPrice(chance), ...deepPage(facts, chance) });

/** New listings are read most. */
export const oneOf =
  (ids: readonly number[]): DrawPath =>
  (chance) =>
    `${LISTINGS}/${ids[Math.floor(chance.fraction() ** 1.5 * ids.length)]}`;

export const oneListing: PathsOf = ({ ids }) => oneOf(ids);

export const suburbsStartingWith: PathsOf =
  ({ suburbs }) =>
  (chance, spread) => {
    const suburb = chance.draw(suburbs).value.slice(0, chance.integer(2, 6)).trimEnd().toLowerCase();
    return pathOf('/api/v1/suburbs', { suburb, ...varied(chance, spread) });
  };

export const regionsAndFlags: PathsOf =
  ({ regions, flags }) =>
  (chance, spread) => {
    const names = [chance.draw(regions).value, ...(chance.fraction() < 0.3 ? [chance.draw(regions).value] : [])];
    const drawn = drawFlags(chance, flags, 0.03, chance.integer(2, 3));
    return listOf(chance, spread, { region: [...new Set(names)].join(','), ...drawn });
  };

/** A number with a street, or a street with the beginning of its suburb. */
export const partOfAddress: PathsOf =
  ({ addresses }) =>
  (chance, spread) => {
    const [street = '', suburb = ''] = chance.pick(addresses).split(', ');
    const name = street.replace(/^\S*\d\S* /, '');
    const address = chance.fraction() < 0.6 ? street : `${name}, ${suburb.slice(0, chance.integer(3, 6)).trim()}`;
    return listOf(chance, spread, { address });
  };

export const byAgent: PathsOf =
  ({ agents }) =>
  (chance, spread) =>
    listOf(chance, spread, { agentSlug: chance.draw(agents).value });

export const withoutPlace: PathsOf =
  ({ flags }) =>
  (chance, spread) => {
    const least = chance.integer(6, 14) * 50_000;
    return listOf(chance, spread, {
      ...drawFlags(chance, flags, 0.2, chance.integer(1, 2)),
      minbedrooms: chance.integer(1, 3),
      minPrice: least,
      maxPrice: least + chance.integer(4, 20) * 50_000,
      sort: chance.pick(['newest', 'price-asc']),
    });
  };

function drawFlags(chance: Chance, flags: DirectoryFacts['flags'], above: number, count: number): Query {
  const common = flags.filter(({ share }) => share > above);
  const names = new Set<string>();
  while (names.size < Math.min(count, common.length)) names.add(chance.pick(common).name);
  return Object.fromEntries([...names].sort().map((name) => [name, 'true']));
}

/** Values that fill a large page, if there are any. */
function large<T extends { readonly count: number }>({ items }: Weighted<T>): readonly T[] {
  const many = items.filter(({ count }) => count >= 60);
  return many.length > 0 ? many : items;
}

/** The largest allowed page, of an account or a suburb that fills it. */
const hundredOf =
  (view: Query): PathsOf =>
  ({ websites, suburbs }) => {
    const [accounts, towns] = [large(websites), large(suburbs)];
    return (chance, spread) => {
      const isWebsite = chance.fraction() < 0.5;
      const place: Query = isWebsite
        ? { websiteID: chance.pick(accounts).value }
        : { suburb: chance.pick(towns).value };
      const sort = chance.pick(['newest', 'price-asc', 'price-desc', 'oldest']);
      const limit = spread === 0 ? 100 : chance.integer(100 - Math.min(spread, 20), 100);
      return pathOf(LISTINGS, { ...place, sort, limit, ...view });
    };
  };

export const hundred = hundredOf({});
export const hundredCards = hundredOf({ view: 'card' });

/** A word of the texts with a suburb, or with a second word. */
export const twoWords: PathsOf =
  ({ words, suburbs }) =>
  (chance, spread) => {
    const second = chance.fraction() < 0.6 ? chance.draw(suburbs).value : chance.draw(words).value;
    return listOf(chance, spread, { s: `${chance.draw(words).value} ${second}` });
  };

/** A map window of a given width and height in metres, with a listing in its middle half. */
export function windowOf(chance: Chance, { positions }: DirectoryFacts, metres: number): string {
  const { latitude, longitude } = chance.pick(positions);
  const height = metres / DEGREE;
  const width = height / Math.cos((latitude * Math.PI) / 180);
  const south = latitude - height * (0.25 + chance.fraction() / 2);
  const west = longitude - width * (0.25 + chance.fraction() / 2);
  return [west, south, west + width, south + height].map((edge) => edge.toFixed(DIGITS)).join();
}

export const mapWindow: PathsOf = (facts) => (chance, spread) =>
  listOf(chance, spread, { bbox: windowOf(chance, facts, WINDOW) });

/** The neighbourhood of a listing. */
export const aroundPlace: PathsOf =
  ({ positions }) =>
  (chance, spread) => {
    const { latitude, longitude } = chance.pick(positions);
    const moved = (degrees: number) => (degrees + (chance.fraction() - 0.5) * (RADIUS / DEGREE)).toFixed(DIGITS);
    const near = `${moved(latitude)},${moved(longitude)}`;
    return listOf(chance, spread, { near, radius: RADIUS, sort: 'distance' });
  };
