import { around, dateText, leaf, type OutgoingListing, kindOf, orderOf } from './markup.js';
import { DETAILS } from './write-details.js';
import { MEDIA } from './write-media.js';
import { PROPERTY } from './write-property.js';
import { PRICES, TERMS, VISITS } from './write-terms.js';

const WRITERS: Readonly<Record<string, (listing: OutgoingListing) => string>> = {
  ...TERMS,
  ...DETAILS,
  ...PRICES,
  ...PROPERTY,
  ...MEDIA,
  ...VISITS,
};

const DOCTYPE = '<!DOCTYPE propertyList SYSTEM "http://reaxml.realestate.com.au/propertyList.dtd">';

/** The start of a document. */
export function reaxmlOpening(at: Date): string {
  const date = dateText(at.toISOString(), 'UTC').slice(0, 19);
  const opening = `<propertyList date="${date}" username="" password="">`;
  return `<?xml version="1.0" encoding="UTF-8"?>\n${DOCTYPE}\n${opening}\n`;
}

/** The end of a document. */
export const REAXML_CLOSING = '</propertyList>\n';

/** Writes listings as REAXML (r1.64; `business` and `commercialLand` as in r1.61), piece by piece. */
export async function* writeReaxml(listings: AsyncIterable<OutgoingListing>, at = new Date()): AsyncGenerator<string> {
  yield reaxmlOpening(at);
  for await (const listing of listings) yield `${reaxmlElement(listing)}\n`;
  yield REAXML_CLOSING;
}

/** A deleted listing, with the data that the format needs to delete it. */
export interface GoneListing {
  readonly listingType: string;
  readonly agentID: string;
  readonly uniqueID: string;
}

/** The element that deletes a listing. */
export const goneElement = ({ listingType, agentID, uniqueID }: GoneListing, at: Date): string =>
  around(listingType, [leaf('agentID', agentID), leaf('uniqueID', uniqueID)], {
    modTime: modTimeOf(at.toISOString(), 'UTC'),
    status: 'deleted',
  });

/** The element of a listing. */
export function reaxmlElement(listing: OutgoingListing): string {
  const { line, timeZone } = listing;
  const kind = kindOf(line);
  const elements = orderOf(kind).map((name) => WRITERS[name]?.(listing) ?? '');
  return around(kind, elements, { modTime: modTimeOf(line.modtime, timeZone), status: line.status });
}

/**
 * In whole seconds, as senders write it. Importing the file again then gives the same or an older time, which changes
 * nothing.
 */
const modTimeOf = (modtime: string | undefined, timeZone: string): string | undefined =>
  modtime && dateText(modtime, timeZone).replace(/\.\d{3}(?=[+-]|$)/, '');
