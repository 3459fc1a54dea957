import type { FeedElement } from '../feed.types.js';
import { readInspection, type LocalInspection } from '../values/inspection-time.js';
import { readLocalTime, type LocalTime } from '../values/local-time.js';
import { quoted } from '../values/numbers.js';
import { readAmountInWords } from '../values/price-text.js';
import type { Draft } from './draft.js';
import { childOf } from './element.js';
import { noteOthers, attributeOrText, single } from './readers.js';

/** Reads a date; null for an empty text. An invalid date is noted, and `before` is kept. */
export function readTime(
  text: string,
  element: FeedElement,
  draft: Draft,
  before?: LocalTime | null,
): LocalTime | null | undefined {
  if (text === '') return null;
  const time = readLocalTime(text);
  if (time === undefined) draft.note(element, `${quoted(text)} is not a date`);
  return time ?? before;
}

/** `auction@date`, or its text: also the date of a set sale, a tender or expressions of interest. */
export const auction = single((element, draft) => {
  draft.times.auction = readTime(attributeOrText(element, 'date'), element, draft, draft.times.auction);
});

/** `setSale@date`, or its text. */
export const setSale = single((element, draft) => {
  draft.times.setSale = readTime(attributeOrText(element, 'date'), element, draft, draft.times.setSale);
});

/** `auctionOutcome`; parts that it omits are cleared. */
export const auctionOutcome = single((element, draft) => {
  const [result, maxBid, date] = ['auctionResult', 'auctionMaxBid', 'auctionDate'].map((name) =>
    childOf(element, name),
  );
  noteOthers(element, ['auctionResult', 'auctionMaxBid', 'auctionDate'], draft);
  draft.put(
    'details.auctionOutcome.result',
    result ? attributeOrText(result, 'type') || null : null,
    result ?? element,
  );
  draft.put('details.auctionOutcome.maxBid', null, maxBid ?? element);
  const bid = maxBid ? attributeOrText(maxBid, 'value') : '';
  if (maxBid && bid !== '') draft.putRead('details.auctionOutcome.maxBid', readAmountInWords(bid), maxBid);
  draft.times.outcome = readTime(
    date ? attributeOrText(date, 'value') : '',
    date ?? element,
    draft,
    draft.times.outcome,
  );
});

/** `currentLeaseEndDate`: the end of the lease of the present tenant. */
export const currentLeaseEndDate = single((element, draft) => {
  draft.times.leaseEnd = readTime(element.text, element, draft, draft.times.leaseEnd);
});

/** `inspectionTimes`, without repetitions. An empty element means that there are none. */
export const inspectionTimes = single((element, draft) => {
  const inspections = new Map<string, LocalInspection>();
  for (const child of element.children) {
    const { text } = child;
    if (text === '') continue;
    const inspection = readInspection(text);
    if (!inspection) draft.note(child, `${quoted(text)} is not an inspection time`);
    else {
      if (inspection.open) draft.note(child, `${quoted(text)} has no end`, 'ends as it begins');
      inspections.set(`${inspection.from} ${inspection.to}`, { from: inspection.from, to: inspection.to });
    }
  }
  draft.times.inspections = [...inspections.values()];
});
