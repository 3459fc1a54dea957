import { html } from 'hono/html';
import { badgesOf } from '../badges.js';
import { kindOf } from '../words.js';
import { facts } from './facts.js';
import { icon } from './icons.js';
import { picture } from './picture.js';

/** @import { ListingCard } from 'agency-directory-client' */
/** @import { Card } from '../badges.js' */

/** "House", "Land"; homes of some kinds have no category. @param {ListingCard} card */
export const homeKind = ({ category, listingType }) =>
  listingType === 'land'
    ? 'Land'
    : kindOf(category || (['residential', 'rental'].includes(listingType) ? '' : listingType));

/** The price line of a home. @param {ListingCard} card */
export const priceOf = ({ price, status }) => price || (status === 'current' ? 'Contact agent' : 'Price withheld');

/** The media of a home: the number of pictures, a floor plan, a video. @param {ListingCard} card */
const media = ({ images, hasFloorplan, hasVideo, hasTour }) =>
  html`<span class="media">
    ${images !== undefined && images > 1 && html`<span title="${images} pictures">${icon('photo')} ${images}</span>`}
    ${hasFloorplan && html`<span title="Floor plan">${icon('plan')}</span>`}
    ${(hasVideo || hasTour) && html`<span title="Video or tour">${icon('film')}</span>`}
  </span>`;

/** @param {Card & { title?: string }} card the title replaces the price @param {number} at */
const card = ({ title, ...home }, at) => {
  const price = priceOf(home);
  const details = [title && !title.includes(price) && price, homeKind(home)].filter(Boolean).join(' · ');
  return html`<li>
    <a href="${home.slug}">
      <span class="frame">${picture('home', home.image, at < 3 ? 'eager' : 'lazy')} ${media(home)}</span>
      <strong>${title ?? price}</strong> <span class="address">${home.address}</span>
      ${facts(home)}
      <small>${details}</small>
      <span class="badges">${badgesOf(home).map(({ text, style }) => html`<b class="${style}">${text}</b>`)}</span>
    </a>
  </li>`;
};

/** Homes as cards; the browser loads the pictures of the first ones at once. @param {readonly (Card & { title?: string })[]} cards */
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
