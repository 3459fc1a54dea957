/** The revisions of the DTD that listings can be written in. */
export const REVISIONS = ['r1.64', 'r1.61'] as const;
export type Revision = (typeof REVISIONS)[number];

/**
 * The children of elements in the order of the DTD, and the values of attributes. `*`: may be repeated; `+`: of r1.64
 * only; `-`: of r1.61 only. Elements and attributes that are not here are written as they are given.
 */
const DTD = `
  residential: agentID uniqueID authority underOffer isHomeLandPackage listingAgent* price priceView address
    municipality streetDirectory category headline description features soldDetails landDetails buildingDetails
    inspectionTimes auction +auctionOutcome +yearBuilt +yearLastRenovated externalLink* videoLink extraFields images
    +newConstruction ecoFriendly idealFor views objects +media +project;
  rental: agentID uniqueID listingAgent* dateAvailable rent* priceView bond +depositTaken address municipality
    streetDirectory category headline description features holiday landDetails +newConstruction buildingDetails
    inspectionTimes externalLink* videoLink extraFields images objects ecoFriendly views allowances;
  holidayRental: agentID uniqueID listingAgent* dateAvailable rent* priceView bond address municipality streetDirectory
    holidayCategory headline description features landDetails buildingDetails inspectionTimes externalLink*
    availabilityLink extraFields images objects;
  land: agentID uniqueID authority underOffer listingAgent* price priceView address municipality estate streetDirectory
    landCategory headline description features soldDetails landDetails +inspectionTimes auction +auctionOutcome
    +yearBuilt +yearLastRenovated externalLink* videoLink extraFields images views objects +media +project;
  rural: agentID uniqueID authority underOffer listingAgent* price priceView address municipality streetDirectory
    ruralCategory headline description features ruralFeatures soldDetails landDetails buildingDetails inspectionTimes
    auction +auctionOutcome +yearBuilt +yearLastRenovated externalLink* videoLink extraFields images ecoFriendly
    idealFor views objects +media;
  commercial: agentID uniqueID commercialAuthority exclusivity commercialListingType underOffer listingAgent* price
    priceView commercialRent outgoings return currentLeaseEndDate tenancy furtherOptions isMultiple address municipality
    streetDirectory commercialCategory* headline description +highlight* soldDetails landDetails buildingDetails
    propertyExtent carSpaces parkingComments auction +auctionOutcome +yearBuilt +yearLastRenovated zone externalLink*
    +videoLink extraFields images objects;
  -commercialLand: agentID uniqueID authority commercialListingType underOffer listingAgent* price priceView
    commercialRent outgoings return currentLeaseEndDate address municipality estate streetDirectory headline description
    soldDetails landDetails auction externalLink* extraFields images objects;
  -business: agentID uniqueID exclusivity commercialListingType underOffer listingAgent* franchise price priceView
    businessLease* takings return currentLeaseEndDate furtherOptions address municipality streetDirectory
    businessCategory* headline description terms soldDetails externalLink* extraFields images objects;
  listingAgent: agentID name telephone* email +uniqueListingAgentID; -businessCategory: name businessSubCategory;
  features: bedrooms bathrooms ensuite garages carports remoteGarage secureParking airConditioning alarmSystem
    vacuumSystem intercom poolInGround poolAboveGround tennisCourt balcony deck courtyard outdoorEnt shed fullyFenced
    openFirePlace openSpaces toilets livingAreas heating hotWaterService insideSpa outsideSpa broadband builtInRobes
    dishwasher ductedCooling ductedHeating evaporativeCooling floorboards gasHeating gym hydronicHeating payTV
    reverseCycleAirCon rumpusRoom splitSystemAirCon splitSystemHeating study workshop otherFeatures;
  images: img*; objects: floorplan* document*;
  idealFor: firstHomeBuyer investors downsizing couples students lrgFamilies -reitrees +retirees;
  views: city water valley mountain ocean;
  ruralFeatures: fencing annualRainfall soilTypes improvements councilRates irrigation carryingCapacity services;
  residential@status land@status rural@status: current withdrawn offmarket sold +deleted;
  rental@status holidayRental@status: current withdrawn offmarket leased +deleted;
  commercial@status -commercialLand@status -business@status: current withdrawn sold offmarket leased +deleted;
  authority@value: auction exclusive multilist conjunctional open sale setsale; exclusivity@value: exclusive open;
  commercialAuthority@value: auction tender eoi sale forsale offers; commercialListingType@value: sale lease both;
  listingAgent@id: 1 2 3 4; listingAgent@displayAgentProfile: +yes +no; telephone@type: -BH AH mobile;
  price@plusSAV: -yes -no; streetDirectory@type: melways UBD; outgoings@period: annual;
  -businessLease@period: week month year annual weekly monthly yearly annually;
  category@name: House Unit Townhouse Villa Apartment Flat Studio Warehouse DuplexSemi-detached Alpine
    AcreageSemi-rural Retirement BlockOfUnits Terrace ServicedApartment Other;
  holidayCategory@name: Alpine Unit ServicedApartment House Terrace Flat Studio Villa Townhouse Apartment
    DuplexSemi-detached Retreat BackpackerHostel Campground CaravanHolidayPark FarmStay HouseBoat Hotel Motel Lodge
    ExecutiveRental BedAndBreakfast Resort SelfContainedCottage Other;
  landCategory@name: -Commercial Residential;
  ruralCategory@name: Cropping Dairy Farmlet Horticulture Livestock Viticulture MixedFarming Lifestyle Other;
  commercialCategory@id -businessCategory@id +highlight@id: 1 2 3; depth@side: rear left right;
  heating@type: gas electric GDH solid other; hotWaterService@type: gas electric solar; crossOver@value: left right center;
  +auctionResult@type: sold-prior-to-auction sold-at-auction passed-in passed-in-vendor-bid withdrawn sold-after-auction;
  img@id: m a b c d e f g h i j k l n o p q r s t u v w x y z +aa +ab +ac +ad +ae +af +ag +ah +ai;
  floorplan@id: 1 2; document@id: 1 2 3 4 5 6 7 8 9 10`;

/** The children of an element in order, or the values of an attribute, by their keys. */
export type Names = ReadonlyMap<string, { readonly name: string; readonly isRepeated: boolean }>;

/** Letters and digits in lower case: senders and editors write `house` and `Duplex Semi-Detached`. */
export const keyOf = (name: string | number): string => `${name}`.toLowerCase().replace(/[^a-z\d]/g, '');

/** @param others the names of other revisions */
function readDtd(others: RegExp): ReadonlyMap<string, Names> {
  const declarations = DTD.replace(others, '')
    .replace(/(?<=\s)[-+]/g, '')
    .split(';');
  const lists = declarations.flatMap((declared) => {
    const [above = [], names = []] = declared.split(':').map((text) => text.match(/\S+/g) ?? []);
    const found = names.map((name) => ({ name: name.replace('*', ''), isRepeated: name.endsWith('*') }));
    return above.map((name) => [name, new Map(found.map((one) => [keyOf(one.name), one]))] as const);
  });
  return new Map(lists);
}

/** The children by element, and the values by `element@attribute`, of each revision. */
export const DTDS: Readonly<Record<Revision, ReadonlyMap<string, Names>>> = {
  'r1.64': readDtd(/\s-[^\s:;]+/g),
  'r1.61': readDtd(/\s\+[^\s:;]+/g),
};
