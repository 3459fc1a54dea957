/** The flags of listings, each by the bit that it has in `listings.flags`. */
export const FLAGS = [
  'airConditioning', 'alarmSystem', 'balcony', 'broadband', 'builtInRobes', 'courtyard', 'deck', 'dishwasher',
  'ductedCooling', 'ductedHeating', 'evaporativeCooling', 'gasHeating', 'gym', 'hydronicHeating', 'insideSpa',
  'intercom', 'openFirePlace', 'outdoorEnt', 'outsideSpa', 'payTV', 'poolInGround', 'poolAboveGround', 'remoteGarage',
  'reverseCycleAircon', 'rumpusRoom', 'secureParking', 'splitSystemAircon', 'splitSystemHeating', 'tennisCourt',
  'vacuumSystem', 'workshop', 'furnished', 'petFriendly', 'smokers', 'study', 'floorboards', 'shed', 'fullyFenced',
] as const; // prettier-ignore
