import { html } from 'hono/html';
import { OFFERS } from '../search.js';
import { counted, dollars } from '../words.js';
import { cardList } from './cards.js';
import { marketNumbers } from './market-page.js';
import { personCard } from './people-pages.js';

/** @import { PageOf } from './layout.js' */

const HOMES = 6;

/** A suburb: its homes for sale and for rent, sales, people and numbers. @type {PageOf} */
export const suburbPage = async (agency, request) => {
  const suburb = await agency.suburb(request.param('slug') ?? '');
  if (!suburb) return undefined;
  const { name: place, slug, state, surroundingSuburbs } = suburb;
  const fullSuburb = [place];
  const lists = ['/buy', '/rent', '/sold'].map((path) => ({ path, ...OFFERS[path] }));
  const [{ name }, market, people, ...found] = await Promise.all([
    agency.profile(),
    agency.market({ ...suburb, type: 'suburb', text: place, regionName: '', areaName: '' }),
    agency.findAgents({ websiteID: (await agency.profile()).websiteID, listsIn: [place] }),
    ...lists.map(({ query }) => agency.homes({ ...query, fullSuburb, limit: HOMES })),
  ]);
  const { price, rent, count } = market.quarters.current;
  const facts = [
    counted(count, 'home') + ' on the market',
    price && `median asking price ${dollars(price.median)}`,
    rent && `median rent ${dollars(rent.median)} a week`,
  ];
  const body = html`<h1>${place}</h1>
    <p>${suburb.areaName && `${suburb.areaName}, `}${suburb.regionName || state}</p>
    ${lists.map(({ path, words = '' }, at) => {
      const { total, data } = found[at] ?? { total: 0, data: [] };
      const link = `${path}?${new URLSearchParams({ s: place })}`;
      return (
        total > 0 &&
        html`<section class="row">
          <div class="row-head">
            <h2>${counted(total, 'home')} ${words} in ${suburb.suburb}</h2>
            ${total > data.length && html`<a href="${link}">All ${total}</a>`}
          </div>
          ${cardList(data)}
        </section>`
      );
    })}
    ${
      people.total > 0 &&
      html`<h2>Our people in ${suburb.suburb}</h2>
        <ul class="people">
          ${people.data.map(personCard)}
        </ul>`
    }
    <h2>The market of ${suburb.suburb}</h2>
    ${marketNumbers(market, name, place)}
    ${
      surroundingSuburbs &&
      surroundingSuburbs.length > 0 &&
      html`<h2>Next to it</h2>
        <p class="chips">
          ${surroundingSuburbs.map((next) => html`<a href="/suburbs/${next.slug}">${next.name}</a>`)}
        </p>`
    }`;
  const title = `${place}: homes and prices`;
  return { title, description: `${place}: ${facts.filter(Boolean).join(', ')}.`, path: `/suburbs/${slug}`, body };
};

/** The suburbs in which the agency has homes. @type {PageOf} */
export const suburbsPage = async (agency) => {
  const suburbs = await agency.suburbs({});
  const body = html`<h1>Suburbs</h1>
    <ul class="columns">
      ${suburbs
        .toSorted((one, other) => (String(one.value) < String(other.value) ? -1 : 1))
        .map(
          ({ value, count }) =>
            html`<li>
              <a href="/suburbs/${slugOf(String(value))}">${value}</a> <small>${counted(count, 'home')}</small>
            </li>`,
        )}
    </ul>`;
  return { title: 'Suburbs', description: `Homes and prices in ${counted(suburbs.length, 'suburb')}.`, body };
};

/** The slug of a suburb by its name in full: "hurstville-nsw-2220". @param {string} name */
export const slugOf = (name) =>
  name
    .toLowerCase()
    .replaceAll(/['’]/g, '')
    .replaceAll(/[^\p{L}\p{N}]+/gu, '-');
