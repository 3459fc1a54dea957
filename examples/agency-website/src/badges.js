import { capitalized, shortDay, shortTime, zoneOf } from './words.js';

/** @import { ListingCard } from 'agency-directory-client' */
/** @typedef {{ text: string, style: 'new' | 'taken' | 'event' | 'closed' }} Badge */

const DAY_MS = 86_400_000;
const NEW_DAYS = 7;

/** Whether the home is spoken for, though it is still listed. @param {ListingCard} card */
const takenText = ({ underOffer, depositTaken }) => (underOffer ? 'Under offer' : depositTaken ? 'Deposit taken' : '');

/** "Sold 3 Oct", "Leased", "Under offer", "Deposit taken"; empty while the home is free. @param {ListingCard} card */
export function closedText(card) {
  const { status, sold, leased } = card;
  if (status === 'current') return takenText(card);
  const { date } = sold ?? leased ?? {};
  return [capitalized(status), date && shortDay(date, zoneOf(card))].filter(Boolean).join(' ');
}

/** The badges of a home: whether it is new, taken or closed, and its next auction or inspection. @param {ListingCard} card @returns {Badge[]} */
export function badgesOf(card, now = new Date().toISOString()) {
  const { status, listed, auction = '', inspectionTimes } = card;
  const closed = closedText(card);
  if (status !== 'current') return [{ text: closed, style: 'closed' }];
  const isNew = Date.parse(listed) > Date.parse(now) - NEW_DAYS * DAY_MS;
  const open = inspectionTimes.find(({ dateTo }) => dateTo > now);
  const zone = zoneOf(card);
  return [
    ...(closed ? [{ text: closed, style: /** @type {const} */ ('taken') }] : []),
    ...(isNew && !closed ? [{ text: 'New', style: /** @type {const} */ ('new') }] : []),
    ...(auction > now
      ? [{ text: `Auction ${shortTime(auction, zone, now)}`, style: /** @type {const} */ ('event') }]
      : []),
    ...(open ? [{ text: `Open ${shortTime(open.dateFrom, zone, now)}`, style: /** @type {const} */ ('event') }] : []),
  ];
}
