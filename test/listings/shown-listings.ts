import {
  addressParts,
  allFlags,
  everyListingField,
  HARBOUR,
  listingDefaults,
  listingLine,
  PLAIN,
  uuid,
  websiteOf,
  ZOE,
} from '@testing';

/** Distinct values, with milliseconds. */
export const dates = {
  firstdate: '2026-03-01T00:00:00.000Z',
  modtime: '2026-03-04T05:06:07.890Z',
  createdAt: '2026-03-02T00:00:00.001Z',
  updatedAt: '2026-03-05T00:00:00.999Z',
};

/** Every part of an address, with texts that differ from generated ones. */
export const everyAddress = {
  display: false,
  streetview: false,
  fullAddress: 'The Lodge',
  streetAddress: 'Lodge',
  fullSuburb: 'Richmond',
  subNumber: '1',
  lotNumber: '2',
  streetNumber: '4',
  street: 'Low Road',
  suburb: 'Richmond',
  state: 'VIC',
  postcode: '3121',
  country: 'Australia',
  latitude: '-37.82314',
  longitude: '144.99804',
};

/** A listing with every field. */
export const full = listingLine(12, {
  _id: uuid(2, 1),
  id: 7001,
  uniqueID: 'ABC/123 é',
  agentID: 'HARB1',
  listingType: 'residential',
  status: 'sold',
  ...everyListingField,
  ...dates,
  soldDetails: {
    price: 13e5,
    date: '2026-03-03T00:00:00Z',
  },
  propertyID: 5001,
  address: {
    ...everyAddress,
    _id: uuid(3, 1),
  } as typeof everyAddress,
  agents: [
    {
      id: 32,
      profileVisibility: false,
    },
    { id: 31 },
  ],
});
/** Two listings of one property, with few fields. */
export const rental = listingLine(13, {
  _id: uuid(2, 2),
  id: 7002,
  uniqueID: 'R1',
  agentID: '',
  listingType: 'rental',
  status: 'current',
  category: '',
  ...dates,
  propertyID: 5002,
  address: {
    ...addressParts,
    _id: uuid(3, 2),
  } as typeof addressParts,
  price: {
    rent: {
      price: 650,
      period: 'weekly',
      display: false,
      available: '2026-05-01T00:00:00+10:00',
    },
  },
  features: {
    bedrooms: 0,
    garages: 1,
    carports: 2,
  },
  agents: [{ id: 31 }],
});
export const lease = listingLine(13, {
  _id: uuid(2, 3),
  id: 7003,
  uniqueID: 'C1',
  agentID: '',
  listingType: 'commercial',
  status: 'current',
  category: '',
  ...dates,
  modtime: '2026-03-06T00:00:00Z',
  propertyID: 5002,
  address: addressParts,
  commercialListingType: 'lease',
  commercialRent: { value: 85e3 },
});

/** The fields of all three in every representation. */
export const shownFull = {
  _id: uuid(2, 1),
  id: 7001,
  propertyID: 5001,
  uniqueID: 'ABC/123 é',
  agentID: 'HARB1',
  listingType: 'residential',
  status: 'sold',
  ...everyListingField,
  ...dates,
  days: { auction: '2026-03-21', sold: '2026-03-03' },
  timeZone: 'Australia/Melbourne',
  soldDetails: { price: 13e5, date: '2026-03-03T00:00:00.000Z' },
  website: websiteOf(HARBOUR),
  slug: '/buy/vic/richmond/townhouse/abc-123-e',
  link: 'https://www.harbour.example/home/buy/vic/richmond/townhouse/abc-123-e',
  locationAccuracy: 'exact',
};
export const shownRental = {
  _id: uuid(2, 2),
  id: 7002,
  propertyID: 5002,
  uniqueID: 'R1',
  agentID: '',
  listingType: 'rental',
  status: 'current',
  ...listingDefaults,
  ...dates,
  days: { available: '2026-05-01' },
  timeZone: 'Australia/Melbourne',
  website: websiteOf(PLAIN),
  price: {
    priceView: '',
    display: true,
    rent: {
      price: 650,
      period: 'weekly',
      display: false,
      available: '2026-04-30T14:00:00.000Z',
    },
  },
  features: {
    bedrooms: 0,
    garages: 1,
    carports: 2,
    parkingSpaces: 3,
    otherFeatures: '',
    ...allFlags(false),
  },
  slug: '/rental/vic/richmond/r1',
  link: 'https://plain.example/rental/vic/richmond/r1',
};
export const shownLease = {
  _id: uuid(2, 3),
  id: 7003,
  propertyID: 5002,
  uniqueID: 'C1',
  agentID: '',
  listingType: 'commercial',
  status: 'current',
  ...listingDefaults,
  ...dates,
  timeZone: 'Australia/Melbourne',
  modtime: '2026-03-06T00:00:00.000Z',
  website: websiteOf(PLAIN),
  commercialListingType: 'lease',
  commercialRent: {
    value: 85e3,
    period: '',
    tax: '',
  },
  slug: '/commercial/vic/richmond/c1',
  link: 'https://plain.example/commercial/vic/richmond/c1',
};

/** The agents as single reads show them. */
export const zoe = {
  id: 31,
  name: 'Zoë O’Hara',
  telephone: ZOE.telephone,
  email: 'zoe@harbour.example',
  profileImage: ZOE.profileImage,
  profileLink: ZOE.profileLink,
  profileVisibility: true,
  hasCurrentListings: true,
};
export const jane = {
  id: 32,
  name: 'Jane Citizen',
  telephone: [],
  email: '',
  profileImage: '',
  profileLink: '',
  profileVisibility: false,
  hasCurrentListings: false,
};
