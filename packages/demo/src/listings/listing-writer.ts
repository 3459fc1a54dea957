import type { Office } from '../agencies/agency.js';
import type { ListingFeatures, DemoListingLine } from '../listing-line.js';
import type { DemoProperty } from '../properties/demo-property.js';
import { identifierOf } from '../random/identifier.js';
import type { Random } from '../random/random.js';
import type { World } from '../world.js';
import { isLetting, type Campaign } from './campaign.js';
import { copyOf } from './listing-copy.js';
import { auctionOf, endsInAuction, inspectionsOf } from './listing-events.js';
import { mediaOf } from './listing-media.js';
import { pricesOf } from './listing-prices.js';
import { termsOf } from './listing-terms.js';

const MINUTE = 60_000;
const FIRST_NUMBER = 100_000;
const PREFIXES = { residential: 'S', rental: 'R', land: 'L', rural: 'F', commercial: 'C', business: 'B' } as const;

/** Builds the line of one campaign of one property. */
export class ListingWriter {
  constructor(private readonly world: World) {}

  /** @param random the stream of this listing */
  write(random: Random, property: DemoProperty, campaign: Campaign, office: Office, ordinal: number): DemoListingLine {
    const { seed, pictures } = this.world;
    const now = this.world.now.getTime();
    const chance = (field: string, likelihood: number) => random.stream(field).chance(likelihood);
    const { listingType, status } = campaign;
    const uniqueID = `${PREFIXES[listingType]}${FIRST_NUMBER + ordinal}`;
    const auction = endsInAuction(random.stream('auction'), property, campaign);
    return {
      _id: identifierOf('listing', seed, ordinal),
      id: ordinal + 1,
      propertyID: property.id,
      websiteID: office.agency.websiteID,
      agentID: office.id,
      uniqueID,
      address: {
        _id: identifierOf('property', seed, property.id),
        display: chance('display', 0.95),
        streetview: chance('streetview', 0.85),
        ...property.address,
      },
      agents: agentsOf(random.stream('agents'), office, campaign),
      listingType,
      status,
      ...termsOf(random.stream('terms'), property, campaign, auction),
      ...pricesOf(random.stream('prices'), property, campaign, auction, now),
      auctionDetails: auction ? auctionOf(random.stream('auctionDetails'), property, campaign, now) : {},
      ...measuresOf(property),
      features: featuresOf(random.stream('features'), property, campaign),
      ecoFriendly: property.ecoFriendly,
      inspectionTimes: inspectionsOf(random.stream('inspectionTimes'), property, campaign, now),
      ...copyOf(random.stream('copy'), property, campaign),
      ...mediaOf(random.stream('media'), property, uniqueID, office.agency, pictures),
      isOffMarket: status === 'offmarket' || (status === 'current' && chance('isOffMarket', 0.02)),
      newConstruction: property.kind === 'dwelling' && chance('newConstruction', 0.05),
      underOffer: status === 'current' && !isLetting(campaign) && chance('underOffer', 0.08),
      ...(listingType === 'rental' &&
        status === 'current' &&
        chance('depositTaken', 0.08) && { details: { depositTaken: true as const } }),
      ...instantsOf(random.stream('instants'), campaign, now),
    };
  }
}

// The best sellers of an office get most of its listings.
function agentsOf(random: Random, { sellers, letters, agency }: Office, campaign: Campaign): { id: number }[] {
  const preferred = isLetting(campaign) ? letters : sellers;
  const team = preferred.length > 0 ? preferred : [...sellers, ...letters];
  if (team.length === 0) return agency.agentCount > 0 ? [{ id: agency.firstAgent }] : [];
  const first = Math.floor(random.fraction() ** 2 * team.length);
  const second = random.chance(0.25) ? (first + 1) % team.length : first;
  return [...new Set([first, second])].flatMap((index) => ({ id: team[index] ?? agency.firstAgent }));
}

function featuresOf(random: Random, { features }: DemoProperty, { listingType }: Campaign): ListingFeatures {
  if (listingType !== 'rental') return features;
  return {
    ...features,
    ...(random.stream('furnished').chance(0.15) && { furnished: true }),
    ...(random.stream('petFriendly').chance(0.45) && { petFriendly: true }),
    ...(random.stream('smokers').chance(0.03) && { smokers: true }),
  };
}

function instantsOf(random: Random, { start, end }: Campaign, now: number) {
  const modified = wholeSecond(end ?? random.between(start, now));
  const stored = Math.min(now, modified + random.between(1, 90) * MINUTE);
  const firstdate = new Date(wholeSecond(start)).toISOString();
  return {
    firstdate,
    modtime: new Date(modified).toISOString(),
    createdAt: firstdate,
    updatedAt: new Date(stored).toISOString(),
  };
}

/** Feeds tell times to the second. */
const wholeSecond = (time: number): number => Math.floor(time / 1000) * 1000;

function measuresOf({ buildingArea, landArea, frontage, energyRating }: DemoProperty) {
  return {
    buildingDetails: { ...(buildingArea && { area: buildingArea }), energyRating },
    landDetails: { ...(landArea && { area: landArea }), ...(frontage && { frontage }) },
  };
}
