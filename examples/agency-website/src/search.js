import { KINDS } from './words.js';

/** @import { ListingsQuery } from './agency.js' */

/** The features that the form offers: the names of the directory, in words. */
export const FEATURES = {
  airConditioning: 'Air conditioning',
  balcony: 'Balcony',
  courtyard: 'Courtyard',
  dishwasher: 'Dishwasher',
  fullyFenced: 'Fenced',
  petFriendly: 'Pets allowed',
  poolInGround: 'Pool',
  study: 'Study',
};

/** How a chosen filter is shown. @type {Readonly<Record<string, (value: string) => string>>} */
const FILTERS = {
  s: (value) => `“${value}”`,
  listingType: (value) => KINDS[value] ?? value,
  category: (value) => value,
  minbedrooms: (value) => `${value} or more bedrooms`,
  minPrice: (value) => `From $${value}`,
  maxPrice: (value) => `Up to $${value}`,
  bbox: () => 'A part of the map',
  ...Object.fromEntries(Object.entries(FEATURES).map(([name, text]) => [name, () => text])),
};

/** What a visitor searches for: the parameters of the page are those of the directory, so that a link keeps the search. */
export class Search {
  /** @param {string} url of the page */
  constructor(url) {
    const { pathname, searchParams } = new URL(url);
    this.pathname = pathname;
    const params = [...searchParams];
    /** @type {Readonly<Record<string, string>>} */
    this.given = Object.fromEntries(params.filter(([, value]) => value.trim() !== ''));
    this.page = Number(this.given['page'] ?? 1);
  }

  /** The filters for the directory, which reads the texts and refuses what is wrong. @returns {ListingsQuery} */
  get filters() {
    return Object.fromEntries(Object.entries(this.given).filter(([name]) => name in FILTERS));
  }

  /** @returns {ListingsQuery} */
  get order() {
    const { page, sort } = this.given;
    return Object.fromEntries(Object.entries({ page, sort }).filter(([, value]) => value));
  }

  /** Each filter in words, with the path of the search without it. */
  get chosen() {
    return Object.entries(this.filters).map(([name, value]) => ({
      text: FILTERS[name]?.(String(value)),
      path: this.path({ [name]: undefined }),
    }));
  }

  /**
   * The path of the search with other parameters, from its first page on.
   * @param {Readonly<Record<string, string | undefined>>} change
   */
  path(change) {
    const params = Object.entries({ ...this.given, page: undefined, ...change });
    const query = new URLSearchParams(params.flatMap(([name, value]) => (value ? [[name, value]] : [])));
    return query.size > 0 ? `${this.pathname}?${query}` : this.pathname;
  }
}
