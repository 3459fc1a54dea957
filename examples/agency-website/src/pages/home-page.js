import { html } from 'hono/html';
import { FIELDS, OFFERS } from '../search.js';
import { comingDays } from '../words.js';
import { cardList } from './cards.js';
import { suggestingField } from './fields.js';
import { icon } from './icons.js';
import { timeCard } from './list-pages.js';
import { personCard } from './people-pages.js';
import { picture } from './picture.js';

/** @import { PageOf } from './layout.js' */

const HOMES = 6;
const PEOPLE = 6;
const SYDNEY = 'Australia/Sydney';

/** The first page: search, newest homes, open homes of the weekend, and people. @type {PageOf} */
export const homePage = async (agency) => {
  const [{ name, about }, newest, open, people] = await Promise.all([
    agency.profile(),
    agency.homes({ limit: HOMES }),
    weekend(agency),
    agency.findAgents({ sort: 'listings-desc' }),
  ]);
  const [first] = newest.data;
  const body = html`<section class="hero">
      ${picture('home', first?.image ?? '')}
      <form action="/search" role="search">
        <h1>Find your next home</h1>
        <fieldset class="tabs">
          <legend>What are you looking for?</legend>
          ${Object.entries(OFFERS)
            .filter(([path]) => ['/buy', '/rent', '/sold'].includes(path))
            .map(
              ([path, offer], at) =>
                html`<label
                  ><input type="radio" name="offer" value="${path}" ${at === 0 && 'checked'} /> ${offer.name}</label
                >`,
            )}
        </fieldset>
        <div class="line">
          ${suggestingField({ name: 's', label: FIELDS.s, placeholder: 'Suburb, street or “garden”' })}
          <button>${icon('search')} Search</button>
        </div>
      </form>
    </section>
    ${section('Newest homes', '/buy', 'All homes for sale', cardList(newest.data))}
    ${open && section(open.title, '/open-homes', 'All open homes', cardList(open.data.map((item) => timeCard(item, true))))}
    <section class="worth">
      <div>
        <h2>What is my home worth?</h2>
        <p>See what sold in your street, or let one of us have a look: free, and without obligation.</p>
      </div>
      <p>
        <a class="button" href="/appraisal">Ask for an appraisal</a>
        <a class="button quiet" href="/sold">See what sold</a>
      </p>
    </section>
    ${section(
      'Our people',
      '/agents',
      'All people',
      html`<ul class="people">
        ${people.data.slice(0, PEOPLE).map(personCard)}
      </ul>`,
    )}
    <section class="about">
      <h2>${name}</h2>
      <p>${about}</p>
      <p><a href="/about">How to reach us</a></p>
    </section>`;
  return { title: 'Homes for sale and for rent', description: about, image: first?.image, body };
};

/** @param {string} title @param {string} path @param {string} link @param {unknown} content */
const section = (title, path, link, content) =>
  html`<section class="row">
    <div class="row-head">
      <h2>${title}</h2>
      <a href="${path}">${link}</a>
    </div>
    ${content}
  </section>`;

/** The open homes of the coming weekend, or the next ones; undefined if there are none. @param {Parameters<PageOf>[0]} agency */
async function weekend(agency) {
  const days = comingDays(SYDNEY, 8).filter(({ isWeekend }) => isWeekend);
  const onWeekend = await agency.openHomes({ dates: days.slice(0, 2).map(({ date }) => date), limit: HOMES });
  if (onWeekend.total > 0) return { title: 'Open this weekend', data: onWeekend.data };
  const next = await agency.openHomes({ limit: HOMES });
  return next.total > 0 ? { title: 'Next open homes', data: next.data } : undefined;
}
