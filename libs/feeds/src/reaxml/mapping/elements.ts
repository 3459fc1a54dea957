import { address } from './address.js';
import { listingAgents } from './agents.js';
import { buildingDetails, landDetails } from './areas.js';
import { businessCategory, commercialCategory } from './categories.js';
import { geocode } from './coordinates.js';
import { readersByKey } from './element.js';
import { extraFields } from './extra-fields.js';
import { features, namesOfTrue } from './features.js';
import { images, links, media, objects } from './media.js';
import { commercialRent, dateAvailable, price, rent, soldDetails } from './prices.js';
import { attribute, choice, container, count, ignored, kept, line, prose, single, truth } from './readers.js';
import { isRuralFeature, ruralFeaturesOf, ruralText } from './rural-features.js';
import { auction, inspectionTimes } from './times.js';
import { virtualTour } from './tours.js';

const ruralFeatures = single((element, draft) => {
  for (const child of element.children) if (!isRuralFeature(child.key)) draft.note(child, 'is not known');
  const parts = ruralFeaturesOf(element);
  draft.put('ruralFeatures', ruralText(parts) || element.text, element);
});

/** Where each element of a listing goes; what is not here is not known, and is reported. */
export const ELEMENTS = readersByKey({
  agentID: ignored('names the listing'),
  uniqueID: ignored('names the listing'),

  authority: choice('authority'),
  commercialAuthority: choice('commercialAuthority'),
  exclusivity: choice('exclusivity'),
  tenancy: choice('tenancy'),
  commercialListingType: choice('commercialListingType'),
  outgoings: line('outgoings'),
  underOffer: truth('underOffer'),
  newConstruction: truth('newConstruction'),

  category: attribute('category', 'name'),
  holidayCategory: attribute('category', 'name'),
  landCategory: attribute('landCategory', 'name'),
  ruralCategory: attribute('ruralCategory', 'name'),
  commercialCategory,
  businessCategory,

  listingAgent: listingAgents,
  address,
  headline: line('headline'),
  description: prose('description'),

  price,
  priceView: line('price.priceView'),
  rent,
  dateAvailable,
  commercialRent,
  soldDetails,

  features,
  allowances: features,
  carSpaces: count('features.parkingSpaces'),
  ecoFriendly: container({
    solarPanels: truth('ecoFriendly.solarPanels'),
    solarHotWater: truth('ecoFriendly.solarHotWater'),
    waterTank: truth('ecoFriendly.waterTank'),
    greyWaterSystem: truth('ecoFriendly.greyWaterSystem'),
  }),
  ruralFeatures,
  landDetails,
  buildingDetails,

  auction,
  inspectionTimes,

  images,
  objects,
  media,
  externalLink: links('externalLinks'),
  videoLink: links('videoLinks'),
  virtualTour,
  virtualTourLink: virtualTour,
  vrTour: virtualTour,
  vrTourLink: virtualTour,
  geocode,
  feedsyncGeocode: geocode,

  municipality: kept,
  streetDirectory: kept,
  estate: kept,
  project: kept,
  zone: kept,
  councilRates: kept,
  yearBuilt: kept,
  yearLastRenovated: kept,
  isHomeLandPackage: kept,
  isMultiple: kept,
  propertyExtent: kept,
  parkingComments: kept,
  bond: kept,
  depositTaken: kept,
  holiday: kept,
  availabilityLink: kept,
  auctionOutcome: kept,
  highlight: kept,
  return: kept,
  takings: kept,
  terms: kept,
  franchise: kept,
  businessLease: kept,
  currentLeaseEndDate: kept,
  furtherOptions: kept,
  idealFor: namesOfTrue,
  views: namesOfTrue,

  vendorDetails: ignored('private: the reader drops it'),
  extraFields,
  marketing: ignored('what the agency bought of a portal'),
  miniweb: ignored('what the agency bought of a portal'),
  purchaseOrder: ignored('what the agency bought of a portal'),
});
