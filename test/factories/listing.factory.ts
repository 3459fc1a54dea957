/** The parts of an address in a line. */
export interface AddressParts {
  readonly display?: boolean;
  readonly streetview?: boolean;
  readonly fullAddress?: string;
  readonly streetAddress?: string;
  readonly fullSuburb?: string;
  readonly subNumber?: string;
  readonly lotNumber?: string;
  readonly streetNumber?: string;
  readonly street?: string;
  readonly suburb?: string;
  readonly state?: string;
  readonly postcode?: string;
  readonly country?: string;
  readonly latitude?: string;
  readonly longitude?: string;
}

/** Counts, flags and texts. */
export type FeatureFields = Readonly<Record<string, number | boolean | string>>;

/** A line of `listings.ndjson`, with the fields that tests use. */
export interface ListingLine {
  readonly _id?: string;
  readonly id?: number;
  readonly websiteID: number;
  readonly agentID: string;
  readonly uniqueID: string;
  readonly listingType: string;
  readonly status: string;
  readonly address: AddressParts;
  readonly agents?: readonly { readonly id: number; readonly profileVisibility?: boolean }[];
  readonly category?: string;
  readonly businessCategory?: readonly string[];
  readonly commercialCategory?: readonly string[];
  readonly landCategory?: string;
  readonly ruralCategory?: string;
  readonly commercialListingType?: string;
  readonly commercialRent?: { readonly value?: number; readonly period?: string; readonly tax?: string };
  readonly price?: {
    readonly priceView?: string;
    readonly display?: boolean;
    readonly value?: number;
    readonly rent?: {
      readonly price?: number;
      readonly period?: string;
      readonly display?: boolean;
      readonly available?: string;
    };
  };
  readonly features?: FeatureFields;
  readonly inspectionTimes?: readonly { readonly dateFrom: string; readonly dateTo: string }[];
  readonly auctionDetails?: { readonly date?: string };
  readonly soldDetails?: { readonly price?: number; readonly date?: string; readonly display?: string };
  readonly isOffMarket?: boolean;
  readonly underOffer?: boolean;
  readonly newConstruction?: boolean;
  readonly ecoFriendly?: Readonly<Record<string, boolean>>;
  readonly landDetails?: { readonly area?: { readonly value: number } };
  readonly buildingDetails?: { readonly area?: { readonly value: number } };
  readonly authority?: string;
  readonly commercialAuthority?: string;
  readonly firstdate?: string;
  readonly modtime?: string;
  readonly createdAt?: string;
  readonly updatedAt?: string;
  readonly [detail: string]: unknown;
}

/** All specs of a worker share this counter. It starts above any number that a spec writes down. */
let made = 10_000;

/** A current house of an account with a unique address, plus fields of the test. */
export function listingLine(websiteID: number, fields: Partial<ListingLine> = {}): ListingLine {
  made += 1;
  return {
    websiteID,
    agentID: 'OFFICE1',
    uniqueID: `L${made}`,
    listingType: 'residential',
    status: 'current',
    category: 'House',
    address: { streetNumber: String(made), street: 'Main Road', suburb: 'Richmond', state: 'VIC', postcode: '3121' },
    ...fields,
  };
}

export const FLAGS = (
  'airConditioning alarmSystem balcony broadband builtInRobes courtyard deck dishwasher ductedCooling ductedHeating ' +
  'evaporativeCooling gasHeating gym hydronicHeating insideSpa intercom openFirePlace outdoorEnt outsideSpa payTV ' +
  'poolInGround poolAboveGround remoteGarage reverseCycleAircon rumpusRoom secureParking splitSystemAircon ' +
  'splitSystemHeating tennisCourt vacuumSystem workshop furnished petFriendly smokers study floorboards shed fullyFenced'
).split(' ');

/** Flags that are not features. */
export const OTHER_FLAGS = (
  'priceReduced hasFloorplan hasVideo hasTour holiday ' +
  'depositTaken underOffer newConstruction solarPanels solarHotWater waterTank greyWaterSystem'
).split(' ');

