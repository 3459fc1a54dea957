import { ProblemError } from 'agency-directory-client';
import { amountOf, dollars, featureOf, homesOf, kindOf } from './words.js';

/** @import { AgentsQuery, ListingsQuery } from './agency.js' */
/** @typedef {{ name: string, words: string, query: ListingsQuery, nouns?: readonly [one: string, many: string] }} Offer */

/** The lists of homes, by their paths. @type {Readonly<Record<string, Offer>>} */
export const OFFERS = {
  '/buy': { name: 'Buy', words: 'for sale', query: { listingType: ['residential', 'land', 'rural'] } },
  '/rent': { name: 'Rent', words: 'for rent', query: { listingType: ['rental'] } },
  '/commercial': {
    name: 'Commercial',
    words: '',
    query: { listingType: ['commercial', 'business'] },
    nouns: ['commercial property', 'commercial properties'],
  },
  '/sold': { name: 'Sold', words: 'sold', query: { status: ['sold'], sort: 'sold-desc' } },
  '/leased': { name: 'Leased', words: 'leased', query: { status: ['leased'], sort: 'updated' } },
};

/** The features that the form offers. */
export const FEATURES =
  'airConditioning balcony builtInRobes courtyard deck dishwasher ductedHeating floorboards fullyFenced gasHeating gym openFirePlace outdoorEnt petFriendly poolInGround secureParking shed solarPanels study'.split(
    ' ',
  );

/** The words of a field's own fault follow its name. */
export const FIELDS = {
  s: 'Suburb, address or words',
  category: 'Property type',
  minbedrooms: 'Bedrooms',
  minbathrooms: 'Bathrooms',
  mincarspaces: 'Parking',
  minPrice: 'Price from',
  maxPrice: 'Price to',
  sort: 'Sort by',
};

/** @param {string} value */
const inDollars = (value) => dollars(Number(value));

/** The words for a chosen filter. @type {Readonly<Record<string, (value: string) => string>>} */
const FILTERS = {
  s: (value) => `“${value}”`,
  category: homesOf,
  minbedrooms: (value) => `${value}+ bedrooms`,
  minbathrooms: (value) => `${value}+ bathrooms`,
  mincarspaces: (value) => `${value}+ parking`,
  minPrice: (value) => `From ${inDollars(value)}`,
  maxPrice: (value) => `Up to ${inDollars(value)}`,
  underOffer: (value) => (value === 'false' ? 'Not under offer' : 'Under offer'),
  bbox: () => 'Area of the map',
  ...Object.fromEntries(FEATURES.map((name) => [name, () => featureOf(name)])),
};

const AMOUNTS = ['minPrice', 'maxPrice'];
const AGENT_PARAMETERS = { listsIn: 1, surroundingsuburb: 1, page: 1, sort: 1 };

/** The search of a visitor. The page has the same parameters as the directory, so that a link keeps the search. */
export class Search {
  /** The faults of the values, by parameter. @type {Record<string, string>} */
  faults = {};

  /** @param {string} url of the page */
  constructor(url) {
    const { pathname, searchParams } = new URL(url);
    this.pathname = pathname;
    this.offer = OFFERS[pathname];
    /** The values as they were typed. @type {Readonly<Record<string, string>>} */
    this.typed = Object.fromEntries([...searchParams].filter(([, value]) => value.trim() !== ''));
    /** The values for links and for the directory. @type {Record<string, string>} */
    this.given = { ...this.typed };
    for (const name of AMOUNTS.filter((each) => this.given[each])) {
      const amount = amountOf(this.given[name] ?? '');
      if (amount === undefined) this.faults[name] = 'needs an amount, such as 850,000, 900k or $1.5m';
      else this.given[name] = String(amount);
    }
    if (Number(this.given['minPrice']) > Number(this.given['maxPrice']))
      this.faults['maxPrice'] = 'is below the lowest price';
    this.page = Number(this.given['page'] ?? 1);
  }

  /** The filters for the directory, which validates them. @returns {ListingsQuery} */
  get filters() {
    return { ...this.query, page: undefined, sort: undefined };
  }

