import { textIds } from '../items/listing-lists.js';
import { RETIREES } from '../mapping/features.js';
import { around, empty, leaf, dateText, type Markup, yesNo, type OutgoingListing } from './markup.js';

type Details = NonNullable<OutgoingListing['line']['details']>;
type Writer = (listing: OutgoingListing) => Markup | undefined;

type NamesOf<T> = { [K in keyof Details]-?: NonNullable<Details[K]> extends T ? K : never }[keyof Details];

type Write = (name: string, given: string | undefined) => Markup | undefined;

const each = (write: Write, ...names: NamesOf<string | number | boolean>[]): Record<string, Writer> => {
  const text = (given: string | number | boolean | undefined) =>
    typeof given === 'boolean' ? yesNo(given) : given?.toString();
  return Object.fromEntries(names.map((name) => [name, ({ line }) => write(name, text(line.details?.[name]))]));
};

const inValue: Write = (name, value) => empty(name, { value });

/** Writes an element for each part; it is empty if the part is not given. */
const parts = <T extends object>(element: string, given: T | undefined, names: (keyof T & string)[], type?: string) =>
  given &&
  around(
    element,
    names.map((name) => leaf(name, String(given[name] ?? ''))),
    { type },
  );

/** Writes an element for each name. */
const named = (element: string, names: readonly string[] | undefined): Markup | undefined =>
  names &&
  around(
    element,
    names.map((name) => leaf(name, 'yes')),
  );

/** Details that have their own element. */
export const DETAILS = {
  ...each(leaf, 'municipality', 'zone', 'bond', 'takings', 'terms', 'furtherOptions'),
  ...each(leaf, 'parkingComments', 'propertyExtent'),
  ...each(inValue, 'yearBuilt', 'yearLastRenovated', 'isHomeLandPackage', 'isMultiple', 'depositTaken'),
  ...each(inValue, 'holiday', 'franchise'),
  return: ({ line: { details } }: OutgoingListing) =>
    leaf('return', details?.return, { period: 'annual', unit: 'percent' }),
  // Each revision has one of the two names.
  idealFor: ({ line: { details } }: OutgoingListing) =>
    named(
      'idealFor',
      details?.idealFor?.flatMap((name) => (name === RETIREES.stored ? [name, RETIREES.name] : name)),
    ),
  views: ({ line: { details } }: OutgoingListing) => named('views', details?.views),
  estate: ({ line: { details } }: OutgoingListing) => parts('estate', details?.estate, ['name', 'stage']),
  project: ({ line: { details } }: OutgoingListing) => parts('project', details?.project, ['id', 'order']),
  streetDirectory: ({ line: { details } }: OutgoingListing) => {
    const place = details?.streetDirectory;
    return parts('streetDirectory', place, ['page', 'reference'], place?.type ?? '');
  },
  currentLeaseEndDate: ({ line: { details }, timeZone }: OutgoingListing) =>
    leaf('currentLeaseEndDate', dateText(details?.currentLeaseEndDate, timeZone)),
  auctionOutcome: ({ line: { details }, timeZone }: OutgoingListing) => {
    const { result, date, maxBid } = details?.auctionOutcome ?? {};
    return (
      details?.auctionOutcome &&
      around('auctionOutcome', [
        empty('auctionResult', { type: result }),
        leaf('auctionDate', dateText(date, timeZone)),
        empty('auctionMaxBid', { value: maxBid }),
      ])
    );
  },
  highlight: ({ line }: OutgoingListing) =>
    line.details?.highlights?.map((text, at) =>
      leaf('highlight', text, { id: textIds(line, 'details.highlights')[at] }),
    ),
  businessLease: ({ line: { details } }: OutgoingListing) =>
    details?.businessLeases?.map(({ price, period }) => leaf('businessLease', price ?? '', { period })),
};
