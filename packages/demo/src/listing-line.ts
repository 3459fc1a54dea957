import type { AddressLine } from './bundle-lines.js';

export type ListingType = 'residential' | 'rental' | 'land' | 'rural' | 'commercial' | 'business';
export type ListingStatus = 'current' | 'sold' | 'leased' | 'withdrawn' | 'offmarket';

/** A measure: areas in square metres, lengths in metres. */
export interface Measure {
  value: number;
  unit: 'squareMeter' | 'meter';
}

/** Counts are absent where they do not apply; an absent flag is false. */
export interface ListingFeatures {
  bedrooms?: number;
  bathrooms?: number;
  ensuite?: number;
  toilets?: number;
  livingAreas?: number;
  garages?: number;
  carports?: number;
  openSpaces?: number;
  parkingSpaces?: number;
  otherFeatures?: string;
  [flag: string]: boolean | number | string | undefined;
}

export interface ListingPrice {
  priceView: string;
  display: boolean;
  /** Absent when there is nothing for sale. */
  value?: number;
  rent?: { price: number; period: 'weekly'; display: boolean; available: string };
}

/** A line of `listings.ndjson`. The import creates `website`, `slug` and `link`. */
export interface DemoListingLine {
  _id: string;
  id: number;
  propertyID: number;
  websiteID: number;
  agentID: string;
  uniqueID: string;
  address: AddressLine;
  agents: { id: number }[];
  listingType: ListingType;
  status: ListingStatus;
  category: string;
  businessCategory: string[];
  commercialCategory: string[];
  landCategory: string;
  ruralCategory: string;
  commercialListingType: string;
  commercialAuthority: string;
  authority: string;
  exclusivity: string;
  tenancy: string;
  outgoings: string;
  ruralFeatures: string;
  commercialRent?: { value: number; period: string; tax: string };
  auctionDetails: { date?: string };
  buildingDetails: { area?: Measure; energyRating: string };
  landDetails: { area?: Measure; frontage?: Measure };
  features: ListingFeatures;
  ecoFriendly: Record<string, boolean>;
  price: ListingPrice;
  soldDetails?: { price: number; date: string };
  images: { id: string; url: string; type: 'featured' | 'img' }[];
  inspectionTimes: { dateFrom: string; dateTo: string }[];
  documents: { id: string; url: string; title: string; type: string }[];
  externalLinks: string[];
  videoLinks: string[];
  vrTourLink: string[];
  partnerLinks: { furnish: string[]; kitchenStyling: string[]; panorama: string[] };
  headline: string;
  description: string;
  isOffMarket: boolean;
  newConstruction: boolean;
  underOffer: boolean;
  details?: { depositTaken: true };
  firstdate: string;
  modtime: string;
  createdAt: string;
  updatedAt: string;
}
