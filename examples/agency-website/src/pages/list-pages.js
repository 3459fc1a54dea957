import { html } from 'hono/html';
import { Search } from '../search.js';
import { clock, comingDays, counted, shortWeekday, weekday } from '../words.js';
import { cardList, pageLinks } from './cards.js';
import { wordsField } from './fields.js';
import { chips, faultList } from './filters.js';
import { icon } from './icons.js';

/** @import { InspectionItem } from 'agency-directory-client' */
/** @import { PageOf } from './layout.js' */

const DAYS = 9;

/** @param {InspectionItem} item */
const dayOf = ({ dateFrom, timeZone }) => weekday(dateFrom, timeZone);

/** The home of an inspection or auction as a card, with the time as its title. @param {InspectionItem} item @param {boolean} [hasDay] whether the title has the day, too */
export const timeCard = ({ kind, dateFrom, dateTo, timeZone, listing }, hasDay = false) => ({
  ...listing,
  // The title has the time.
  inspectionTimes: [],
  auction: undefined,
  title: [
    kind === 'auction' && 'Auction',
    hasDay && `${shortWeekday(dateFrom, timeZone)},`,
    clock(dateFrom, dateTo, timeZone),
  ]
    .filter(Boolean)
    .join(' '),
});

/** Open homes and auctions by day, the next ones first; `dates` is a day. @type {PageOf} */
export const openHomesPage = async (agency, { url }) => {
  const search = new Search(url);
  const { dates } = search.given;
  const found = await search.tried(() => agency.openHomes({ ...search.filters, page: search.page }));
  const form = html`<form class="search" role="search">
    ${wordsField(search)} ${dates && html`<input type="hidden" name="dates" value="${dates}" />`}
    <button>${icon('search')} Search</button>
  </form>`;
  if (!found)
    return {
      title: 'Open homes',
      body: html`<h1>Open homes and auctions</h1>
        ${form} ${faultList(search)}`,
      status: 400,
    };
  const { data, total, totalPage } = found;
  if (total > 0 && data.length === 0) return new URL(search.path({ page: String(totalPage) }), url);
  const days = [...new Set(data.map(dayOf))];
  const timeZone = data[0]?.timeZone ?? 'Australia/Sydney';
  const calendar = search.path({}).replace('/open-homes', '/open-homes.ics');
  const { query: own } = await agency.own(search.filters);
  const subscription = agency.subscription('inspections.ics', own) ?? `webcal://${new URL(url).host}${calendar}`;
  const body = html`<h1>Open homes and auctions</h1>
    ${form}
    <nav class="days" aria-label="Days">
      ${[{ date: '', name: 'All days' }, ...comingDays(timeZone, DAYS)].map(
        ({ date, name }) =>
          html`<a href="${search.path({ dates: date })}" ${(dates ?? '') === date && html`aria-current="date"`}
            >${name}</a
          >`,
      )}
    </nav>
    ${chips(search)}
    <p>
      ${counted(total, 'open home')} and auctions.
      <a href="${subscription}">Subscribe in your calendar</a>, which then follows changes, or
      <a href="${calendar}">save them once</a>.
    </p>
    <div class="times">
      ${days.map(
        (day) =>
          html`<h2>${day}</h2>
            ${cardList(data.filter((item) => dayOf(item) === day).map((item) => timeCard(item)))}`,
      )}
    </div>
    ${pageLinks(search.page, totalPage, (page) => search.path({ page }))}`;
  const description = `${counted(total, 'open home')} and auctions to visit, by day, for your calendar.`;
  return { title: 'Open homes and auctions', description, body };
};
