import { html } from 'hono/html';
import { MOST_SEARCHES } from '../saved-searches.js';
import { OFFERS } from '../search.js';
import { counted } from '../words.js';
import { cardList } from './cards.js';
import { icon } from './icons.js';

/** @import { SearchItem } from 'agency-directory-client' */
/** @import { News } from '../saved-searches.js' */
/** @import { Page } from './layout.js' */
/** @import { Search } from '../search.js' */

/** Saves a search. @param {Search} search */
export const saveForm = (search) =>
  html`<form method="post" action="/saved">
    <input type="hidden" name="path" value="${search.path({})}" />
    <button class="quiet">${icon('heart')} Save this search</button>
  </form>`;

/** The list of a saved query. @param {string} query */
const pathOf = (query) => {
  const { listingType = '', ...filters } = Object.fromEntries(new URLSearchParams(query));
  const [path] = Object.entries(OFFERS).find(([, offer]) => String(offer.query.listingType) === listingType) ?? [
    '/buy',
  ];
  delete filters['websiteID'];
  return `${path}?${new URLSearchParams(filters)}`;
};

/** The latest match of each home as its card. @param {News} news */
const cardsOf = ({ matches = [] }) => {
  const cards = matches.flatMap(({ reason, relisted, listing }) => {
    if (!listing) return [];
    const what = relisted ? 'Back on the market' : reason === 'new' ? 'New' : 'New price';
    return [{ ...listing, title: `${what}: ${listing.price || 'Contact agent'}` }];
  });
  return [...new Map(cards.map((card) => [card.id, card])).values()];
};

/** @param {SearchItem & { news: News }} search */
const section = ({ id, name, query, news }) => {
  const cards = cardsOf(news);
  const since = cards.length > 0 ? `${counted(cards.length, 'home')} since your last visit.` : 'Nothing new.';
  return html`<section class="saved">
    <h2><a href="${pathOf(query)}">${name}</a></h2>
    <p>${news.matches ? since : 'It has been a while: open the search to see its homes.'}</p>
    ${cards.length > 0 && cardList(cards)}
    ${news.hasNext && html`<p>There are more: <a href="/saved">show them</a>.</p>`}
    <form method="post" action="/saved/delete">
      <input type="hidden" name="id" value="${id}" />
      <button class="quiet" aria-label="Delete this search, ${name}">Delete this search</button>
    </form>
  </section>`;
};

const ACTS = {
  saved: 'Your search is saved. New homes and new prices appear here.',
  deleted: 'Your search is deleted.',
  full: `You have ${MOST_SEARCHES} searches, the most that we keep. Delete one to save another.`,
};

/** The searches of a visitor, each with its new matches. @param {readonly (SearchItem & { news: News })[]} searches @param {string} [act] what the visitor has just done @returns {Page} */
export const savedPage = (searches, act = '') => ({
  title: 'Saved searches',
  body: html`<h1>Saved searches</h1>
    ${act in ACTS && html`<p class="thanks" role="status" tabindex="-1" autofocus>${ACTS[/** @type {keyof typeof ACTS} */ (act)]}</p>`}
    ${searches.length === 0 && html`<p>You have no saved searches. <a href="/buy">Search for homes</a>, and press “Save this search”.</p>`}
    ${searches.map(section)}`,
});
