import { capitalized, shortDay, shortTime, zoneOf } from './words.js';

/** @import { ListingCard } from 'agency-directory-client' */
/** @typedef {ListingCard & { isReduced?: boolean }} Card a card, and whether its price was reduced */
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

/** The badges of a home: whether it is new, reduced, taken or closed, and its next auction or inspection. @param {Card} card @returns {Badge[]} */
export function badgesOf(card, now = new Date().toISOString()) {
  const { status, listed, auction = '', inspectionTimes, isReduced } = card;
  const closed = closedText(card);
  if (status !== 'current') return [{ text: closed, style: 'closed' }];
  const isNew = Date.parse(listed) > Date.parse(now) - NEW_DAYS * DAY_MS;
  const open = inspectionTimes.find(({ dateTo }) => dateTo > now);
  const zone = zoneOf(card);
  /** @type {[text: string | false | undefined, style: Badge['style']][]} */
  const badges = [
    [closed, 'taken'],
    [!closed && isNew && 'New', 'new'],
    [!closed && isReduced && 'Price reduced', 'new'],
    [auction > now && `Auction ${shortTime(auction, zone, now)}`, 'event'],
    [open && `Open ${shortTime(open.dateFrom, zone, now)}`, 'event'],
  ];
  return badges.flatMap(([text, style]) => (text ? [{ text, style }] : []));
}
