export const words = (text: string): string[] => text.trim().split(/\s+/);

/**
 * What each kind of listing may have after its ids, in the order of the DTD (shared/reaxml.md): r1.61, then what r1.64
 * added.
 */
export const ELEMENTS_OF = {
  residential: `authority underOffer isHomeLandPackage listingAgent price priceView address municipality streetDirectory
    category headline description features soldDetails landDetails buildingDetails inspectionTimes auction vendorDetails
    externalLink videoLink extraFields images ecoFriendly idealFor views objects auctionOutcome yearBuilt
    yearLastRenovated newConstruction media project`,
  rental: `listingAgent dateAvailable rent priceView bond address municipality streetDirectory category headline
    description features holiday landDetails buildingDetails inspectionTimes externalLink videoLink extraFields images
    objects ecoFriendly views allowances depositTaken newConstruction`,
  holidayRental: `listingAgent dateAvailable rent priceView bond address municipality streetDirectory holidayCategory
    headline description features landDetails buildingDetails inspectionTimes externalLink availabilityLink extraFields
    images objects`,
  land: `authority underOffer listingAgent price priceView address municipality estate streetDirectory landCategory
    headline description features soldDetails landDetails auction vendorDetails externalLink videoLink extraFields
    images views objects inspectionTimes auctionOutcome yearBuilt yearLastRenovated media project`,
  rural: `authority underOffer listingAgent price priceView address municipality streetDirectory ruralCategory headline
    description features ruralFeatures soldDetails landDetails buildingDetails inspectionTimes auction vendorDetails
    externalLink videoLink extraFields images ecoFriendly idealFor views objects auctionOutcome yearBuilt
    yearLastRenovated media`,
  commercial: `marketing commercialAuthority exclusivity commercialListingType underOffer listingAgent price priceView
    commercialRent outgoings return currentLeaseEndDate tenancy furtherOptions isMultiple address municipality
    streetDirectory commercialCategory headline description soldDetails landDetails buildingDetails propertyExtent
    carSpaces parkingComments auction vendorDetails zone externalLink extraFields images objects miniweb purchaseOrder
    highlight auctionOutcome yearBuilt yearLastRenovated videoLink`,
  commercialLand: `marketing authority commercialListingType underOffer listingAgent price priceView commercialRent
    outgoings return currentLeaseEndDate address municipality estate streetDirectory headline description soldDetails
    landDetails auction vendorDetails externalLink extraFields images objects miniweb purchaseOrder`,
  business: `marketing exclusivity commercialListingType underOffer listingAgent franchise price priceView businessLease
    takings return currentLeaseEndDate furtherOptions address municipality streetDirectory businessCategory headline
    description terms soldDetails vendorDetails externalLink extraFields images objects miniweb purchaseOrder`,
};
