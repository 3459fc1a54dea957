import { html, raw } from 'hono/html';
import { closedText } from '../badges.js';
import { capitalized, clock, day, dollars, rooms, weekday } from '../words.js';
import { cardList, priceOf } from './cards.js';
import { enquiryForm } from './enquiry-form.js';
import { listingData } from './listing-data.js';

/** @import { Listing, HistoryEntry } from 'agency-directory-client' */
/** @import { PageOf } from './layout.js' */

/** A row of pictures that scrolls by touch or with the arrow keys; homes without pictures have none. @param {Listing} listing */
const gallery = ({ images, documents, address }) => {
  const pictures = [...images, ...documents.filter(({ type }) => type === 'floorplan')];
  if (pictures.length === 0) return '';
  return html`<div class="gallery" tabindex="0" role="group" aria-label="Pictures of ${address.fullSuburb}">
    ${pictures.map(
      ({ url }, at) =>
        html`<img
          src="${url}"
          alt="Picture ${at + 1}"
          width="800"
          height="600"
          loading="${at > 0 ? 'lazy' : 'eager'}"
        />`,
    )}
  </div>`;
};

/** A section of the page, left out if it is empty. @param {string} title @param {readonly unknown[]} items */
const list = (title, items, style = '') =>
  items.length > 0 &&
  html`<h2>${title}</h2>
    <ul class="${style}">
      ${items.map((item) => html`<li>${item}</li>`)}
    </ul>`;

/** Upcoming inspections or an upcoming auction, in local time. @param {Listing['inspectionTimes']} times @param {string} [timeZone] */
const coming = (times, timeZone) =>
  times
    .filter(({ dateTo }) => dateTo > new Date().toISOString())
    .map(({ dateFrom, dateTo }) => `${weekday(dateFrom, timeZone)}, ${clock(dateFrom, dateTo, timeZone)}`);

/** The features of the home, in words. @param {Listing} listing */
const featuresOf = ({ features, ecoFriendly }) =>
  Object.entries({ ...features, ...ecoFriendly }).flatMap(([name, has]) => (has === true ? [capitalized(name)] : []));

/** The changes of status and price, the latest first. @param {readonly HistoryEntry[]} history @param {string} [timeZone] */
const historyTable = (history, timeZone) =>
  html`<h2>History</h2>
    <table>
      ${history.toReversed().map(
        ({ at, kind, status, price: { soldPrice, priceView } }) =>
          html`<tr>
            <th scope="row">${day(at, timeZone)}</th>
            <td>${{ created: 'Listed', price: 'Price', status: undefined }[kind] ?? capitalized(status)}</td>
            <td>${soldPrice ? dollars(soldPrice) : priceView}</td>
          </tr>`,
      )}
    </table>`;

/** The page of a home, at the path that the agency has chosen. @type {PageOf} */
export const listingPage = async (agency, { path }) => {
  const found = await agency.listing(path);
  if (!found) return undefined;
  const { card, listing, history, similar } = found;
  const [agent] = listing.agents;
  const { timeZone } = listing;
  const { date = '' } = listing.auctionDetails;
  const inspections = coming(listing.inspectionTimes, timeZone);
  const auctions = coming([{ dateFrom: date, dateTo: date }], timeZone);
  const subscription = agency.subscription(`listings/${listing.id}/inspections.ics`);
  const body = html`${gallery(listing)}
    <div class="home">
      <article>
        <h1>${listing.headline || card.address}</h1>
        <p class="facts">
          <strong>${[closedText(card), priceOf(card)].filter(Boolean).join(' · ')}</strong>
          ${card.address}<br />${rooms(card)}
        </p>
        <p class="description">${listing.description}</p>
        ${list('Inspections', inspections)} ${list('Auction', auctions)}
        ${
          inspections.length + auctions.length > 0 &&
          html`<p>
            <a href="${path}.ics">Add to calendar</a>${
              subscription && html`, or <a href="${subscription}">subscribe</a> to follow changes`
            }
          </p>`
        }
        ${list('Features', featuresOf(listing), 'features')} ${historyTable(history, timeZone)}
      </article>
      <aside>
        ${
          agent &&
          html`<h2>${agent.name}</h2>
            <p>${agent.telephone.map(({ number }) => html`<a href="tel:${number}">${number}</a> `)}</p>`
        }
        ${listing.status === 'current' && enquiryForm('listing', listing.id, { title: 'Ask about this home' })}
      </aside>
    </div>
    ${similar.length > 0 && html`<h2>Similar homes</h2>`} ${cardList(similar)}`;
  const data = html`<script type="application/ld+json">
    ${raw(listingData(card, listing))}
  </script>`;
  return { title: card.address, description: listing.headline, image: card.image, data, body };
};
