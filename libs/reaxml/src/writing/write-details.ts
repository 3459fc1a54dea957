import { textIds } from '../items/listing-lists.js';
import { IDEAL_FOR, VIEWS } from '../mapping/features.js';
import { around, empty, leaf, type Attributes, dateText, yesNo, type OutgoingListing } from './markup.js';

type Details = NonNullable<OutgoingListing['line']['details']>;
type Writer = (listing: OutgoingListing) => string;

type NamesOf<T> = { [K in keyof Details]-?: NonNullable<Details[K]> extends T ? K : never }[keyof Details];

const text =
  (element: string, name: NamesOf<string> | NamesOf<number>, attributes: Attributes = {}): Writer =>
  ({ line: { details } }) =>
    details?.[name] === undefined ? '' : leaf(element, details[name], attributes);

const value =
  (element: string, name: NamesOf<string> | NamesOf<boolean>): Writer =>
  ({ line: { details } }) => {
    const given = details?.[name];
    return given === undefined ? '' : empty(element, { value: typeof given === 'string' ? given : yesNo(given) });
  };

const leaves = (element: string, parts: object, attributes: Attributes = {}): string =>
  around(
    element,
    Object.entries(parts).map(([name, part]: [string, string | undefined]) =>
      part === undefined ? '' : leaf(name, part),
    ),
    attributes,
  );

/** Writes an element for each name that the format knows. */
const named =
  (element: string, name: NamesOf<string[]>, names: readonly string[]): Writer =>
  ({ line: { details } }) => {
    const allowed = (details?.[name] ?? []).filter((one) => names.includes(one));
    return allowed.length === 0
      ? ''
      : around(
          element,
          allowed.map((one) => leaf(one, 'yes')),
        );
  };

/** Details that have their own element. */
export const DETAILS = {
  municipality: text('municipality', 'municipality'),
  zone: text('zone', 'zone'),
  bond: text('bond', 'bond'),
  takings: text('takings', 'takings'),
  terms: text('terms', 'terms'),
  furtherOptions: text('furtherOptions', 'furtherOptions'),
  parkingComments: text('parkingComments', 'parkingComments'),
  propertyExtent: text('propertyExtent', 'propertyExtent'),
  return: text('return', 'return', { period: 'annual', unit: 'percent' }),
  yearBuilt: value('yearBuilt', 'yearBuilt'),
  yearLastRenovated: value('yearLastRenovated', 'yearLastRenovated'),
  isHomeLandPackage: value('isHomeLandPackage', 'isHomeLandPackage'),
  isMultiple: value('isMultiple', 'isMultiple'),
  depositTaken: value('depositTaken', 'depositTaken'),
  holiday: value('holiday', 'holiday'),
  franchise: value('franchise', 'franchise'),
  idealFor: named('idealFor', 'idealFor', IDEAL_FOR),
  views: named('views', 'views', VIEWS),
  estate: ({ line: { details } }: OutgoingListing) => (details?.estate ? leaves('estate', details.estate) : ''),
  project: ({ line: { details } }: OutgoingListing) => (details?.project ? leaves('project', details.project) : ''),
  streetDirectory: ({ line: { details } }: OutgoingListing) => {
    const { type, ...place } = details?.streetDirectory ?? {};
    return details?.streetDirectory ? leaves('streetDirectory', place, { type }) : '';
  },
  currentLeaseEndDate: ({ line: { details }, timeZone }: OutgoingListing) =>
    details?.currentLeaseEndDate ? leaf('currentLeaseEndDate', dateText(details.currentLeaseEndDate, timeZone)) : '',
  auctionOutcome: ({ line: { details }, timeZone }: OutgoingListing) => {
    const { result, date, maxBid } = details?.auctionOutcome ?? {};
    if (!details?.auctionOutcome) return '';
    return around('auctionOutcome', [
      result === undefined ? '' : empty('auctionResult', { type: result }),
      date === undefined ? '' : leaf('auctionDate', dateText(date, timeZone)),
      maxBid === undefined ? '' : empty('auctionMaxBid', { value: maxBid }),
    ]);
  },
  highlight: ({ line }: OutgoingListing) => {
    const ids = textIds(line, 'details.highlights');
    return (line.details?.highlights ?? [])
      .map((highlight, at) => leaf('highlight', highlight, { id: ids[at] }))
      .join('');
  },
  businessLease: ({ line: { details } }: OutgoingListing) =>
    (details?.businessLeases ?? []).map(({ price, period }) => leaf('businessLease', price ?? '', { period })).join(''),
};