  /** The filters, the page and the order. @returns {ListingsQuery} */
  get query() {
    const names = { ...FILTERS, page: 1, sort: 1, ...(this.pathname.startsWith('/open-homes') && { dates: 1 }) };
    const { minPrice, maxPrice, ...given } = this.those((name) => Object.hasOwn(names, name));
    const isSold = this.pathname === '/sold';
    const [least, most] = [minPrice, maxPrice].map((price) => (price ? Number(price) : undefined));
    const prices = isSold ? { minSoldPrice: least, maxSoldPrice: most } : { minPrice: least, maxPrice: most };
    return { ...this.offer?.query, ...given, ...prices };
  }

  /** The place, the page and the order of agents. @returns {AgentsQuery} */
  get agents() {
    return this.those((name) => Object.hasOwn(AGENT_PARAMETERS, name));
  }

  /** @param {(name: string) => boolean} isWanted @returns {Record<string, string>} */
  those(isWanted) {
    return Object.fromEntries(Object.entries(this.given).filter(([name]) => isWanted(name)));
  }

  /** Each filter in words, with the path of the search without it. */
  get chosen() {
    return Object.entries(this.those((name) => Object.hasOwn(FILTERS, name) && !this.faults[name])).map(
      ([name, value]) => [FILTERS[name]?.(value), this.path({ [name]: '' })],
    );
  }

  /** "for sale in Randwick NSW 2031". @param {string} [place] the name of the place, if the words are one */
  whereOf(place) {
    const { s } = this.given;
    return [this.offer?.words, place ? `in ${place}` : s && `matching “${s}”`].filter(Boolean).join(' ');
  }

  /** The chosen kind of homes. @returns {readonly [one: string, many: string]} */
  get nouns() {
    const { category } = this.given;
    if (category) return [kindOf(category).toLowerCase(), homesOf(category).toLowerCase()];
    return this.offer?.nouns ?? ['home', 'homes'];
  }

  /** "3+ bedroom houses for sale in Randwick NSW 2031". @param {string} [place] */
  titleOf(place) {
    const { minbedrooms } = this.given;
    const words = [Number(minbedrooms) > 0 && `${minbedrooms}+ bedroom`, this.nouns[1], this.whereOf(place)]
      .filter(Boolean)
      .join(' ');
    return words.charAt(0).toUpperCase() + words.slice(1);
  }

  /** "12 houses with 3+ bedrooms for sale in Randwick NSW 2031". @param {number} count @param {string} [place] */
  headingOf(count, place) {
    const { minbedrooms } = this.given;
    const bedrooms = Number(minbedrooms) > 0 && `with ${minbedrooms}+ bedrooms`;
    const noun = this.nouns[count === 1 ? 0 : 1];
    return [count.toLocaleString('en-AU'), noun, bedrooms, this.whereOf(place)].filter(Boolean).join(' ');
  }

  /**
   * Reads the data of the page. What the directory finds wrong with a value stands in `faults`.
   * @template Result @param {() => Promise<Result>} read @returns {Promise<Result | undefined>} undefined if a value is wrong
   */
  async tried(read) {
    if (Object.keys(this.faults).length > 0) return undefined;
    try {
      return await read();
    } catch (error) {
      if (!(error instanceof ProblemError) || error.status !== 400) throw error;
      for (const { message, ...at } of error.errors) this.faults[String(Object.values(at)[0])] ??= message;
      return undefined;
    }
  }

  /** The path of the search with other parameters, from its first page on. @param {Readonly<Record<string, string | undefined>>} change */
  path(change, pathname = this.pathname) {
    const params = Object.entries({ ...this.given, page: undefined, ...change });
    const query = new URLSearchParams(params.flatMap(([name, value]) => (value ? [[name, value]] : [])));
    return query.size > 0 ? `${pathname}?${query}` : pathname;
  }

  /** The one address of this list for search engines: the filters in one order, without the order and the part of the map. @param {string} [place] */
  canonical(place) {
    const { s, page } = this.given;
    const filters = Object.keys(FILTERS).flatMap((name) =>
      this.given[name] && name !== 'bbox' ? [[name, this.given[name]]] : [],
    );
    const query = new URLSearchParams({
      ...Object.fromEntries(filters),
      ...(s && { s: place ?? s }),
      ...(page && page !== '1' && { page }),
    });
    return query.size > 0 ? `${this.pathname}?${query}` : this.pathname;
  }
}
