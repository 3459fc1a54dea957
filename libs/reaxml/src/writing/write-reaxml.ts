import type { ListingLine } from '@app/listings';
import { around, dateText, escapeText, leaf, type Markup, type OutgoingListing, render } from './markup.js';
import { DTDS, type Names, type Revision } from './revisions.js';
import { DETAILS } from './write-details.js';
import { MEDIA } from './write-media.js';
import { PROPERTY } from './write-property.js';
import { PRICES, TERMS, VISITS } from './write-terms.js';

type Writer = (listing: OutgoingListing, elements: Names) => Markup | readonly (Markup | undefined)[] | undefined;

const WRITERS: Readonly<Record<string, Writer | undefined>> = {
  ...TERMS,
  ...DETAILS,
  ...PRICES,
  ...PROPERTY,
  ...MEDIA,
  ...VISITS,
};

const DOCTYPE = '<!DOCTYPE propertyList SYSTEM "http://reaxml.realestate.com.au/propertyList.dtd">';

/** The start of a document. The address of the DTD is the same for all revisions, so a comment names the revision. */
export function reaxmlOpening(at: Date, revision: Revision): string {
  const date = dateText(at.toISOString(), 'UTC').slice(0, 19);
  const opening = `<!-- REAXML ${revision} -->\n<propertyList date="${date}" username="" password="">`;
  return `<?xml version="1.0" encoding="UTF-8"?>\n${DOCTYPE}\n${opening}\n`;
}

/** The end of a document. */
export const REAXML_CLOSING = '</propertyList>\n';

/** Writes listings as REAXML, piece by piece. */
export async function* writeReaxml(
  listings: AsyncIterable<OutgoingListing>,
  revision: Revision,
  at = new Date(),
): AsyncGenerator<string> {
  yield reaxmlOpening(at, revision);
  for await (const listing of listings) yield `${reaxmlElement(listing, revision)}\n`;
  yield REAXML_CLOSING;
}

/** A deleted listing, with the data that the format needs to delete it. */
export interface GoneListing {
  readonly listingType: string;
  readonly agentID: string;
  readonly uniqueID: string;
}

/** The element that deletes a listing, or withdraws it: r1.61 has no deletion. */
export function goneElement(gone: GoneListing, at: Date, revision: Revision): string {
  const elements = [leaf('agentID', gone.agentID), leaf('uniqueID', gone.uniqueID)];
  const entry = { ...gone, status: 'deleted', modtime: at.toISOString() };
  return entryOf(gone.listingType, elements, entry, 'UTC', revision);
}

type Named = Pick<ListingLine, 'listingType' | 'details'>;

/** The element name of a listing: its type, except for commercial land, and holiday rentals (by their link). */
function kindOf({ listingType, details }: Named, revision: Revision): string {
  if (listingType === 'commercial' && details?.commercialLand && DTDS[revision].has('commercialLand'))
    return 'commercialLand';
  return listingType === 'rental' && details?.holiday && details.availabilityLink ? 'holidayRental' : listingType;
}

/** Whether a revision has an element for a listing. */
export const hasElement = (line: Named, revision: Revision): boolean => DTDS[revision].has(kindOf(line, revision));

/** The element of a listing. */
export function reaxmlElement(listing: OutgoingListing, revision: Revision): string {
  const { line, timeZone } = listing;
  const kind = kindOf(line, revision);
  const known: Names = DTDS[revision].get(kind) ?? new Map();
  const elements = [...known.values()].flatMap(({ name }) => WRITERS[name]?.(listing, known));
  return entryOf(kind, elements, line, timeZone, revision);
}

/** The status of kinds that lack a status. */
const OTHERWISE: Readonly<Record<string, string>> = { sold: 'leased', leased: 'sold', deleted: 'withdrawn' };

/** The element of an entry; a comment if the revision does not have it. */
function entryOf(
  kind: string,
  elements: Markup['children'],
  { agentID, uniqueID, status, modtime }: Pick<ListingLine, 'agentID' | 'uniqueID' | 'status' | 'modtime'>,
  timeZone: string,
  revision: Revision,
): string {
  const statuses = DTDS[revision].get(`${kind}@status`);
  if (statuses) {
    const attributes = {
      modTime: modTimeOf(modtime, timeZone) ?? '',
      status: statuses.has(status) ? status : OTHERWISE[status],
    };
    return render(around(kind, elements, attributes), revision);
  }
  const ids = escapeText(`${agentID} ${uniqueID}`).replaceAll('--', '-&#45;');
  return `<!-- ${ids}: ${revision} has no element ${kind} -->`;
}

/**
 * In whole seconds, as senders write it. Importing the file again then gives the same or an older time, which changes
 * nothing.
 */
const modTimeOf = (modtime: string | undefined, timeZone: string): string | undefined =>
  modtime && dateText(modtime, timeZone).replace(/\.\d{3}(?=[+-]|$)/, '');
