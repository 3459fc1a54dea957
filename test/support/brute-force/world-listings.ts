import { FLAGS, OTHER_FLAGS, type FeatureFields } from '../../factories/listing.factory.js';
import { uuid } from '../../factories/suburb.factory.js';
import { Dice } from './dice.js';
import type { AddressParts, DatedListing, SuburbLine } from './lines.js';
import { upper } from './texts.js';
import { worldAccounts, worldAgents } from './world-agencies.js';
import { worldAuction, worldAvailable, worldDates, worldInspections } from './world-dates.js';

const TYPES = [
  'residential',
  'residential',
  'residential',
  'rental',
  'rental',
  'commercial',
  'land',
  'rural',
  'business',
];
const STATUSES = ['current', 'current', 'current', 'current', 'sold', 'leased', 'withdrawn', 'offmarket'];
const CATEGORIES = ['House', 'house', 'Townhouse', 'Apartment', 'Ünit_100%', 'DuplexSemi-detached', ''];
const BUSINESS = ['Food/Hospitality', 'Retail', 'retail', 'Rural'];
const COMMERCIAL = ['Offices', 'Retail', 'Showrooms/Bulky Goods'];
const OFFICES = ['HARB1', 'HARB2', 'HARB3', 'harb1', ''];
const PRICES = [0, 450, 450.5, 500_000, 500_000, 750_000, 1_250_000, 99_999_999_999];
const PERIODS = ['weekly', 'fortnightly', 'monthly', 'annual', ''];
const STREETS = [
  'Main Road',
  'main road',
  'Main Road West',
  'Snow_Road 50%',
  'Back\\Slash Lane',
  'Rue de l’Été',
  'Quay St',
];
const HEADLINES = [
  'A garden for Zoë',
  'GARDEN & views',
  '“Main” attraction',
  'Richmond’s best',
  'O’Connell house',
  '100% new',
];
const SENTENCES = [
  'Close to Kew and the park.',
  'Views of the harbour, the garden and 12 streets.',
  'L’été à la maison: cafés, figs_and_roses.',
  'Garden-fresh; quiet!',
  'Ring Smith on 3121 0000.',
];
const NUMBERS = ['9', '12', '12A', '12B', '100', '1-3', '', '012'];
const SUBS = ['', '', '2', '10', '2A'];

const UNKNOWN_PLACES: AddressParts[] = [
  { suburb: 'Unknown Hollow', state: 'TAS', postcode: '7999' },
  { suburb: 'Richmond', state: 'VIC', postcode: '' },
  { suburb: '', state: 'WA', postcode: '' },
  { suburb: '', state: '', postcode: '' },
  { suburb: 'Straße İpek', state: 'NSW', postcode: '2795' },
];

/** A few hundred listings of every kind: houses that are listed again, equal prices and dates, few or no fields. */
export function worldListings(count: number, suburbs: readonly SuburbLine[], dice: Dice, now: number): DatedListing[] {
  const listings: DatedListing[] = [];
  for (let number = 1; number <= count; number++) {
    const again = listings.length > 0 && dice.chance(0.25) ? dice.pick(listings).address : undefined;
    const made = listing(number, again ?? anAddress(suburbs, dice), dice, now);
    const isTaken = listings.some((other) => keyOf(other) === keyOf(made));
    listings.push(isTaken ? { ...made, uniqueID: `U_${number}%` } : made);
  }
  return listings;
}

/** The identity of a line. */
const keyOf = ({ websiteID, agentID, uniqueID }: DatedListing): string =>
  [websiteID, agentID.toLowerCase(), uniqueID].join('|');

function listing(number: number, address: AddressParts, dice: Dice, now: number): DatedListing {
  const listingType = dice.pick(TYPES);
  const { websiteID } = dice.pick(worldAccounts);
  return {
    _id: uuid(2, number),
    // Ids do not follow the order of the lines.
    id: ((number * 37) % 1009) + 1,
    websiteID,
    agentID: dice.pick(OFFICES),
    uniqueID: dice.chance(0.1) ? `Shared ${number % 5}` : `U_${number}%`,
    listingType,
    status: dice.pick(STATUSES),
    address,
    agents: dice.some(worldAgents.slice(0, 18), 3).map(({ id }) => ({ id })),
    category: dice.pick(CATEGORIES),
    businessCategory: listingType === 'business' ? dice.some(BUSINESS, 3) : [],
    commercialCategory: listingType === 'commercial' ? dice.some(COMMERCIAL, 3) : [],
    landCategory: listingType === 'land' ? dice.pick(['Residential', 'Commercial', '']) : '',
    ruralCategory: listingType === 'rural' ? dice.pick(['Livestock', 'Dairy', 'MixedFarming']) : '',
    commercialListingType: listingType === 'commercial' ? dice.pick(['sale', 'lease', 'both', '']) : '',
    ...prices(listingType, dice, now, number),
    features: features(listingType, dice),
    inspectionTimes: worldInspections(dice, now),
    auctionDetails: worldAuction(dice, now),
    isOffMarket: dice.chance(0.2),
    headline: dice.some(HEADLINES, 2).join(' '),
    description: dice.some(SENTENCES, 3).join(' '),
    ...worldDates(dice, number),
    // Uses its own dice, so that the rest of the world does not depend on it.
    ...values(new Dice(number), number, now),
  };
}

