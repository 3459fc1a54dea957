import type { ListingLine } from '@app/listings';
import { toLocalTime } from '@app/suburbs';
import { FORBIDDEN } from '../xml/xml-characters.js';
import type { FeedAgent } from '../mapping/listing-patch.js';
import type { FeedListingType } from '../feed.types.js';

const words = (text: string): string[] => text.trim().split(/\s+/);

/** The element names of exported listings. */
type Kind = FeedListingType | 'holidayRental' | 'commercialLand';

/** The elements of each kind in the order of the DTD: r1.64, and r1.61 for `business` and `commercialLand`. */
const ELEMENT_ORDER: Readonly<Record<Kind, readonly string[]>> = {
  residential: words(`agentID uniqueID authority underOffer isHomeLandPackage listingAgent price priceView address
    municipality streetDirectory category headline description features soldDetails landDetails buildingDetails
    inspectionTimes auction externalLink videoLink extraFields images ecoFriendly idealFor views objects auctionOutcome
    yearBuilt yearLastRenovated newConstruction media project`),
  rental:
    words(`agentID uniqueID listingAgent dateAvailable rent priceView bond address municipality streetDirectory category
    headline description features holiday landDetails buildingDetails inspectionTimes externalLink videoLink extraFields
    images objects ecoFriendly views allowances depositTaken newConstruction`),
  holidayRental:
    words(`agentID uniqueID listingAgent dateAvailable rent priceView bond address municipality streetDirectory
    holidayCategory headline description features landDetails buildingDetails inspectionTimes externalLink
    availabilityLink extraFields images objects`),
  land: words(`agentID uniqueID authority underOffer listingAgent price priceView address municipality estate
    streetDirectory landCategory headline description features soldDetails landDetails auction externalLink videoLink
    extraFields images views objects inspectionTimes auctionOutcome yearBuilt yearLastRenovated media project`),
  rural: words(`agentID uniqueID authority underOffer listingAgent price priceView address municipality streetDirectory
    ruralCategory headline description features ruralFeatures soldDetails landDetails buildingDetails inspectionTimes
    auction externalLink videoLink extraFields images ecoFriendly idealFor views objects auctionOutcome yearBuilt
    yearLastRenovated media`),
  commercial:
    words(`agentID uniqueID commercialAuthority exclusivity commercialListingType underOffer listingAgent price
    priceView commercialRent outgoings return currentLeaseEndDate tenancy furtherOptions isMultiple address municipality
    streetDirectory commercialCategory headline description soldDetails landDetails buildingDetails propertyExtent
    carSpaces parkingComments auction zone externalLink extraFields images objects highlight auctionOutcome yearBuilt
    yearLastRenovated videoLink`),
  commercialLand: words(`agentID uniqueID authority commercialListingType underOffer listingAgent price priceView
    commercialRent outgoings return currentLeaseEndDate address municipality estate streetDirectory headline description
    soldDetails landDetails auction externalLink extraFields images objects`),
  business: words(`agentID uniqueID exclusivity commercialListingType underOffer listingAgent franchise price priceView
    businessLease takings return currentLeaseEndDate furtherOptions address municipality streetDirectory businessCategory
    headline description terms soldDetails externalLink extraFields images objects`),
};

/** The element name of a listing: its type, except for commercial land, and holiday rentals (by their link). */
export function kindOf({ listingType, details }: ListingLine): Kind {
  if (listingType === 'commercial' && details?.commercialLand) return 'commercialLand';
  if (listingType === 'rental' && details?.holiday && details.availabilityLink) return 'holidayRental';
  return listingType as FeedListingType; // each type is an element
}

/** The element order of a kind. */
export const orderOf = (kind: Kind): readonly string[] => ELEMENT_ORDER[kind];

/** Attributes of an element; undefined ones are left out. */
export type Attributes = Readonly<Record<string, string | number | undefined>>;

const ESCAPES: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  '\r': '&#13;',
  '\n': '&#10;',
  '\t': '&#9;',
};

/** Escapes text content; line breaks stay readable. */
export const escapeText = (text: string): string =>
  text.replace(FORBIDDEN, '').replace(/[&<>\r]/g, (character) => ESCAPES[character] ?? '');

const escapeAttribute = (text: string): string =>
  text.replace(FORBIDDEN, '').replace(/[&<>"\r\n\t]/g, (character) => ESCAPES[character] ?? '');

const tag = (name: string, attributes: Attributes): string =>
  Object.entries(attributes).reduce(
    (open, [attribute, value]) =>
      value === undefined ? open : `${open} ${attribute}="${escapeAttribute(String(value))}"`,
    name,
  );

/** An element with text content. */
export const leaf = (name: string, text: string | number, attributes: Attributes = {}): string =>
  `<${tag(name, attributes)}>${escapeText(String(text))}</${name}>`;

/** An element without content. */
export const empty = (name: string, attributes: Attributes): string => `<${tag(name, attributes)}/>`;

/** An element with child elements, given as markup. */
export const around = (name: string, children: readonly string[], attributes: Attributes = {}): string =>
  `<${tag(name, attributes)}>${children.join('')}</${name}>`;

/** An element with text and child elements, the latter given as markup. */
export const leafAround = (
  name: string,
  text: string | number,
  children: string,
  attributes: Attributes = {},
): string => around(name, [escapeText(String(text)), children], attributes);

/** An agent of a listing to export; without an order, its place in the list. */
export interface OutgoingAgent extends FeedAgent {
  readonly order?: number;
}

/** A listing to export: its line, its agents by name, and the time zone of its suburb. */
export interface OutgoingListing {
  readonly line: ListingLine;
  readonly agents: readonly OutgoingAgent[];
  readonly timeZone: string;
}

export const yesNo = (value: boolean): string => (value ? 'yes' : 'no');

/** Formats an instant as a REAXML date in local time, `2009-01-01-12:30:00`. */
export const dateText = (instant: string, timeZone: string): string => toLocalTime(instant, timeZone).replace('T', '-');
