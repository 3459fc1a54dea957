import type { Office } from '../agencies/agency.js';
import type { ListingFeatures, DemoListingLine } from '../listing-line.js';
import type { DemoProperty } from '../properties/demo-property.js';
import type { Random } from '../random/random.js';
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
  constructor(
    private readonly random: Random,
    private readonly now: number,
  ) {}

  write(property: DemoProperty, campaign: Campaign, office: Office, ordinal: number): DemoListingLine {
    const { random, now } = this;
    const { listingType, status } = campaign;
    const uniqueID = `${PREFIXES[listingType]}${FIRST_NUMBER + ordinal}`;
    const auction = endsInAuction(random, property, campaign);
    return {
      websiteID: office.agency.websiteID,
      agentID: office.id,
      uniqueID,
      address: { display: random.chance(0.95), streetview: random.chance(0.85), ...property.address },
      agents: this.agentsOf(office, campaign),
      listingType,
      status,
      ...termsOf(random, property, campaign, auction),
      ...pricesOf(random, property, campaign, auction, now),
      auctionDetails: auction ? auctionOf(random, property, campaign, now) : {},
      ...measuresOf(property),
      features: this.featuresOf(property, campaign),
      ecoFriendly: property.ecoFriendly,
      inspectionTimes: inspectionsOf(random, property, campaign, now),
      ...copyOf(random, property, campaign),
      ...mediaOf(random, property, uniqueID),
      isOffMarket: status === 'offmarket' || (status === 'current' && random.chance(0.02)),
      newConstruction: property.kind === 'dwelling' && random.chance(0.05),
      underOffer: status === 'current' && !isLetting(campaign) && random.chance(0.08),
      ...this.instantsOf(campaign),
    };
  }

  // The best sellers of an office get most of its listings.
  private agentsOf({ sellers, letters, agency }: Office, campaign: Campaign): { id: number }[] {
    const preferred = isLetting(campaign) ? letters : sellers;
    const team = preferred.length > 0 ? preferred : [...sellers, ...letters];
    if (team.length === 0) return agency.agentCount > 0 ? [{ id: agency.firstAgent }] : [];
    const first = Math.floor(this.random.fraction() ** 2 * team.length);
    const second = this.random.chance(0.25) ? (first + 1) % team.length : first;
    return [...new Set([first, second])].flatMap((index) => ({ id: team[index] ?? agency.firstAgent }));
  }

  private featuresOf({ features }: DemoProperty, { listingType }: Campaign): ListingFeatures {
    const { random } = this;
    if (listingType !== 'rental') return features;
    return {
      ...features,
      ...(random.chance(0.15) && { furnished: true }),
      ...(random.chance(0.45) && { petFriendly: true }),
      ...(random.chance(0.03) && { smokers: true }),
    };
  }

  private instantsOf({ start, end }: Campaign) {
    const { random, now } = this;
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
}

/** Feeds tell times to the second. */
const wholeSecond = (time: number): number => Math.floor(time / 1000) * 1000;

function measuresOf({ buildingArea, landArea, frontage, energyRating }: DemoProperty) {
  return {
    buildingDetails: { ...(buildingArea && { area: buildingArea }), energyRating },
    landDetails: { ...(landArea && { area: landArea }), ...(frontage && { frontage }) },
  };
}
