import { html } from 'hono/html';
import { counted } from '../words.js';
import { icon } from './icons.js';

/** @import { ListingCard } from 'agency-directory-client' */

/** @param {Parameters<typeof icon>[0]} name @param {number | undefined} count @param {string} noun */
const room = (name, count, noun) =>
  count !== undefined &&
  count > 0 &&
  html`<li title="${counted(count, noun)}">
    ${icon(name)} ${count} <span class="words-of">${noun}${count === 1 ? '' : 's'}</span>
  </li>`;

/** The rooms and the land of a home, as icons with numbers; words are hidden where space is short. @param {Pick<ListingCard, 'bedrooms' | 'bathrooms' | 'parkingSpaces' | 'landArea'>} home @param {number} [floorArea] in square metres */
export const facts = ({ bedrooms, bathrooms, parkingSpaces, landArea }, floorArea) =>
  html`<ul class="facts">
    ${bedrooms === 0 ? html`<li>${icon('bed')} Studio</li>` : room('bed', bedrooms, 'bedroom')}
    ${room('bath', bathrooms, 'bathroom')} ${room('car', parkingSpaces, 'car space')}
    ${landArea ? html`<li title="Land">${icon('land')} ${area(landArea)} <span class="words-of">land</span></li>` : ''}
    ${floorArea ? html`<li title="Floor">${icon('floor')} ${area(floorArea)} <span class="words-of">floor</span></li>` : ''}
  </ul>`;

/** "566 m²", "2.4 ha". @param {number} metres */
const area = (metres) =>
  metres < 10_000
    ? `${Math.round(metres).toLocaleString('en-AU')} m²`
    : `${(metres / 10_000).toLocaleString('en-AU', { maximumFractionDigits: 1 })} ha`;
