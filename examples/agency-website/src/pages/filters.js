import { html } from 'hono/html';
import { FEATURES, FIELDS } from '../search.js';
import { capitalized, dollars, featureOf, homesOf } from '../words.js';
import { faultIn, line, select, wordsField } from './fields.js';
import { icon } from './icons.js';

/** @import { FacetValueCount, ListingFacetsCounts, PriceCount } from 'agency-directory-client' */
/** @import { Search } from '../search.js' */
/** @import { Options } from './fields.js' */
/** @typedef {readonly FacetValueCount[]} Counts */

/** @type {Options} */
const SORTS = [
  ['newest', 'Newest'],
  ['price-asc', 'Lowest price'],
  ['price-desc', 'Highest price'],
  ['inspection-asc', 'Next open home'],
  ['auction-asc', 'Next auction'],
];

/** @type {Options} */
const SOLD_SORTS = [
  ['sold-desc', 'Latest sale'],
  ['price-asc', 'Lowest price'],
  ['price-desc', 'Highest price'],
];

/** @type {Options} */
const LEASED_SORTS = [['updated', 'Latest lease'], ...SOLD_SORTS.slice(1)];

/** The orders of a list; the first one is its own. @param {string} pathname @returns {Options} */
const sortsOf = (pathname) => ({ '/sold': SOLD_SORTS, '/leased': LEASED_SORTS })[pathname] ?? SORTS;

/** Amounts to choose from where the directory counts no prices: those of sales. */
const PRICES = [300, 400, 500, 600, 700, 800, 900, 1000, 1250, 1500, 2000, 2500, 3000, 4000].map((each) => each * 1000);

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
const orMore = (value) => `${value}+`;

/** Numbers of rooms, each with the number of homes that have as many or more. @param {Counts} [counts] */
const atLeast = (counts = []) =>
  [1, 2, 3, 4, 5].map((value) => ({
    value,
    count: counts.reduce((sum, one) => (Number(one.value) >= value ? sum + one.count : sum), 0),
  }));

/** The bounds of prices. Without an upper bound, lower ones have the number of homes from it on, which no other bound has exactly. @param {readonly PriceCount[]} counts @param {'minPrice' | 'maxPrice'} name @param {Readonly<Record<string, string>>} given @returns {Options} */
const priceSteps = (counts, name, { minPrice = '0', maxPrice }) => {
  const brackets = counts.toSorted((one, other) => one.from - other.from);
  if (name === 'maxPrice')
    return brackets.flatMap(({ to }) =>
      to !== undefined && to >= Number(minPrice) ? [[dollars(to), dollars(to)]] : [],
    );
  const steps = brackets.map(({ from }, at) => {
    const count = brackets.slice(at).reduce((sum, bracket) => sum + bracket.count, 0);
    return { from, words: maxPrice ? dollars(from) : `${dollars(from)} (${count})` };
  });
  return steps.flatMap(({ from, words }) => (from <= Number(maxPrice ?? from) ? [[dollars(from), words]] : []));
};

/** A field for an amount with steps to choose from. @param {Search} search @param {'minPrice' | 'maxPrice'} name @param {readonly PriceCount[]} [counts] */
const priceField = (search, name, counts = []) => {
  const given = search.given[name];
  const value = given && !search.faults[name] ? dollars(Number(given)) : search.typed[name];
  const steps =
    search.pathname === '/sold'
      ? PRICES.map((step) => [dollars(step), dollars(step)])
      : priceSteps(counts, name, search.given);
  return html`<div>
    ${line(name, FIELDS[name], { value, fault: faultIn(search, name), list: `${name}s`, placeholder: 'Any', autocomplete: 'off', maxlength: 20 })}
    <datalist id="${name}s">${steps.map(([step, text]) => html`<option value="${step}">${text}</option>`)}</datalist>
  </div>`;
};

/** A choice with the numbers of homes. @param {Search} search @param {'category' | 'minbedrooms' | 'minbathrooms' | 'mincarspaces'} name @param {(value: string) => string} words @param {Counts} [counts] */
const choice = (search, name, words, counts) =>
  html`<div>
    ${select(name, FIELDS[name], options(words, counts, search.given[name]), search.given[name], faultIn(search, name))}
  </div>`;

/** @param {string} name @param {string} value @param {string} text @param {string} [given] */
const check = (name, value, text, given) =>
  html`<label class="check"
    ><input type="checkbox" name="${name}" value="${value}" ${given === value && 'checked'} /> ${text}</label
  >`;

/** The filters of a list: one line on a desk, a sheet on a phone. @param {Search} search @param {ListingFacetsCounts} counts */
export const filters = (search, { category, bedrooms, bathrooms, carspaces, price, features = [] }) => {
  const { given, pathname, chosen } = search;
  const more = ['minbathrooms', 'mincarspaces', 'underOffer', ...FEATURES].filter((name) => given[name]).length;
  return html`<form class="search" id="search" action="${pathname}" role="search">
    ${wordsField(search)}
    <button type="button" class="quiet sheet-button" popovertarget="filters">
      ${icon('filter')} Filters${chosen.length > 0 && ` (${chosen.length})`}
    </button>
    <div class="filters" id="filters" popover>
      <div class="sheet-head">
        <strong>Filters</strong>
        <button
          type="button"
          class="quiet"
          popovertarget="filters"
          popovertargetaction="hide"
          aria-label="Close the filters"
        >
          ${icon('close')}
        </button>
      </div>
      ${choice(search, 'category', homesOf, category)} ${choice(search, 'minbedrooms', orMore, atLeast(bedrooms))}
      ${priceField(search, 'minPrice', price)} ${priceField(search, 'maxPrice', price)}
      <details>
        <summary>More filters${more > 0 && ` (${more})`}</summary>
        <div class="more">
          ${choice(search, 'minbathrooms', orMore, atLeast(bathrooms))}
          ${choice(search, 'mincarspaces', orMore, atLeast(carspaces))}
          <div class="checks">
            ${['/buy', '/rent'].includes(pathname) && check('underOffer', 'false', 'Leave out homes under offer', given['underOffer'])}
            ${features
              .filter(({ value }) => FEATURES.includes(String(value)))
              .map(({ value, count }) =>
                check(String(value), 'true', `${featureOf(String(value))} (${count})`, given[String(value)]),
              )}
          </div>
        </div>
      </details>
      ${given['bbox'] && html`<input type="hidden" name="bbox" value="${given['bbox']}" />`}
      <button class="show">Show homes</button>
    </div>
    <button>${icon('search')} Search</button>
  </form>`;
};

/** The order of a list, which the script changes at once. @param {Search} search */
export const order = (search) =>
  html`<div class="order">
    ${select('sort', FIELDS.sort, sortsOf(search.pathname), search.given['sort'], faultIn(search, 'sort'), 'search')}
  </div>`;

/** The filters of a search, each with a link that removes it. @param {Search} search */
export const chips = ({ chosen }) =>
  chosen.length > 0 &&
  html`<p class="chips">
    ${chosen.map(([text, path]) => html`<a href="${path}" aria-label="Without ${text}">${text} ${icon('close')}</a>`)}
  </p>`;

/** All faults in one place: a field may be in a closed sheet. @param {Search} search */
export const faultList = (search) =>
  html`<div class="fault" role="alert">
    ${Object.entries(search.faults).map(([name, fault]) => html`<p>${nameOf(name)} ${fault}.</p>`)}
  </div>`;

/** @param {string} name of a parameter */
const nameOf = (name) =>
  Object.hasOwn(FIELDS, name) ? FIELDS[/** @type {keyof typeof FIELDS} */ (name)] : capitalized(name);
