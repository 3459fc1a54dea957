/** Spellings of statuses that senders use, without spaces, hyphens and underscores. */
const SPELLINGS = new Map(
  Object.entries({
    active: 'current',
    available: 'current',
    onmarket: 'current',
    offthemarket: 'offmarket',
    hidden: 'offmarket',
    private: 'offmarket',
    unlisted: 'offmarket',
    let: 'leased',
    rented: 'leased',
  }),
);
const UNDER_OFFER = new Set(['underoffer', 'undercontract', 'currentunderoffer']);

/** Whether an offer, or the listing, has come to its end. */
export const isOver = (status: string): boolean => ['sold', 'leased', 'withdrawn'].includes(status);

/**
 * Reads a status in any case and spelling: `Off Market`, `under-offer` (a current listing). Unknown statuses are
 * returned in lower case.
 */
export function readStatus(text: string) {
  const word = text.toLowerCase().replace(/[\s_-]+/g, '');
  if (UNDER_OFFER.has(word)) return { status: 'current', isUnderOffer: true };
  return { status: SPELLINGS.get(word) ?? word, isUnderOffer: false };
}
