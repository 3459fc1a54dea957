import { html, raw } from 'hono/html';
import { closedText } from '../badges.js';
import { capitalized, clock, day, dollars, featureOf, weekday } from '../words.js';
import { cardList, homeKind, priceOf } from './cards.js';
import { enquiryForm } from './enquiry-form.js';
import { facts } from './facts.js';
import { gallery } from './gallery.js';
import { homeMap } from './homes-map.js';
import { icon } from './icons.js';
import { listingData } from './listing-data.js';
import { picture } from './picture.js';

/** @import { HistoryEntry, Listing, ListingCard } from 'agency-directory-client' */
/** @import { PageOf } from './layout.js' */

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
    .map(
      ({ dateFrom, dateTo }) =>
        html`<strong>${weekday(dateFrom, timeZone)}</strong> ${clock(dateFrom, dateTo, timeZone)}`,
    );

/** The features of the home, in words. @param {Listing} listing */
const featuresOf = ({ features, ecoFriendly }) =>
  Object.entries({ ...features, ...ecoFriendly }).flatMap(([name, has]) => (has === true ? [featureOf(name)] : []));

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

/** "Sold on 12 November 2026 for $650,000", "Leased for $620 per week". @param {ListingCard} card @param {string} [timeZone] */
function outcome(card, timeZone) {
  const { date } = card.sold ?? card.leased ?? {};
  return [
    capitalized(card.status),
    date && `on ${day(date, timeZone)}`,
    card.price ? `for ${card.price}` : '· Price withheld',
  ]
    .filter(Boolean)
    .join(' ');
}

/** An agent of the home, with a face. @param {Listing['agents'][number]} agent @param {string} site the address of the agency's site */
const agentCard = ({ name, telephone, email, profileImage, profileLink, profileVisibility }, site) => {
  const path =
    profileVisibility && profileLink.startsWith(`${site}/`) ? `/agents/${profileLink.split('/').at(-1)}` : '';
  return html`<li>
    ${picture('person', profileImage, 'lazy')}
    <div>
      <strong>${path ? html`<a href="${path}">${name}</a>` : name}</strong>
      ${telephone.map(({ number }) => html`<a href="tel:${number}">${icon('phone')} ${number}</a>`)}
      ${email && html`<a href="mailto:${email}">${icon('mail')} E-mail</a>`}
    </div>
  </li>`;
};

/** The page of a home, at the path that the agency has chosen. @type {PageOf} */
export const listingPage = async (agency, { path }, ask) => {
  const found = await agency.listing(path);
  if (!found) return undefined;
  const { card, listing, history, similar } = found;
  const { timeZone, status, agents } = listing;
  const isCurrent = status === 'current';
  const { date = '' } = listing.auctionDetails;
  const inspections = isCurrent ? coming(listing.inspectionTimes, timeZone) : [];
  const auctions = isCurrent ? coming([{ dateFrom: date, dateTo: date }], timeZone) : [];
  const subscription = agency.subscription(`listings/${listing.id}/inspections.ics`);
  const map = await homeMap(agency, card);
  const price = isCurrent ? [closedText(card), priceOf(card)].filter(Boolean).join(' · ') : outcome(card, timeZone);
  const { area } = listing.buildingDetails;
  const body = html`${gallery(listing)}
    <div class="home">
      <article>
        <p class="price">${price}</p>
        <p class="where">${card.address}</p>
        ${facts(card, area?.unit === 'squareMeter' ? area.value : undefined)}
        <p class="kind">${homeKind(card)}</p>
        <h1>${listing.headline || card.address}</h1>
        <p class="description">${listing.description}</p>
        ${list('Open homes', inspections, 'openings')} ${list('Auction', auctions, 'openings')}
        ${
          inspections.length + auctions.length > 0 &&
          html`<p>
            <a class="button quiet" href="${path}.ics">${icon('calendar')} Add to calendar</a> ${
              subscription && html`<a href="${subscription}">Subscribe, to follow changes</a>`
            }
          </p>`
        }
        ${list('Features', featuresOf(listing), 'features')} ${map} ${historyTable(history, timeZone)}
      </article>
      <aside>
        <ul class="contacts">
          ${agents.map((agent) => agentCard(agent, listing.website.link))}
        </ul>
        ${
          isCurrent
            ? enquiryForm(await ask('listing', listing.id), {
                title: 'Ask about this home',
                thanks: `Your question about ${card.address} is with ${agents[0]?.name ?? listing.website.name}, and will be answered soon.`,
              })
            : html`<p><a class="button" href="/appraisal">What is my home worth?</a></p>`
        }
      </aside>
    </div>
    ${
      similar.length > 0 &&
      html`<section class="row">
        <h2>Similar homes</h2>
        ${cardList(similar)}
      </section>`
    }`;
  const data = html`<script type="application/ld+json">
    ${raw(listingData(card, listing))}
  </script>`;
  const description = [price, homeKind(card), listing.headline].filter(Boolean).join(' · ');
  const words = isCurrent
    ? `${homeKind(card)} ${card.listingType === 'rental' ? 'for rent' : 'for sale'}`.trim()
    : closedText(card);
  return {
    title: `${card.address}: ${words.charAt(0).toLowerCase()}${words.slice(1)}`,
    description,
    image: card.image,
    data,
    body,
  };
};
