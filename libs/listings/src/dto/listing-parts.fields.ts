import {
  amount,
  count,
  day,
  Field,
  flag,
  instant,
  list,
  named,
  Nested,
  oneOf,
  Required,
  visibility,
  text,
  trimmed,
  url,
} from '@app/schema';
import { FEATURE_FLAGS } from './listing.kinds.js';

export class Area {
  @Required() @Field(amount, 'Area in the unit.', { notNullable: true, example: 612 }) value: number;
  @Field(
    named('AreaUnit', 'Unit of areas.', oneOf(['squareMeter'], 'squareMeter')),
    'Unit of the area; always square metres.',
    {
      example: 'squareMeter',
    },
  )
  unit: string;
}

export class Frontage {
  @Required() @Field(amount, 'Length in the unit.', { notNullable: true, example: 15.2 }) value: number;
  @Field(named('LengthUnit', 'Unit of lengths.', oneOf(['meter'], 'meter')), 'Unit of the length; always metres.', {
    example: 'meter',
  })
  unit: string;
}

export class BuildingDetails {
  @Nested(() => Area, 'Area of the building. Absent when not given.', { optional: true }) area?: Area;
  @Field(text(50), 'Energy rating, usually in stars from 0 to 10. Empty when not given.', { example: '5.5' })
  energyRating: string;
}

export class LandDetails {
  @Nested(() => Area, 'Area of the land. Absent when not given.', { optional: true }) area?: Area;
  @Nested(() => Frontage, 'Length of the side of the land that faces the street. Absent when not given.', {
    optional: true,
  })
  frontage?: Frontage;
}

export class CommercialRent {
  @Field(amount, 'Rent in Australian dollars for each period. Absent when not given.', {
    example: 85_000,
    withheld: 'price',
  })
  value?: number;
  @Field(text(50), 'Period of the rent, such as `annual` or `monthly`.', { example: 'annual' }) period: string;
  @Field(text(50), 'Whether the rent includes tax (GST): usually `unknown`, `exempt`, `inclusive` or `exclusive`.', {
    example: 'exclusive',
  })
  tax: string;
}

export class AuctionDetails {
  @Field(instant, 'Time of the auction, in UTC. Absent when there is no auction.', {
    example: '2026-03-21T00:00:00.000Z',
  })
  date?: string;
}

export class Rent {
  @Field(amount, 'Rent in Australian dollars for each period. Absent when not given.', {
    example: 650,
    withheld: 'price',
  })
  price?: number;
  @Field(
    text(50),
    'Period of the rent, such as `weekly`, `monthly` or `nightly`. Filters and sorts compare weekly rents; a rent for a night or a day has none.',
    { example: 'weekly' },
  )
  period: string;
  @Field(visibility, 'Whether the rent may be shown to visitors of a website.', { example: true, shows: 'price' })
  display: boolean;
  @Field(instant, 'Time from which the property is available, in UTC. Absent when not given.', {
    example: '2026-12-01T00:00:00.000Z',
  })
  available?: string;
}

export class Price {
  @Field(text(500), 'The price in words, as visitors of a website see it. Empty when not given.', {
    example: '$1,150,000 - $1,250,000',
    withheld: 'price',
  })
  priceView: string;
  @Field(visibility, 'Whether the price may be shown to visitors of a website.', { example: true, shows: 'price' })
  display: boolean;
  @Field(amount, 'Price in Australian dollars. Absent when not given.', { example: 1_200_000, withheld: 'price' })
  value?: number;
  @Nested(() => Rent, 'Rent. Present only for rentals.', { optional: true }) rent?: Rent;
}

/** A sale, as far as the agency shows it. */
export class ListingSale {
  @Field(amount, 'Price at which it was sold, in Australian dollars. Absent if unknown, or if it may not be shown.', {
    example: 1_240_000,
    withheld: 'price',
  })
  price?: number;
  @Field(instant, 'Time when it was sold, in UTC. Absent if unknown.', { example: '2026-03-03T02:00:00.000Z' })
  date?: string;
}

/** The dates of a listing as days in its time zone. */
export class ListingDays {
  @Field(day, 'Day of `price.rent.available`.', { optional: true, example: '2026-12-01' }) available?: string;
  @Field(day, 'Day of `auctionDetails.date`.', { optional: true, example: '2026-03-21' }) auction?: string;
  @Field(day, 'Day of `details.auctionOutcome.date`.', { optional: true, example: '2026-03-21' })
  auctionOutcome?: string;
  @Field(day, 'Day of `details.closing.date`.', { optional: true, example: '2026-03-21' }) closing?: string;
  @Field(day, 'Day of `details.currentLeaseEndDate`.', { optional: true, example: '2027-06-30' })
  currentLeaseEnd?: string;
  @Field(day, 'Day of `soldDetails.date`.', { optional: true, example: '2026-03-03' }) sold?: string;
}