/** All flags with the same value. */
export const allFlags = (value: boolean): Record<string, boolean> =>
  Object.fromEntries(FLAGS.map((name) => [name, value]));

/** The fields of a listing whose line had only the required fields. */
export const listingDefaults = {
  category: '',
  businessCategory: [],
  commercialCategory: [],
  landCategory: '',
  ruralCategory: '',
  commercialListingType: '',
  commercialAuthority: '',
  authority: '',
  exclusivity: '',
  tenancy: '',
  outgoings: '',
  ruralFeatures: '',
  auctionDetails: {},
  buildingDetails: { energyRating: '' },
  landDetails: {},
  features: { otherFeatures: '', ...allFlags(false) },
  ecoFriendly: { greyWaterSystem: false, waterTank: false, solarPanels: false, solarHotWater: false },
  price: { priceView: '', display: true },
  images: [],
  inspectionTimes: [],
  documents: [],
  externalLinks: [],
  videoLinks: [],
  vrTourLink: [],
  partnerLinks: { furnish: [], kitchenStyling: [], panorama: [] },
  headline: '',
  description: '',
  isOffMarket: false,
  newConstruction: false,
  underOffer: false,
};

/** Every field of a line that readers see, with a value that is not its default. */
export const everyListingField = {
  category: 'Townhouse',
  businessCategory: ['Food/Hospitality', 'Retail'],
  commercialCategory: ['Offices', 'Showrooms/Bulky Goods'],
  landCategory: 'Residential',
  ruralCategory: 'Livestock',
  commercialListingType: 'both',
  commercialAuthority: 'eoi',
  authority: 'exclusive',
  exclusivity: 'open',
  tenancy: 'vacant',
  outgoings: '12,000 a year',
  ruralFeatures: 'Fenced; two dams',
  commercialRent: { value: 85_000.5, period: 'annual', tax: 'exclusive' },
  auctionDetails: { date: '2026-03-21T01:30:00.000Z' },
  buildingDetails: { area: { value: 212.5, unit: 'squareMeter' }, energyRating: '5.5' },
  landDetails: { area: { value: 612, unit: 'squareMeter' }, frontage: { value: 15.24, unit: 'meter' } },
  features: {
    bedrooms: 3,
    bathrooms: 2,
    garages: 1,
    carports: 2,
    openSpaces: 4,
    parkingSpaces: 5,
    ensuite: 1,
    toilets: 3,
    livingAreas: 2,
    otherFeatures: 'Wine cellar, “Zoë’s” room 🏠',
    ...allFlags(true),
  },
  ecoFriendly: { greyWaterSystem: true, waterTank: true, solarPanels: true, solarHotWater: true },
  price: { priceView: '$1.15m - $1.25m', display: false, value: 1_200_000.25 },
  images: [
    { id: 'm', url: 'https://images.harbour.example/1/m.jpg', type: 'featured' },
    { id: 'a', url: 'https://images.harbour.example/1/a.jpg', type: 'img' },
  ],
  inspectionTimes: [{ dateFrom: '2026-03-06T22:30:00.000Z', dateTo: '2026-03-06T23:00:00.000Z' }],
  documents: [{ id: '1', url: 'https://documents.harbour.example/1.pdf', title: 'Plan', type: 'floorplan' }],
  externalLinks: ['https://more.harbour.example/1'],
  videoLinks: ['https://video.example/1'],
  vrTourLink: ['https://tour.example/1'],
  partnerLinks: {
    furnish: ['https://furnish.example/1'],
    kitchenStyling: ['https://kitchen.example/1'],
    panorama: ['https://panorama.example/1'],
  },
  headline: 'Light by the park',
  description: 'Three bedrooms,\ntwo minutes from the water. “Zoë’s” \\ 100% 🏠',
  isOffMarket: true,
  newConstruction: true,
  underOffer: true,
};
