import type { FeedListingType } from '../reading/listing-elements.js';

const words = (text: string): string[] => text.trim().split(/\s+/);

/** The elements that go out for each listing type, in the order of the DTD: r1.64, and r1.61 for `business`. */
export const ELEMENT_ORDER: Readonly<Record<FeedListingType, readonly string[]>> = {
  residential: words(`agentID uniqueID authority underOffer listingAgent price priceView address category headline
    description features soldDetails landDetails buildingDetails inspectionTimes auction externalLink videoLink images
    ecoFriendly objects newConstruction media`),
  rental:
    words(`agentID uniqueID listingAgent dateAvailable rent priceView address category headline description features
    landDetails buildingDetails inspectionTimes externalLink videoLink images objects ecoFriendly allowances
    newConstruction`),
  land: words(`agentID uniqueID authority underOffer listingAgent price priceView address landCategory headline description
    features soldDetails landDetails auction externalLink videoLink images objects inspectionTimes media`),
  rural: words(`agentID uniqueID authority underOffer listingAgent price priceView address ruralCategory headline
    description features ruralFeatures soldDetails landDetails buildingDetails inspectionTimes auction externalLink
    videoLink images ecoFriendly objects media`),
  commercial:
    words(`agentID uniqueID commercialAuthority exclusivity commercialListingType underOffer listingAgent price
    priceView commercialRent outgoings tenancy address commercialCategory headline description soldDetails landDetails
    buildingDetails carSpaces auction externalLink images objects videoLink`),
  business: words(`agentID uniqueID exclusivity commercialListingType underOffer listingAgent price priceView address
    businessCategory headline description soldDetails externalLink images objects`),
};
