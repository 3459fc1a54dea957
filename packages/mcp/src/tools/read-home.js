import { listListingCards, readListing } from 'agency-directory-client';
import * as z from 'zod';
import { clipped, joined, Unanswerable } from '../answer.js';
import { textUpTo, tool } from '../tool.js';
import { factsOf, priceOf, wordsOf } from '../words.js';
import { timesOf } from './search-homes.js';

/** @import { Listing, ListingCard } from 'agency-directory-client' */
/** @import { Call } from '../tool.js' */

/** The card of a home by its id, or by the link or the path of its page. @param {Call} call @param {string} home @returns {Promise<ListingCard>} */
async function cardOf(call, home) {
  const page = home.replace(/[?#].*$/s, '').replace(/([^/])\/$/, '$1');
  const word = page.split('/').at(-1) ?? '';
  if (!/[\p{L}\p{N}]/u.test(word)) throw new Unanswerable('Give the id, the link or the path of a home.');
  const isId = /^\d{1,9}$/.test(home);
  const status = /** @type {const} */ (['current', 'sold', 'leased']);
  const query = { ...(isId ? { ids: [home] } : { s: word }), status: [...status], limit: 50 };
  const { data } = (await listListingCards({ ...call, query })).data;
  const found = data.find(({ slug, link }) => isId || slug === page || link === page);
  if (!found) throw new Unanswerable('No home has this id, link or path, or it is not shown any more.');
  return found;
}

/** @param {ListingCard} card has the price in words @param {Listing} home @param {readonly string[]} [times] */
function written(card, home, times = []) {
  const { features, ecoFriendly, website, headline, description } = home;
  const { office, sales, pm } = website.contacts.phone;
  const phone = (card.listingType === 'rental' ? pm : sales) || office;
  const flags = Object.entries({ ...features, ...ecoFriendly }).map(([name, value]) => value === true && wordsOf(name));
  const facts = {
    Home: factsOf(card),
    Times: joined(times.slice(0, 12), '; ') || 'none to come',
    Features: joined(flags),
    Agents: joined([...card.agents.map(({ name }) => name), website.name, phone]),
    Link: home.link,
    'The agency writes': joined([headline, description], ' - '),
  };
  const lines = Object.entries(facts).map(([name, text]) => text && `${name}: ${clipped(text, 1_000)}`);
  return joined([`${clipped(card.address)} - ${clipped(priceOf(card))} (id ${card.id})`, ...lines], '\n');
}

const DESCRIPTION =
  'Reads a home: price, rooms, features, description, coming open times and auction, agents, telephone, link.';
const home = textUpTo(500).describe('The id, the link or the path of the home');

export const readHome = tool('read_home', 'Read a home', DESCRIPTION, z.object({ home }), async (asked, call) => {
  const card = await cardOf(call, asked.home);
  const { data: whole } = await readListing({ ...call, path: { id: String(card.id) } });
  const [times] = await timesOf(call, [card]);
  return written(card, whole, times);
});
