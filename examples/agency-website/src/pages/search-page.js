import { html } from 'hono/html';
import { FEATURES, Search, statusWords } from '../search.js';
import { capitalized, counted, dollars, kindOf } from '../words.js';
import { cardList, pageLinks } from './cards.js';
import { select, wordsField } from './fields.js';
import { homesMap } from './homes-map.js';
import { marketNumbers } from './numbers.js';
import { saveForm } from './saved-page.js';

/** @import { FacetValueCount, ListingFacetsCounts, PriceCount } from 'agency-directory-client' */
/** @import { Options } from './fields.js' */
/** @import { PageOf } from './layout.js' */
/** @typedef {readonly FacetValueCount[]} Counts */

/** @type {Options} */
const SORTS = [
  ['newest', 'Newest first'],
  ['price-asc', 'Lowest price first'],
  ['price-desc', 'Highest price first'],
  ['inspection-asc', 'Next inspection first'],
];

/** The values of a field that homes have, each with their number, and the chosen one. @param {(value: string) => string} words @param {Counts} [counts] @param {string} [chosen] @returns {Options} */
const options = (words, counts = [], chosen = '') => {
  const found = counts.filter(({ count }) => count > 0).map(({ value, count }) => ({ value: String(value), count }));
  const isFound = chosen === '' || found.some(({ value }) => value === chosen);
  return [
    ['', 'Any'],
    ...(isFound ? [] : [/** @type {const} */ ([chosen, words(chosen)])]),
    ...found.map(({ value, count }) => /** @type {const} */ ([value, `${words(value)} (${count})`])),
  ];
};

/** @param {string} value */
const orMore = (value) => `${value} or more`;

/** Numbers of bedrooms, each with the number of homes that have as many or more. @param {Counts} [counts] */
const atLeast = (counts = []) =>
  [1, 2, 3, 4, 5].map((value) => ({
    value,
    count: counts.reduce((sum, one) => (Number(one.value) >= value ? sum + one.count : sum), 0),
  }));

/** @param {string} amount */
const orDollars = (amount) => (Number(amount) > 0 ? dollars(Number(amount)) : amount);

/** The brackets of prices, each with the number of homes from it on, or up to it. @param {readonly PriceCount[]} [counts] @param {'min' | 'max'} [bound] */
const prices = (counts = [], bound = 'min') => {
  const brackets = counts.toSorted((one, other) => one.value - other.value);
  const sum = (/** @type {Counts} */ some) => some.reduce((total, { count }) => total + count, 0);
  return brackets.map((bracket, at) =>
    bound === 'min'
      ? { ...bracket, count: sum(brackets.slice(at)) }
      : { value: bracket.to ?? bracket.value, count: sum(brackets.slice(0, at + 1)) },
  );
};

/** The filters of a search, each with a link that removes it. @param {Search} search */
export const chips = ({ chosen }) =>
  html`<p class="chips">
    ${chosen.map(([text, path]) => html`<a href="${path}" aria-label="Without ${text}">${text} ✕</a>`)}
  </p>`;

/** @param {Search} search @param {ListingFacetsCounts} counts */
const form = (search, { status, listingType, category, bedrooms, price, features = [] }, { given } = search) =>
  html`<form class="search" action="/" role="search">
    ${wordsField(search)}
    ${select('listingType', 'Kind', options(kindOf, listingType, given.listingType), given.listingType)}
    ${select('category', 'Home', options(capitalized, category, given.category), given.category)}
    ${select('minbedrooms', 'Bedrooms', options(orMore, atLeast(bedrooms), given.minbedrooms), given.minbedrooms)}
    ${select('minPrice', 'Price from', options(orDollars, prices(price), given.minPrice), given.minPrice)}
    ${select('maxPrice', 'Price up to', options(orDollars, prices(price, 'max'), given.maxPrice), given.maxPrice)}
    ${select('status', 'Status', options(statusWords, status, given.status).slice(1), given.status ?? 'current')}
    ${select('sort', 'Order', SORTS, given.sort)}
    <details ${[...FEATURES, 'underOffer'].some((name) => given[name]) && 'open'}>
      <summary>Features</summary>
      ${features
        .filter(({ value }) => FEATURES.includes(String(value)))
        .map(
          ({ value, count }) =>
            html`<label>
              <input type="checkbox" name="${value}" value="true" ${given[String(value)] && 'checked'} />
              ${capitalized(String(value))} (${count})
            </label>`,
        )}
      <label>
        <input type="checkbox" name="underOffer" value="false" ${given.underOffer === 'false' && 'checked'} /> Not under
        offer
      </label>
    </details>
    ${given.bbox && html`<input type="hidden" name="bbox" value="${given.bbox}" />`}
    <button>Search</button>
  </form>`;

/** Homes that match a search, as a map and as cards. @type {PageOf} */
export const searchPage = async (agency, { url }) => {
  const search = new Search(url);
  const [list, counts, map, numbers] = await Promise.all([
    agency.cards(search.query),
    agency.counts(search.filters),
    homesMap(agency, search),
    // The page also works without them.
    search.page === 1 && marketNumbers(agency, search.filters).catch(() => ''),
  ]);
  const title = counted(list.total, 'home');
  const body = html`<h1>${title}</h1>
    ${form(search, counts)}
    <div class="found">${chips(search)} ${agency.saved && saveForm(search)}</div>
    <div class="results">
      <section aria-label="Homes">
        ${list.total === 0 && html`<p>No home matches. Leave out a filter, or write another word.</p>`}
        ${cardList(list.data)} ${pageLinks(search.page, list.totalPage, (page) => search.path({ page }))}
      </section>
      ${map}
    </div>
    ${numbers}`;
  return { title, body };
};