const AREAS = [0, 0.5, 120, 120, 450, 612, 612, 20_000];
const ECO = OTHER_FLAGS.slice(-4);

/** Areas, flags that are not features, a sale and an authority, also for listings that are not sold. */
function values(dice: Dice, number: number, now: number): Partial<DatedListing> {
  const area = () => (dice.chance(0.3) ? {} : { area: { value: dice.pick(AREAS) } });
  const price = dice.maybe(0.8, () => dice.pick(PRICES));
  const date = dice.maybe(0.8, () => worldAvailable(dice, now));
  const display = dice.maybe(0.6, () => dice.pick(['yes', 'no', 'range']));
  return {
    landDetails: area(),
    buildingDetails: area(),
    documents: number % 3 === 0 ? [{ url: 'https://documents.example/1.pdf', type: 'floorplan' }] : [],
    videoLinks: number % 5 === 0 ? ['https://video.example/1'] : [],
    vrTourLink: number % 7 === 0 ? ['https://tour.example/1'] : [],
    underOffer: dice.chance(0.3),
    newConstruction: dice.chance(0.3),
    ecoFriendly: Object.fromEntries(ECO.map((name) => [name, dice.chance(0.3)])),
    authority: dice.pick(['', '', 'auction', 'exclusive', 'setsale']),
    commercialAuthority: dice.pick(['', '', '', 'auction', 'tender', 'EOI', 'offers']),
    soldDetails: {
      ...(price === undefined ? {} : { price }),
      ...(date === undefined ? {} : { date }),
      ...(display === undefined ? {} : { display }),
    },
    details: {
      ...(dice.chance(0.3) && { depositTaken: true }),
      ...(number % 4 === 0 && { holiday: true }),
      ...(dice.chance(0.5) && { priceRange: rangeFrom(dice.pick(PRICES)) }),
    },
  };
}

const rangeFrom = (min: number) => ({ min, max: min * 1.2 });

function anAddress(suburbs: readonly SuburbLine[], dice: Dice): AddressParts {
  const { suburb, state, postcode } = dice.pick(suburbs);
  const place = dice.chance(0.1) ? dice.pick(UNKNOWN_PLACES) : { suburb, state, postcode };
  const shouted = dice.chance(0.1) ? { ...place, suburb: upper(place.suburb ?? '') } : place;
  if (dice.chance(0.15)) return shouted;
  const fullAddress = dice.maybe(0.05, () => 'Known as “The Lodge”, 100% private_');
  const country = dice.maybe(0.1, () => 'Australia');
  return {
    ...shouted,
    street: dice.pick(STREETS),
    streetNumber: dice.pick(NUMBERS),
    subNumber: dice.pick(SUBS),
    ...(dice.chance(0.05) ? { lotNumber: '5' } : {}),
    ...(fullAddress ? { fullAddress } : {}),
    ...(country ? { country } : {}),
  };
}

function prices(
  listingType: string,
  dice: Dice,
  now: number,
  number: number,
): Pick<DatedListing, 'price' | 'commercialRent'> {
  const value = dice.maybe(0.75, () => dice.pick(PRICES));
  const rent = dice.maybe(0.8, () => dice.pick(PRICES));
  const available = dice.maybe(0.8, () => worldAvailable(dice, now));
  const price = value === undefined ? {} : { value };
  if (listingType === 'rental') {
    const terms = { ...(rent === undefined ? {} : { price: rent }), ...(available ? { available } : {}) };
    return { price: { ...price, rent: { ...terms, period: PERIODS[number % PERIODS.length] ?? '' } } };
  }
  if (listingType !== 'commercial' || !dice.chance(0.6)) return { price };
  return { price, commercialRent: { ...(rent === undefined ? {} : { value: rent }), period: 'annual' } };
}

function features(listingType: string, dice: Dice): FeatureFields {
  const counts: Record<string, number> = {};
  const bare = listingType === 'land' || listingType === 'business' || dice.chance(0.1);
  const names = ['bedrooms', 'bathrooms', 'garages', 'carports', 'openSpaces', 'ensuite', 'toilets', 'livingAreas'];
  if (!bare) for (const name of names) if (dice.chance(0.7)) counts[name] = dice.below(5);
  if (dice.chance(0.3)) counts['parkingSpaces'] = dice.below(6);
  return { ...counts, ...Object.fromEntries(FLAGS.filter(() => dice.chance(0.2)).map((flag) => [flag, true])) };
}