export class EcoFriendly {
  @Field(flag, 'Whether the property has a grey water system.') greyWaterSystem: boolean;
  @Field(flag, 'Whether the property has a water tank.') waterTank: boolean;
  @Field(flag, 'Whether the property has solar panels.') solarPanels: boolean;
  @Field(flag, 'Whether the property has solar hot water.') solarHotWater: boolean;
}

/** Counts are absent if they were never given; flags are always present (D21). */
export class Features {
  @Field(count, 'Number of bedrooms; 0 is a studio. Absent when not given.', { example: 3 }) bedrooms?: number;
  @Field(count, 'Number of bathrooms. Absent when not given.', { example: 2 }) bathrooms?: number;
  @Field(count, 'Number of garage spaces. Absent when not given.', { example: 1 }) garages?: number;
  @Field(count, 'Number of carport spaces. Absent when not given.', { example: 0 }) carports?: number;
  @Field(count, 'Number of open car spaces. Absent when not given.', { example: 1 }) openSpaces?: number;
  @Field(
    count,
    'Number of car spaces: as given, or else the sum of garages, carports and open spaces. Absent if none of these is given.',
    { example: 2 },
  )
  parkingSpaces?: number;
  @Field(count, 'Number of ensuite bathrooms. Absent when not given.', { example: 1 }) ensuite?: number;
  @Field(count, 'Number of toilets. Absent when not given.', { example: 2 }) toilets?: number;
  @Field(count, 'Number of living areas. Absent when not given.', { example: 2 }) livingAreas?: number;
  @Field(text(5000), 'Other features, in words. Empty when not given.', { example: 'Wine cellar' })
  otherFeatures: string;
}

/** Descriptions of flags with a name that does not explain them. */
const FLAG_WORDS: Partial<Record<(typeof FEATURE_FLAGS)[number], string>> = {
  broadband: 'broadband internet',
  builtInRobes: 'built-in wardrobes',
  furnished: 'furniture',
  fullyFenced: 'a fence on all sides',
  openFirePlace: 'open fireplace',
  outdoorEnt: 'outdoor entertaining area',
  payTV: 'pay television',
  petFriendly: 'permission to keep pets',
  poolAboveGround: 'above-ground pool',
  poolInGround: 'in-ground pool',
  remoteGarage: 'garage with remote control',
  reverseCycleAircon: 'reverse-cycle air conditioning',
  smokers: 'permission to smoke',
  splitSystemAircon: 'split-system air conditioning',
  splitSystemHeating: 'split-system heating',
};

/** "airConditioning" -> "air conditioning". */
export const flagWords = (name: (typeof FEATURE_FLAGS)[number]): string =>
  FLAG_WORDS[name] ?? name.replace(/(?<=[a-z])(?=[A-Z])/g, ' ').toLowerCase();

for (const name of FEATURE_FLAGS) {
  Field(flag, `Whether the property has this feature: ${flagWords(name)}.`, { example: false })(
    Features.prototype,
    name,
  );
}

export class Image {
  @Field(text(50), 'Identifier of the image within the listing, such as `m` for the main image.', { example: 'm' })
  id: string;
  @Field(url, 'URL of the image.', { example: 'https://images.harbour.example/1/m.jpg' }) url: string;
  @Field(
    named('ImageType', 'Whether an image is the main image.', oneOf(['featured', 'img'], 'img')),
    '`featured` for the main image, `img` for the others.',
    { example: 'featured' },
  )
  type: string;
  @Field(instant, 'Time when the agency last replaced the image, in UTC. Absent when not given.', {
    optional: true,
  })
  modtime?: string;
}

export class InspectionTime {
  @Required()
  @Field(instant, 'Time when the inspection starts, in UTC.', {
    notNullable: true,
    example: '2026-03-07T00:00:00.000Z',
  })
  dateFrom: string;
  @Required()
  @Field(instant, 'Time when the inspection ends, in UTC.', { notNullable: true, example: '2026-03-07T00:30:00.000Z' })
  dateTo: string;
}

export class ListingFile {
  @Field(text(50), 'Identifier of the document within the listing.', { example: '1' }) id: string;
  @Field(url, 'URL of the document.', { example: 'https://documents.harbour.example/1.pdf' }) url: string;
  @Field(trimmed(text(500)), 'Title of the document. Empty when not given.', { example: 'Statement of information' })
  title: string;
  @Field(text(100), 'Kind of document, such as `floorplan` or `statementOfInformation`.', {
    example: 'statementOfInformation',
  })
  type: string;
}

const links = list(url);

export class PartnerLinks {
  @Field(links, 'URLs of furnished views of the property.', { example: [] }) furnish: string[];
  @Field(links, 'URLs of kitchen designs for the property.', { example: [] }) kitchenStyling: string[];
  @Field(links, 'URLs of panoramas.', { example: [] }) panorama: string[];
}
