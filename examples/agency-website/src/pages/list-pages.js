import { html } from 'hono/html';
import { Search } from '../search.js';
import { clock, counted, weekday } from '../words.js';
import { cardList, pageLinks } from './cards.js';
import { wordsField } from './fields.js';
import { chips } from './search-page.js';

/** @import { InspectionItem } from 'agency-directory-client' */
/** @import { PageOf } from './layout.js' */

/** @param {InspectionItem} item */
const dayOf = ({ dateFrom, timeZone }) => weekday(dateFrom, timeZone);

/** The home of an inspection or auction as a card, with the time as its title. @param {InspectionItem} item */
const cardOf = ({ kind, dateFrom, dateTo, timeZone, listing }) => ({
  ...listing,
  // The title has the time.
  inspectionTimes: [],
  auction: undefined,
  title: (kind === 'auction' ? 'Auction ' : '') + clock(dateFrom, dateTo, timeZone),
});

/** Open homes and auctions by day, the next ones first. @type {PageOf} */
export const openHomesPage = async (agency, { url }) => {
  const search = new Search(url);
  const { data, total, totalPage } = await agency.openHomes({ ...search.filters, page: search.page });
  const days = [...new Set(data.map(dayOf))];
  const calendar = search.path({}).replace('/open-homes', '/open-homes.ics');
  const { query } = await agency.own(search.filters);
  const subscription = agency.subscription('inspections.ics', query) ?? `webcal://${new URL(url).host}${calendar}`;
  const body = html`<h1>Open homes and auctions</h1>
    <form class="search" role="search">${wordsField(search)} <button>Search</button></form>
    ${chips(search)}
    <p>
      ${counted(total, 'time')} to visit.
      <a href="${subscription}">Subscribe in your calendar</a>, which then follows what changes, or
      <a href="${calendar}">save them once</a>.
    </p>
    <div class="times">
      ${days.map(
        (day) =>
          html`<h2>${day}</h2>
            ${cardList(data.filter((item) => dayOf(item) === day).map(cardOf))}`,
      )}
    </div>
    ${pageLinks(search.page, totalPage, (page) => search.path({ page }))}`;
  return { title: 'Open homes', body };
};

/** The homes that the agency has sold, the latest first. @type {PageOf} */
export const soldPage = async (agency, request) => {
  const page = Number(request.query('page') ?? 1);
  const { data, total, totalPage } = await agency.cards({ status: ['sold'], sort: 'sold-desc', page });
  const body = html`<h1>Recently sold</h1>
    <p>${total} homes that we have sold. A price is shown where its owners agree.</p>
    ${cardList(data)} ${pageLinks(page, totalPage, (other) => `/sold?page=${other}`)}`;
  return { title: 'Recently sold', body };
};
