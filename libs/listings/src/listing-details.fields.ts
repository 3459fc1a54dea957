import { amount, Field, flag, instant, list, ListOf, Nested, Required, visibility, text, url } from '@app/schema';

/** What nobody said is left out. */
const given = { optional: true };
const word = text(50);
const name = text(200);
const remark = text(1000);

/** From the least to the most of it. */
export class AmountRange {
  @Required() @Field(amount, 'Least', { notNullable: true, example: 300 }) min: number;
  @Required() @Field(amount, 'Most', { notNullable: true, example: 350 }) max: number;
}

export class Estate {
  @Field(name, 'Name', { ...given, example: 'Panorama' }) name?: string;
  @Field(name, 'Stage', { ...given, example: '5' }) stage?: string;
}

export class StreetDirectory {
  @Field(word, 'Which one', { ...given, example: 'melways' }) type?: string;
  @Field(word, 'Page', { ...given, example: '44' }) page?: string;
  @Field(word, 'Place on the page', { ...given, example: 'G7' }) reference?: string;
}

export class Project {
  @Field(word, 'Number of the project', { ...given, example: '600004427' }) id?: string;
  @Field(word, 'Place in the project', { ...given, example: '7' }) order?: string;
}

export class AuctionOutcome {
  @Field(word, 'Result', { ...given, example: 'passed-in' }) result?: string;
  @Field(instant, 'When the auction was', given) date?: string;
  @Field(amount, 'Highest bid', { ...given, example: 980_000 }) maxBid?: number;
}

export class OtherArea {
  @Field(name, 'What has this area', { example: 'ground floor' }) of: string;
  @Required() @Field(amount, 'Square metres', { notNullable: true, example: 80 }) value: number;
}

export class Depth {
  @Field(word, 'Which side', { example: 'rear' }) side: string;
  @Required() @Field(amount, 'Metres', { notNullable: true, example: 40 }) value: number;
}

export class OtherRent {
  @Field(amount, 'Rent', { example: 2800 }) price?: number;
  @Field(word, 'Period', { example: 'monthly' }) period: string;
  @Field(visibility, 'Whether it may be shown', { example: true }) display: boolean;
}

export class BusinessLease {
  @Field(amount, 'Rent of the business', { example: 5000 }) price?: number;
  @Field(word, 'Period', { example: 'month' }) period: string;
}

export class BusinessSubCategory {
  @Field(name, 'The category that it is part of', { example: 'Food/Hospitality' }) category: string;
  @Field(name, 'Name', { example: 'Cafe/Coffee Shop' }) name: string;
}

/** What else a feed says of a listing; what it does not say is left out. */
export class ListingDetails {
  @Field(name, 'Name of the building or the centre', { ...given, example: 'Harbour Tower' }) site?: string;
  @Field(name, 'Region, as the agency names it', { ...given, example: 'Inner' }) region?: string;
  @Field(name, 'Municipality', { ...given, example: 'Yarra' }) municipality?: string;
  @Field(flag, 'Whether the suburb may be shown', { ...given, example: false }) suburbDisplay?: boolean;
  @Nested(() => Estate, 'Estate', given) estate?: Estate;
  @Nested(() => Project, 'Project of a developer', given) project?: Project;
  @Nested(() => StreetDirectory, 'Place in a printed street directory', given) streetDirectory?: StreetDirectory;
  @Field(remark, 'Zone', { ...given, example: 'B3' }) zone?: string;
  @Field(remark, 'Council rates', { ...given, example: '$1,200 per annum' }) councilRates?: string;

  @Field(flag, 'House and land together', { ...given, example: false }) isHomeLandPackage?: boolean;
  @Field(flag, 'Commercial land', { ...given, example: true }) commercialLand?: boolean;
  @Field(flag, 'Several units of one building', { ...given, example: true }) isMultiple?: boolean;
  @Field(word, 'The whole building, or a part', { ...given, example: 'part' }) propertyExtent?: string;
  @Field(word, 'Year in which it was built', { ...given, example: '1998' }) yearBuilt?: string;
  @Field(word, 'Year in which it was last renovated', { ...given, example: '2019' }) yearLastRenovated?: string;
  @Field(flag, 'Newly built', { ...given, example: true }) newlyBuilt?: boolean;
  @Field(word, 'Kind of heating', { ...given, example: 'GDH' }) heating?: string;
  @Field(word, 'Kind of hot water service', { ...given, example: 'solar' }) hotWaterService?: string;
  @Nested(() => AmountRange, 'Areas of the land, in square metres', given) landAreaRange?: AmountRange;
  @Nested(() => AmountRange, 'Areas of the building, in square metres', given) buildingAreaRange?: AmountRange;
  @ListOf(() => OtherArea, 'Areas of parts of the building', given) otherAreas?: OtherArea[];
  @ListOf(() => Depth, 'Depths of the land', given) depths?: Depth[];
  @Field(word, 'Side of the crossover', { ...given, example: 'left' }) crossOver?: string;
  @Field(remark, 'Parking, in words', { ...given, example: 'Behind the building' }) parkingComments?: string;
  @Field(list(word), 'Whom it suits', { ...given, example: ['investors'] }) idealFor?: string[];
  @Field(list(word), 'What can be seen from it', { ...given, example: ['water'] }) views?: string[];
  @Field(list(remark), 'Highlights', { ...given, example: ['Corner site'] }) highlights?: string[];

  @Nested(() => AmountRange, 'Prices, where there are several', given) priceRange?: AmountRange;
  @Field(word, 'Tax on the price', { ...given, example: 'exclusive' }) priceTax?: string;
  @Field(flag, 'Stock is added to the price', { ...given, example: false }) plusSAV?: boolean;
  @Field(amount, 'Bond', { ...given, example: 2600 }) bond?: number;
  @Field(flag, 'A deposit was taken', { ...given, example: false }) depositTaken?: boolean;
  @ListOf(() => OtherRent, 'Rents for other periods', given) otherRents?: OtherRent[];
  @Field(flag, 'For holidays', { ...given, example: true }) holiday?: boolean;
  @Field(url, 'Calendar of what is free', { ...given, example: 'https://calendar.harbour.example/1' })
  availabilityLink?: string;
  @Nested(() => AmountRange, 'Commercial rents for a square metre', given) rentPerSquareMetre?: AmountRange;
  @Field(flag, 'Outgoings are added to the commercial rent', { ...given, example: true }) plusOutgoings?: boolean;
  @Field(word, 'Period of the outgoings', { ...given, example: 'annual' }) outgoingsPeriod?: string;
  @Field(amount, 'Return, in percent of a year', { ...given, example: 6.1 }) return?: number;
  @Field(instant, 'End of the current lease', given) currentLeaseEndDate?: string;
  @Field(remark, 'Further options', { ...given, example: '3 + 3 years' }) furtherOptions?: string;
  @Nested(() => AuctionOutcome, 'Outcome of the auction', given) auctionOutcome?: AuctionOutcome;

  @ListOf(() => BusinessSubCategory, 'Sub-categories of a business', given) businessSubCategory?: BusinessSubCategory[];
  @ListOf(() => BusinessLease, 'Rents of a business', given) businessLeases?: BusinessLease[];
  @Field(flag, 'A franchise', { ...given, example: false }) franchise?: boolean;
  @Field(remark, 'Takings', { ...given, example: '20000 per week' }) takings?: string;
  @Field(text(5000), 'Terms', { ...given, example: 'Stock at valuation' }) terms?: string;
}
