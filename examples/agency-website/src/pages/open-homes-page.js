import { html } from 'hono/html';
import { Search } from '../search.js';
import { clock, counted, weekday } from '../words.js';
import { cardList, pageLinks } from './cards.js';
import { chips, wordsField } from './search-page.js';

/** @import { InspectionItem } from 'agency-directory-client' */
/** @import { PageOf } from './layout.js' */

/** @param {InspectionItem} item */
const title = ({ kind, dateFrom, dateTo, timeZone }) =>
  (kind === 'auction' ? 'Auction ' : '') + clock(dateFrom, dateTo, timeZone);

/** @param {InspectionItem} item */
const dayOf = ({ dateFrom, timeZone }) => weekday(dateFrom, timeZone);

/** Open homes and auctions by day, the next ones first. @type {PageOf} */
export const openHomesPage = async (agency, { url }) => {
  const search = new Search(url);
  const { data, total, totalPage } = await agency.openHomes({ ...search.filters, page: search.page });
  const days = [...new Set(data.map(dayOf))].map((day) => ({ day, items: data.filter((item) => dayOf(item) === day) }));
  const calendar = search.path({}).replace('/open-homes', '/open-homes.ics');
  const body = html`
    <h1>Open homes and auctions</h1>
    <form class="search" role="search">
      ${wordsField(search)}
      <button>Search</button>
    </form>
    ${chips(search)}
    <p>
      ${counted(total, 'time')}. <a href="webcal://${new URL(url).host}${calendar}">Subscribe in your calendar</a>,
      which then moves what we move, or <a href="${calendar}">save them once</a>.
    </p>
    ${days.map(
      ({ day, items }) => html`
        <h2>${day}</h2>
        ${cardList(items.map((item) => ({ ...item.listing, title: title(item) })))}
      `,
    )}
    ${pageLinks(search.page, totalPage, (page) => search.path({ page }))}
  `;
  return { title: 'Open homes', body };
};
