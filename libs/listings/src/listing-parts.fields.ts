import {
  amount,
  count,
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
  url,
} from '@app/schema';
import { FEATURE_FLAGS } from './listing-types.js';

export class Area {
  @Required() @Field(amount, 'Square metres', { notNullable: true, example: 612 }) value: number;
  @Field(named('AreaUnit', oneOf(['squareMeter'], 'squareMeter')), 'Unit', { example: 'squareMeter' }) unit: string;
}

export class Frontage {
  @Required() @Field(amount, 'Metres', { notNullable: true, example: 15.2 }) value: number;
  @Field(named('LengthUnit', oneOf(['meter'], 'meter')), 'Unit', { example: 'meter' }) unit: string;
}

export class BuildingDetails {
  @Nested(() => Area, 'Area of the building', { optional: true }) area?: Area;
  @Field(text(50), 'Energy rating', { example: '5.5' }) energyRating: string;
}

export class LandDetails {
  @Nested(() => Area, 'Area of the land', { optional: true }) area?: Area;
  @Nested(() => Frontage, 'Frontage', { optional: true }) frontage?: Frontage;
}

export class CommercialRent {
  @Field(amount, 'Rent', { example: 85_000 }) value?: number;
  @Field(text(50), 'Period', { example: 'annual' }) period: string;
  @Field(text(50), 'unknown, exempt, inclusive or exclusive', { example: 'exclusive' }) tax: string;
}

export class AuctionDetails {
  @Field(instant, 'When the auction is') date?: string;
}

export class Rent {
  @Field(amount, 'Rent', { example: 650 }) price?: number;
  @Field(text(50), 'Period', { example: 'weekly' }) period: string;
  @Field(visibility, 'Whether it may be shown', { example: true }) display: boolean;
  @Field(instant, 'From when') available?: string;
}

export class Price {
  @Field(text(500), 'The price in words', { example: '$1,150,000 - $1,250,000' }) priceView: string;
  @Field(visibility, 'Whether it may be shown', { example: true }) display: boolean;
  @Field(amount, 'The price', { example: 1_200_000 }) value?: number;
  @Nested(() => Rent, 'On rentals', { optional: true }) rent?: Rent;
}

export class EcoFriendly {
  @Field(flag, 'Grey water system') greyWaterSystem: boolean;
  @Field(flag, 'Water tank') waterTank: boolean;
  @Field(flag, 'Solar panels') solarPanels: boolean;
  @Field(flag, 'Solar hot water') solarHotWater: boolean;
}

/** Counts that were never given are left out; flags are always shown (D21). */
export class Features {
  @Field(count, 'Bedrooms; 0 is a studio', { example: 3 }) bedrooms?: number;
  @Field(count, 'Bathrooms', { example: 2 }) bathrooms?: number;
  @Field(count, 'Garages', { example: 1 }) garages?: number;
  @Field(count, 'Carports', { example: 0 }) carports?: number;
  @Field(count, 'Open car spaces', { example: 1 }) openSpaces?: number;
  @Field(count, 'Car spaces; garages, carports and open spaces together when not given', { example: 2 })
  parkingSpaces?: number;
  @Field(count, 'Ensuites', { example: 1 }) ensuite?: number;
  @Field(count, 'Toilets', { example: 2 }) toilets?: number;
  @Field(count, 'Living areas', { example: 2 }) livingAreas?: number;
  @Field(text(5000), 'In words', { example: 'Wine cellar' }) otherFeatures: string;
}

/** "reverseCycleAircon" -> "Reverse cycle aircon". */
export const flagWords = (name: string): string => {
  const words = name.replace(/(?<=[a-z])(?=[A-Z])/g, ' ').toLowerCase();
  return words.charAt(0).toUpperCase() + words.slice(1);
};

for (const name of FEATURE_FLAGS) Field(flag, flagWords(name), { example: false })(Features.prototype, name);

export class Image {
  @Field(text(50), 'Id', { example: 'm' }) id: string;
  @Field(url, 'Where it is', { example: 'https://images.harbour.example/1/m.jpg' }) url: string;
  @Field(named('ImageType', oneOf(['featured', 'img'], 'img')), 'The featured one, or another', { example: 'featured' })
  type: string;
}

export class InspectionTime {
  @Required() @Field(instant, 'Start', { notNullable: true }) dateFrom: string;
  @Required() @Field(instant, 'End', { notNullable: true }) dateTo: string;
}

export class ListingFile {
  @Field(text(50), 'Id', { example: '1' }) id: string;
  @Field(url, 'Where it is', { example: 'https://documents.harbour.example/1.pdf' }) url: string;
  @Field(text(500), 'Title', { example: 'Statement of information' }) title: string;
  @Field(text(100), 'What it is', { example: 'statementOfInformation' }) type: string;
}

const links = list(url);

export class PartnerLinks {
  @Field(links, 'Furnishing', { example: [] }) furnish: string[];
  @Field(links, 'Kitchen styling', { example: [] }) kitchenStyling: string[];
  @Field(links, 'Panoramas', { example: [] }) panorama: string[];
}
