import { html } from 'hono/html';
import { Search } from '../search.js';
import { counted, dollars } from '../words.js';
import { cardList, pageLinks } from './cards.js';
import { chips, faultList, filters, order } from './filters.js';
import { icon } from './icons.js';
import { homesMap } from './homes-map.js';
import { saveForm } from './saved-page.js';

/** @import { ListingStatistics } from 'agency-directory-client' */
/** @import { Agency } from '../agency.js' */
/** @import { PageOf } from './layout.js' */

/** "2026: 12 sold, median $1,105,000, 31 days on the market". @param {ListingStatistics} numbers */
const salesLines = ({ series }) =>
  series
    .toReversed()
    .filter(({ sold }) => sold > 0)
    .map(({ from, sold, soldPrice, daysOnMarket: days }) =>
      [
        `${from.slice(0, 4)}: ${sold} sold`,
        soldPrice && `median ${dollars(soldPrice.median)}`,
        days && `${counted(Math.round(days.median), 'day')} on the market`,
      ]
        .filter(Boolean)
        .join(', '),
    );

/** The list with its filters, when a value is wrong: nothing that was typed is lost. @param {Agency} agency @param {Search} search */
const refused = async (agency, search) => {
  const title = search.offer?.name ?? 'Homes';
  const counts = await agency.counts({ ...search.offer?.query, sort: undefined });
  const body = html`<h1>${title}</h1>
    ${filters(search, counts)} ${search.faults['sort'] && order(search)} ${faultList(search)}`;
  return { title, body, status: /** @type {const} */ (400) };
};

/** Homes of an offer that match a search, as cards and on a map. @type {PageOf} */
export const searchPage = async (agency, { url }) => {
  const search = new Search(url);
  const found = await search.tried(() =>
    Promise.all([
      agency.homes(search.query),
      agency.counts(search.filters),
      agency.placeOf(search.given['s']),
      homesMap(agency, search),
      search.pathname === '/sold' && search.page === 1 ? agency.sales(search.filters) : undefined,
    ]),
  );
  if (!found) return refused(agency, search);
  const [list, counts, place, map, sales] = found;
  if (list.total > 0 && list.data.length === 0) return new URL(search.path({ page: String(list.totalPage) }), url);
  const heading = search.headingOf(list.total, place?.text);
  const isSold = ['/sold', '/leased'].includes(search.pathname);
  const body = html`<h1>${heading}</h1>
    ${filters(search, counts)}
    <div class="found">
      ${chips(search)} ${map && html`<a class="to-map" href="#map">${icon('pin')} Map</a>`}
      ${place?.type === 'suburb' && html`<a href="/suburbs/${place.slug}">About ${place.text}</a>`}
      ${agency.saved && !isSold && saveForm(search)} ${order(search)}
    </div>
    ${sales && salesLines(sales).map((text) => html`<p>${text}</p>`)}
    <div class="results">
      <section aria-label="Homes">
        ${list.total === 0 && html`<p class="empty">No home matches. Take a filter away, or try another suburb.</p>`}
        ${cardList(list.data)} ${pageLinks(search.page, list.totalPage, (page) => search.path({ page }))}
      </section>
      ${map}
    </div>`;
  const { name } = await agency.profile();
  const description = `${heading}. Prices, open homes, auctions and pictures from ${name}.`;
  return {
    title: search.titleOf(place?.text),
    description,
    path: search.canonical(place?.type === 'suburb' ? place.text : undefined),
    image: list.data[0]?.image,
    body,
  };
};
