import { closingKind } from '@app/listings';
import { textIds } from '../items/listing-lists.js';
import { ruralParts } from '../mapping/rural-features.js';
import { around, empty, leaf } from './markup.js';
import { dateText, yesNo, type OutgoingListing } from './outgoing.js';

type Line = OutgoingListing['line'];

/** The texts of a list with their ids. */
const withIds = (
  line: Line,
  list: 'commercialCategory' | 'businessCategory',
  write: (text: string, id: string) => string,
): string => {
  const ids = textIds(line, list);
  return line[list].map((text, at) => write(text, ids[at] ?? '')).join('');
};

const valueOf = (name: string, value: string): string => (value === '' ? '' : empty(name, { value }));
const nameOf = (name: string, value: string): string => (value === '' ? '' : empty(name, { name: value }));
const textOf = (name: string, text: string): string => (text === '' ? '' : leaf(name, text));

/** Kind, status and terms of a listing. */
export const TERMS = {
  agentID: ({ line }: OutgoingListing) => leaf('agentID', line.agentID),
  uniqueID: ({ line }: OutgoingListing) => leaf('uniqueID', line.uniqueID),
  authority: ({ line }: OutgoingListing) => valueOf('authority', line.authority),
  commercialAuthority: ({ line }: OutgoingListing) => valueOf('commercialAuthority', line.commercialAuthority),
  exclusivity: ({ line }: OutgoingListing) => valueOf('exclusivity', line.exclusivity),
  tenancy: ({ line }: OutgoingListing) => valueOf('tenancy', line.tenancy),
  commercialListingType: ({ line }: OutgoingListing) => valueOf('commercialListingType', line.commercialListingType),
  underOffer: ({ line }: OutgoingListing) => empty('underOffer', { value: yesNo(line.underOffer) }),
  newConstruction: ({ line }: OutgoingListing) => leaf('newConstruction', line.newConstruction ? 1 : 0),
  category: ({ line }: OutgoingListing) => nameOf('category', line.category),
  holidayCategory: ({ line }: OutgoingListing) => nameOf('holidayCategory', line.category),
  landCategory: ({ line }: OutgoingListing) => nameOf('landCategory', line.landCategory),
  ruralCategory: ({ line }: OutgoingListing) => nameOf('ruralCategory', line.ruralCategory),
  commercialCategory: ({ line }: OutgoingListing) =>
    withIds(line, 'commercialCategory', (name, id) => empty('commercialCategory', { id, name })),
  businessCategory: ({ line }: OutgoingListing) =>
    withIds(line, 'businessCategory', (name, id) =>
      around('businessCategory', [leaf('name', name), ...subsOf(line, name)], { id }),
    ),
  headline: ({ line }: OutgoingListing) => textOf('headline', line.headline),
  description: ({ line }: OutgoingListing) => textOf('description', line.description),
  ruralFeatures: ({ line }: OutgoingListing) => ruralFeatures(line),
  // The authority says what happens at the date.
  auction: ({ line, timeZone }: OutgoingListing) => {
    const { kind, date = '' } = line.details?.closing ?? {};
    const at = line.auctionDetails.date ?? (kind === closingKind(line) ? date : '');
    return at === '' ? '' : empty('auction', { date: dateText(at, timeZone) });
  },
};

const subsOf = ({ details }: Line, category: string): string[] =>
  (details?.businessSubCategory ?? [])
    .filter((sub) => sub.category === category)
    .map(({ name }) => around('businessSubCategory', [leaf('name', name)]));

function ruralFeatures({ ruralFeatures: text }: Line): string {
  if (text === '') return '';
  const parts = Object.entries(ruralParts(text)).map(([name, part]) => leaf(name, part));
  return around('ruralFeatures', parts);
}
