import { html } from 'hono/html';
import { MOST_SEARCHES } from '../saved-searches.js';
import { counted } from '../words.js';
import { cardList } from './cards.js';

/** @import { SearchItem } from 'agency-directory-client' */
/** @import { News } from '../saved-searches.js' */
/** @import { Page } from './layout.js' */
/** @import { Search } from '../search.js' */

/** Saves a search. @param {Search} search */
export const saveForm = (search) =>
  html`<form method="post" action="/saved">
    <input type="hidden" name="path" value="${search.path({})}" />
    <button class="quiet">Tell me of new ones</button>
  </form>`;

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
    <h2><a href="/?${query.replace(/&?websiteID=\d+$/, '')}">${name}</a></h2>
    <p>${news.matches ? since : 'It has been a while: open the search to see its homes.'}</p>
    ${cards.length > 0 && cardList(cards)}
    <form method="post" action="/saved/delete">
      <input type="hidden" name="id" value="${id}" />
      <button class="quiet" aria-label="Delete ${name}">Delete</button>
    </form>
  </section>`;
};

/** The searches of a visitor, each with its new matches. @param {readonly (SearchItem & { news: News })[]} searches @returns {Page} */
export const savedPage = (searches) => ({
  title: 'Saved searches',
  body: html`<h1>Saved searches</h1>
    <p><a href="/">Search for homes</a>, and press “Tell me of new ones”. You may have ${MOST_SEARCHES} searches.</p>
    ${searches.map(section)}`,
});
