import { html, raw } from 'hono/html';
import { capitalized, clock, day, rooms, weekday } from '../words.js';
import { cardList } from './cards.js';
import { enquiryForm } from './enquiry-form.js';
import { listingData } from './listing-data.js';

/** @import { Listing, HistoryEntry } from 'agency-directory-client' */
/** @import { PageOf } from './layout.js' */

/** What a change is of; of the status, the status says it. @type {Readonly<Record<string, string>>} */
const EVENTS = { created: 'Listed', price: 'Price' };

/** Pictures side by side: a finger or the arrow keys move them. @param {Listing} listing */
const gallery = ({ images, documents, address }) => {
  const plans = documents.filter(({ type }) => type === 'floorplan');
  return html`
    <div class="gallery" tabindex="0" role="group" aria-label="Pictures of ${address.fullSuburb}">
      ${[...images, ...plans].map(
        ({ url }, at) => html`
          <img src="${url}" alt="Picture ${at + 1}" width="800" height="600" loading="${at === 0 ? 'eager' : 'lazy'}" />
        `,
      )}
    </div>
  `;
};

/** Inspections and an auction that are to come, in the time of the place. @param {Listing} listing */
const appointments = ({ inspectionTimes, auctionDetails: { date = '' }, timeZone, slug }) => {
  const now = new Date().toISOString();
  const times = {
    Inspections: inspectionTimes.filter(({ dateTo }) => dateTo > now),
    Auction: date > now ? [{ dateFrom: date, dateTo: date }] : [],
  };
  const coming = Object.entries(times).filter(([, { length }]) => length > 0);
  return html`
    ${coming.map(
      ([title, each]) => html`
        <h2>${title}</h2>
        <ul>
          ${each.map(
            ({ dateFrom, dateTo }) =>
              html`<li>${weekday(dateFrom, timeZone)}, ${clock(dateFrom, dateTo, timeZone)}</li>`,
          )}
        </ul>
      `,
    )}
    ${coming.length > 0 && html`<p><a href="${slug}.ics">Add to calendar</a></p>`}
  `;
};

/** What the home has, in words. @param {Listing} listing */
const features = (listing) => {
  const flags = Object.entries({ ...listing.features, ...listing.ecoFriendly }).filter(([, has]) => has === true);
  return (
    flags.length > 0 &&
    html`<h2>Features</h2>
      <ul class="features">
        ${flags.map(([name]) => html`<li>${capitalized(name)}</li>`)}
      </ul>`
  );
};

/** How status and price have changed, the latest change first. @param {readonly HistoryEntry[]} history @param {string} [timeZone] */
const historyTable = (history, timeZone) => html`
  <h2>History</h2>
  <table>
    ${history.toReversed().map(
      ({ at, kind, status, price: { soldPrice, priceView } }) => html`
        <tr>
          <th scope="row">${day(at, timeZone)}</th>
          <td>${EVENTS[kind] ?? capitalized(status)}</td>
          <td>${soldPrice ? `$${soldPrice.toLocaleString('en-AU')}` : priceView}</td>
        </tr>
      `,
    )}
  </table>
`;

/** A home, at the path that the agency gave it. @type {PageOf} */
export const listingPage = async (agency, { path }) => {
  const found = await agency.listing(path);
  if (!found) return undefined;
  const { card, listing, history, similar } = found;
  const [agent] = listing.agents;
  const body = html`
    ${gallery(listing)}
    <div class="home">
      <article>
        <h1>${listing.headline || card.address}</h1>
        <p class="facts"><strong>${card.price || 'Contact agent'}</strong> ${card.address}<br />${rooms(card)}</p>
        <p class="description">${listing.description}</p>
        ${appointments(listing)} ${features(listing)} ${historyTable(history, listing.timeZone)}
      </article>
      <aside>
        ${
          agent &&
          html`
            <h2>${agent.name}</h2>
            <p>${agent.telephone.map(({ number }) => html`<a href="tel:${number}">${number}</a> `)}</p>
          `
        }
        ${listing.status === 'current' && enquiryForm(listing)}
      </aside>
    </div>
    ${similar.length > 0 && html`<h2>Similar homes</h2>`} ${cardList(similar)}
  `;
  return {
    title: card.address,
    description: listing.headline,
    image: card.image,
    data: html`<script type="application/ld+json">
      ${raw(listingData(card, listing))}
    </script>`,
    body,
  };
};
