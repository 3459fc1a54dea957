import { textWords } from '@app/address';
import { FLAG_BITS, type FEATURE_FLAGS, type OTHER_FLAGS } from '../dto/listing.kinds.js';
import type { ListingEntity } from '../entities/listing.entity.js';
import type { ListingLine } from '../documents/listing.line.js';
import { roomWord } from './room-words.js';

type Flag = (typeof FEATURE_FLAGS | typeof OTHER_FLAGS)[number];

const AIR = 'air conditioning airconditioning conditioned conditioner aircon ac';

/** The words by which people search for flags (B74). */
const FLAG_KEYWORDS: Readonly<Record<Flag, string>> = {
  airConditioning: AIR,
  alarmSystem: 'alarm system security',
  balcony: 'balcony balconies',
  broadband: 'broadband internet',
  builtInRobes: 'built in builtin robes wardrobes bir',
  courtyard: 'courtyard courtyards',
  deck: 'deck decking',
  dishwasher: 'dishwasher',
  ductedCooling: `ducted cooling ${AIR}`,
  ductedHeating: 'ducted heating',
  evaporativeCooling: 'evaporative cooling cooler',
  gasHeating: 'gas heating heater',
  gym: 'gym gymnasium',
  hydronicHeating: 'hydronic heating',
  insideSpa: 'inside indoor spa jacuzzi',
  intercom: 'intercom',
  openFirePlace: 'open fireplace fire place',
  outdoorEnt: 'outdoor entertaining area alfresco',
  outsideSpa: 'outside outdoor spa jacuzzi',
  payTV: 'pay tv television foxtel',
  poolInGround: 'swimming pool pools in ground inground',
  poolAboveGround: 'swimming pool pools above ground',
  remoteGarage: 'remote garage',
  reverseCycleAircon: `reverse cycle ${AIR}`,
  rumpusRoom: 'rumpus room',
  secureParking: 'secure parking',
  splitSystemAircon: `split system ${AIR}`,
  splitSystemHeating: 'split system heating',
  tennisCourt: 'tennis court',
  vacuumSystem: 'vacuum system',
  workshop: 'workshop',
  furnished: 'furnished furniture',
  petFriendly: 'pets friendly pet',
  smokers: 'smokers smoking',
  study: 'study',
  floorboards: 'floorboards floor boards',
  shed: 'shed sheds',
  fullyFenced: 'fully fenced fence',
  // Kept by a trigger.
  priceReduced: '',
  hasFloorplan: 'floorplan floor plan',
  hasVideo: 'video',
  hasTour: 'virtual tour',
  holiday: 'holiday',
  depositTaken: 'deposit taken',
  underOffer: 'under offer',
  newConstruction: 'new construction',
  solarPanels: 'solar panels',
  solarHotWater: 'solar hot water',
  waterTank: 'water tank',
  greyWaterSystem: 'grey water system',
};

/** The words by which people search for categories, besides the words of their names. */
const CATEGORY_KEYWORDS: Readonly<Record<string, string>> = {
  apartment: 'unit flat',
  flat: 'unit apartment',
  townhouse: 'town house',
  unit: 'apartment flat',
};

/** The words by which people search for types of listings. */
const TYPE_KEYWORDS: Readonly<Record<string, string>> = {
  residential: 'sale',
  rental: 'rent rental lease',
  land: 'land sale',
  rural: 'rural farm sale',
  commercial: 'commercial',
  business: 'business sale',
};

const COMMERCIAL_KEYWORDS: Readonly<Record<string, string>> = {
  sale: 'sale',
  lease: 'lease rent',
  both: 'sale lease rent',
};

const FLAGS = [...FLAG_BITS].map(
  ([name, bit]) => [1n << BigInt(bit), FLAG_KEYWORDS[name as Flag]] as const, // every flag has a bit
);

/** Changes with the words of data, so that stored words are made again. */
export const KEYWORDS = JSON.stringify([FLAG_KEYWORDS, CATEGORY_KEYWORDS, TYPE_KEYWORDS, COMMERCIAL_KEYWORDS]);

/** Words that people type in the plural, beside the words of the tables. */
const OTHERS = 'acreage duplex farm garden granny house land lift studio terrace view villa warehouse';

const SINGULARS = new Set(
  [
    OTHERS,
    ...[FLAG_KEYWORDS, CATEGORY_KEYWORDS, TYPE_KEYWORDS].flatMap((table) => Object.entries(table).flat()),
  ].flatMap(textWords),
);

/** The singular of a keyword: "view" for "views". Other words are names, which have no plural. */
export const singularOf = (word: string): string | undefined =>
  word.endsWith('s') && SINGULARS.has(word.slice(0, -1)) ? word.slice(0, -1) : undefined;

/** The words by which people search for the flags, rooms, categories and type of a listing (B74). */
export function listingKeywords(line: ListingLine, row: ListingEntity): string[] {
  const flags = BigInt(row.flags);
  const isHome = row.listingType === 'residential' || row.listingType === 'rental';
  const texts = [
    ...FLAGS.flatMap(([bit, words]) => (flags & bit ? [words] : [])),
    ...categoriesOf(line).flatMap((category) => [spaced(category), CATEGORY_KEYWORDS[category.toLowerCase()] ?? '']),
    TYPE_KEYWORDS[row.listingType] ?? '',
    COMMERCIAL_KEYWORDS[row.commercialListingType] ?? '',
    ...(isHome && row.bedrooms === 0 ? ['studio'] : []),
    ...(row.garages ? ['garage'] : []),
    ...(row.carports ? ['carport'] : []),
    ...(row.ensuite ? ['ensuite ensuites'] : []),
  ];
  const rooms = [
    ...(row.bedrooms ? [roomWord(row.bedrooms, 'bedroom')] : []),
    ...(row.bathrooms ? [roomWord(row.bathrooms, 'bathroom')] : []),
    ...(row.carSpaces ? [roomWord(row.carSpaces, 'car')] : []),
  ];
  return [...texts.flatMap(textWords), ...rooms];
}

const categoriesOf = (line: ListingLine): string[] => [
  line.category,
  line.landCategory,
  line.ruralCategory,
  ...line.commercialCategory,
  ...line.businessCategory,
];

/** "BlockOfUnits" -> "Block Of Units". */
const spaced = (name: string): string => name.replace(/(?<=[a-z])(?=[A-Z])/g, ' ');
