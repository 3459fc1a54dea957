import { joined } from './answer.js';

/** @import { ListingCard } from 'agency-directory-client' */

/** @param {number} count @param {string} noun */
export const counted = (count, noun) => `${count.toLocaleString('en-AU')} ${count === 1 ? noun : `${noun}s`}`;

/** "$912,500". @param {number} amount */
export const dollars = (amount) => `$${Math.round(amount).toLocaleString('en-AU')}`;

/** The day of a moment. The zone is a few hours off in the west, where agencies give days without times. @param {Date | string} at */
const dayOf = (at) => new Date(at).toLocaleDateString('sv', { timeZone: 'Australia/Sydney' });

/** "house, 3 bedrooms, 1 bathroom, 449 m² land, under offer". @param {ListingCard} home */
export function factsOf({ category, listingType, bedrooms, bathrooms, parkingSpaces, landArea, ...home }) {
  const counts = Object.entries({ bedroom: bedrooms, bathroom: bathrooms, 'car space': parkingSpaces });
  const { status, sold, leased, underOffer, depositTaken } = home;
  const closed = (sold ?? leased)?.date;
  return joined([
    (category || listingType).toLowerCase(),
    bedrooms === 0 && 'studio',
    ...counts.map(([noun, count]) => count && counted(count, noun)),
    landArea && `${landArea.toLocaleString('en-AU')} m² land`,
    status === 'current' ? underOffer && 'under offer' : joined([status, closed && dayOf(closed)], ' '),
    depositTaken && 'deposit taken',
  ]);
}

/** "builtInRobes" is "built in robes". @param {string} name */
export const wordsOf = (name) => name.replaceAll(/[A-Z]+/g, (letters) => ` ${letters.toLowerCase()}`).trim();

/** @param {{ status: string, price: string }} home */
export const priceOf = ({ status, price }) => price || (status === 'current' ? 'price on request' : 'price not shown');

const DAY = /** @type {const} */ ({ weekday: 'short', day: 'numeric', month: 'short' });
const CLOCK = /** @type {const} */ ({ hour: 'numeric', minute: '2-digit', timeZoneName: 'short' });

/** "open Sat 5 Dec 9:30 - 10:00 am AEDT"; agencies send midnight for a day without a time. @param {{ kind: string, dateFrom: string, dateTo: string, timeZone: string }} time */
export function timeOf({ kind, dateFrom, dateTo, timeZone }) {
  const [from, to] = [new Date(dateFrom), new Date(dateTo)];
  const clock = new Intl.DateTimeFormat('en-AU', { ...CLOCK, timeZone }).formatRange(from, to);
  const isDay = from.toLocaleTimeString('sv', { timeZone }) === '00:00:00';
  const what = kind === 'auction' ? 'auction' : 'open';
  return joined([what, from.toLocaleDateString('en-AU', { ...DAY, timeZone }).replace(',', ''), !isDay && clock], ' ');
}

const WEEK = /** @type {const} */ (['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday']);

/** The words for days that questions may have beside dates. */
export const DAYS = /** @type {const} */ (['today', 'tomorrow', ...WEEK]);

/** The date of such a word: today and tomorrow as they are, a weekday from a date on. @param {string} word */
export function dateOf(word, from = dayOf(new Date())) {
  const day = DAYS.findIndex((name) => name === word);
  if (day < 0) return word;
  const start = new Date(day < 2 ? dayOf(new Date()) : from);
  const days = day < 2 ? day : (day - 2 - start.getUTCDay() + 7) % 7;
  return new Date(start.getTime() + days * 86_400_000).toISOString().slice(0, 10);
}
