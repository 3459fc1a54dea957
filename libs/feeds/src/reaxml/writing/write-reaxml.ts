import { around } from './markup.js';
import { dateText, type OutgoingListing } from './outgoing.js';
import { VISITS } from './write-agents.js';
import { MEDIA, orderOf } from './write-media.js';
import { PRICES } from './write-prices.js';
import { PROPERTY } from './write-property.js';
import { TERMS } from './write-terms.js';

const WRITERS: Readonly<Record<string, (listing: OutgoingListing) => string>> = {
  ...TERMS,
  ...PRICES,
  ...PROPERTY,
  ...MEDIA,
  ...VISITS,
};

const DOCTYPE = '<!DOCTYPE propertyList SYSTEM "http://reaxml.realestate.com.au/propertyList.dtd">';

/**
 * Listings as REAXML (r1.64; `business` as in r1.61), piece by piece. What the format has no room for is left out: reading
 * the file back into the same listings changes nothing.
 */
export async function* writeReaxml(listings: AsyncIterable<OutgoingListing>, at = new Date()): AsyncGenerator<string> {
  const date = dateText(at.toISOString(), 'UTC').slice(0, 19);
  yield `<?xml version="1.0" encoding="UTF-8"?>\n${DOCTYPE}\n<propertyList date="${date}" username="" password="">\n`;
  for await (const listing of listings) yield `${elementOf(listing)}\n`;
  yield '</propertyList>\n';
}

function elementOf(listing: OutgoingListing): string {
  const { line, timeZone } = listing;
  const elements = orderOf(line.listingType).map((name) => WRITERS[name]?.(listing) ?? '');
  return around(line.listingType, elements, { modTime: modTimeOf(line.modtime, timeZone), status: line.status });
}

/** To the second: a date that reads as older than ours changes nothing, and senders never write more. */
const modTimeOf = (modtime: string | undefined, timeZone: string): string | undefined =>
  modtime && dateText(modtime, timeZone).replace(/\.\d{3}(?=[+-]|$)/, '');
