import { capitalized, kindOf } from './words.js';

/** @import { AgentsQuery, ListingsQuery } from './agency.js' */

/** The features that the form offers. */
export const FEATURES =
  'airConditioning balcony builtInRobes courtyard deck dishwasher ductedHeating floorboards fullyFenced gasHeating gym openFirePlace outdoorEnt petFriendly poolInGround secureParking shed solarPanels study'.split(
    ' ',
  );

/** The statuses of homes, as visitors know them. @param {string} status */
export const statusWords = (status) => (status === 'current' ? 'On the market' : capitalized(status));

/** The words for a chosen filter. @type {Readonly<Record<string, (value: string) => string>>} */
const FILTERS = {
  s: (value) => `“${value}”`,
  listingType: kindOf,
  category: capitalized,
  minbedrooms: (value) => `${value} or more bedrooms`,
  minPrice: (value) => `From $${value}`,
  maxPrice: (value) => `Up to $${value}`,
  status: statusWords,
  underOffer: (value) => (value === 'false' ? 'Not under offer' : 'Under offer'),
  bbox: () => 'A part of the map',
  ...Object.fromEntries(FEATURES.map((name) => [name, () => capitalized(name)])),
};

const AGENT_PARAMETERS = { listsIn: 1, surroundingsuburb: 1, page: 1, sort: 1 };

/** The search of a visitor. The page has the same parameters as the directory, so that a link keeps the search. */
export class Search {
  /** @param {string} url of the page */
  constructor(url) {
    const { pathname, searchParams } = new URL(url);
    this.pathname = pathname;
    /** @type {Readonly<Record<string, string>>} */
    this.given = Object.fromEntries([...searchParams].filter(([, value]) => value.trim() !== ''));
    this.page = Number(this.given['page'] ?? 1);
  }

  /** The filters for the directory, which parses and validates them. @returns {ListingsQuery} */
  get filters() {
    return Object.fromEntries(Object.entries(this.given).filter(([name]) => name in FILTERS));
  }

  /** The filters, the page and the order. @returns {ListingsQuery} */
  get query() {
    return Object.fromEntries(Object.entries(this.given).filter(([name]) => name in { ...FILTERS, page: 1, sort: 1 }));
  }

  /** The place, the page and the order of agents. @returns {AgentsQuery} */
  get agents() {
    return Object.fromEntries(Object.entries(this.given).filter(([name]) => name in AGENT_PARAMETERS));
  }

  /** Each filter in words, with the path of the search without it. */
  get chosen() {
    return Object.entries(this.filters).map(([name, value]) => [
      FILTERS[name]?.(String(value)),
      this.path({ [name]: '' }),
    ]);
  }

  /** The path of the search with other parameters, from its first page on. @param {Readonly<Record<string, string | undefined>>} change */
  path(change) {
    const params = Object.entries({ ...this.given, page: undefined, ...change });
    const query = new URLSearchParams(params.flatMap(([name, value]) => (value ? [[name, value]] : [])));
    return query.size > 0 ? `${this.pathname}?${query}` : this.pathname;
  }
}
