import type { Chance } from './chance.js';
import type { DirectoryFacts } from './directory-facts.js';
import { LISTINGS, oneOf, rounded, windowOf, type PathsOf, type Query } from './paths.js';
import { pathOf, varied } from './requests.js';

/** Metres covered by four map tiles at zoom 0, at the latitude of Sydney. */
const MAP = 133_000_000;
/** The choices of a search form. */
const FACETS = 'listingType,category,bedrooms,features';
const MOST_PERIODS = 20;

/** A search form: a suburb, often with bedrooms, prices or both. */
function searchOf(chance: Chance, { suburbs }: DirectoryFacts): Query {
  const { value: suburb, price } = chance.draw(suburbs);
  const bedrooms: Query = chance.fraction() < 0.5 ? { minbedrooms: chance.integer(1, 4) } : {};
  const [least, most] = [price * (0.5 + chance.fraction() * 0.4), price * (1.2 + chance.fraction())].map(rounded);
  const prices: Query = chance.fraction() < 0.5 && least && most ? { minPrice: least, maxPrice: most } : {};
  return { suburb, ...bedrooms, ...prices };
}

const resultsOf =
  (path: string): PathsOf =>
  (facts) =>
  (chance, spread) => {
    const sort = chance.pick(['newest', 'price-asc', 'price-desc']);
    return pathOf(path, { ...searchOf(chance, facts), sort, limit: 20, ...varied(chance, spread) });
  };

export const suburbCards = resultsOf(`${LISTINGS}/cards`);
export const suburbPage = resultsOf(LISTINGS);

export const oneHome: PathsOf = ({ currentIds }) => oneOf(currentIds);

export const suburbFacets: PathsOf = (facts) => (chance, spread) =>
  pathOf(`${LISTINGS}/facets`, {
    ...searchOf(chance, facts),
    facets: FACETS,
    ...(spread > 0 && { facetLimit: 50 - spread }),
  });

/** A map of a city, of a suburb, or of an area between the two in size. */
export const mapClusters: PathsOf = (facts) => (chance) => {
  const zoom = chance.integer(11, 15);
  return pathOf(`${LISTINGS}/clusters`, { bbox: windowOf(chance, facts, MAP / 2 ** zoom), zoom });
};

/** This year and last year by kinds of homes. */
export const suburbStatistics: PathsOf = (facts) => {
  const until = new Date().toISOString().slice(0, 10);
  return (chance, spread) =>
    pathOf(`${LISTINGS}/statistics`, {
      ...searchOf(chance, facts),
      until,
      period: 'year',
      periods: Math.min(2 + spread, MOST_PERIODS),
      by: 'listingType',
    });
};

const STATES = ['NSW', 'VIC', 'QLD', 'WA', 'SA', ''];
const GROUPS = ['', '', 'category', 'suburb', 'bedrooms'];

/** The market of a state or of the country, often by groups. Each series ends on another day. */
export const wideMarket: PathsOf = () => (chance, spread) => {
  const [state, by] = [chance.pick(STATES), chance.pick(GROUPS)];
  const until = new Date(Date.now() - (spread + chance.integer(0, 300)) * 86_400_000).toISOString();
  return pathOf(`${LISTINGS}/statistics`, { ...(state && { state }), ...(by && { by }), until });
};

/** The next inspections and auctions. */
export const suburbCalendar: PathsOf = (facts) => (chance) =>
  pathOf('/api/v1/inspections.ics', searchOf(chance, facts));
