import { html } from 'hono/html';
import { rooms } from '../words.js';

/** @import { ListingCard } from 'agency-directory-client' */

/** Homes as cards; the browser loads the pictures of the first ones at once. @param {readonly (ListingCard & { title?: string })[]} cards */
export const cardList = (cards) =>
  html`<ul class="cards">
    ${cards.map(
      ({ address, image, price, slug, underOffer, title = price || 'Contact agent', ...home }, at) =>
        html`<li>
          <a href="${slug}">
            <img src="${image}" alt="" width="400" height="300" loading="${at < 3 ? 'eager' : 'lazy'}" />
            <strong>${title}</strong> <span>${address}</span>
            <small>${[underOffer && 'Under offer', rooms(home)].filter(Boolean).join(' · ')}</small>
          </a>
        </li>`,
    )}
  </ul>`;

/** Links to the previous and the next page. @param {number} page @param {number} pages @param {(page: string) => string} pathOf */
export const pageLinks = (page, pages, pathOf) =>
  pages > 1 &&
  html`<nav class="pages" aria-label="Pages of the list">
    ${page > 1 && html`<a rel="prev" href="${pathOf(String(page - 1))}">Previous</a>`}
    <span>Page ${page} of ${pages}</span>
    ${page < pages && html`<a rel="next" href="${pathOf(String(page + 1))}">Next</a>`}
  </nav>`;
