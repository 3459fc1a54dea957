import { html } from 'hono/html';
import { badgesOf } from '../badges.js';
import { capitalized, rooms } from '../words.js';
import { picture } from './picture.js';

/** @import { ListingCard } from 'agency-directory-client' */

/** "House", "Unit"; homes of some kinds have no category. @param {ListingCard} card */
const homeKind = ({ category, listingType }) =>
  capitalized(category || (['residential', 'rental'].includes(listingType) ? '' : listingType));

/** The price line of a home. @param {ListingCard} card */
export const priceOf = ({ price, status }) => price || (status === 'current' ? 'Contact agent' : 'Price not disclosed');

/** @param {ListingCard & { title?: string }} card the title replaces the price @param {number} at */
const card = ({ title, ...home }, at) => {
  const price = priceOf(home);
  const facts = [title && !title.includes(price) && price, homeKind(home), rooms(home)].filter(Boolean).join(' · ');
  return html`<li>
    <a href="${home.slug}">
      ${picture('home', home.image, at < 3 ? 'eager' : 'lazy')}
      <strong>${title ?? price}</strong> <span>${home.address}</span>
      <small>${facts}</small>
      <span class="badges">${badgesOf(home).map(({ text, style }) => html`<b class="${style}">${text}</b>`)}</span>
    </a>
  </li>`;
};

/** Homes as cards; the browser loads the pictures of the first ones at once. @param {readonly (ListingCard & { title?: string })[]} cards */
export const cardList = (cards) =>
  html`<ul class="cards">
    ${cards.map(card)}
  </ul>`;

/** Links to the previous and the next page. @param {number} page @param {number} pages @param {(page: string) => string} pathOf */
export const pageLinks = (page, pages, pathOf) =>
  pages > 1 &&
  html`<nav class="pages" aria-label="Pages of the list">
    ${page > 1 && html`<a rel="prev" href="${pathOf(String(page - 1))}">Previous</a>`}
    <span>Page ${page} of ${pages}</span>
    ${page < pages && html`<a rel="next" href="${pathOf(String(page + 1))}">Next</a>`}
  </nav>`;
