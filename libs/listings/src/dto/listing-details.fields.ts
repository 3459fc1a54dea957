import { Telephone } from '@app/agents';
import {
  amount,
  count,
  emailAddress,
  Field,
  flag,
  instant,
  list,
  ListOf,
  named,
  Nested,
  oneOf,
  Required,
  visibility,
  text,
  trimmed,
  url,
} from '@app/schema';
import { CLOSING_KINDS } from './listing.kinds.js';

/** The field is absent if it was not given. */
const given = { optional: true };
/** Fields that reveal the address, the suburb or the price are withheld with it. */
const givenWithAddress = { ...given, withheld: 'address' } as const;
const givenWithSuburb = { ...given, withheld: 'suburb' } as const;
const givenWithPrice = { ...given, withheld: 'price' } as const;
const word = text(50);
const name = text(200);
const remark = text(1000);

/** A range of amounts. */
export class AmountRange {
  @Required() @Field(amount, 'Lowest value.', { notNullable: true, example: 300 }) min: number;
  @Required() @Field(amount, 'Highest value.', { notNullable: true, example: 350 }) max: number;
}

export class Estate {
  @Field(name, 'Name of the estate.', { ...given, example: 'Panorama' }) name?: string;
  @Field(name, 'Stage of the estate.', { ...given, example: '5' }) stage?: string;
}

export class StreetDirectory {
  @Field(word, 'Name of the street directory.', { ...given, example: 'melways' }) type?: string;
  @Field(word, 'Page of the street directory.', { ...given, example: '44' }) page?: string;
  @Field(word, 'Grid reference on the page.', { ...given, example: 'G7' }) reference?: string;
}

export class Project {
  @Field(word, 'Identifier of the project.', { ...given, example: '600004427' }) id?: string;
  @Field(word, 'Position of the listing in the project.', { ...given, example: '7' }) order?: string;
}

export class AuctionOutcome {
  @Field(word, 'Result of the auction, such as `sold` or `passed-in`.', { ...given, example: 'passed-in' })
  result?: string;
  @Field(instant, 'Time of the auction, in UTC.', { ...given, example: '2026-03-21T00:00:00.000Z' }) date?: string;
  @Field(amount, 'Highest bid in Australian dollars.', { ...givenWithPrice, example: 980_000 }) maxBid?: number;
}

const closingKindName = named(
  'ClosingKind',
  'How the sale closes: by a set date of sale, expressions of interest (including offers), a tender or an auction.',
  oneOf(CLOSING_KINDS),
);

/** The date at which the sale closes, unless it is an auction. */
export class Closing {
  @Field(closingKindName, 'How the sale closes.', { ...given, example: 'tender' }) kind?: string;
  @Field(instant, 'Time when the sale closes, in UTC.', { ...given, example: '2026-03-21T06:00:00.000Z' })
  date?: string;
}

export class OtherArea {
  @Field(name, 'Part of the building that has this area.', { example: 'ground floor' }) of: string;
  @Required() @Field(amount, 'Area in square metres.', { notNullable: true, example: 80 }) value: number;
}

export class Depth {
  @Field(word, 'Side of the land, such as `left`, `right` or `rear`.', { example: 'rear' }) side: string;
  @Required() @Field(amount, 'Length in metres.', { notNullable: true, example: 40 }) value: number;
}

export class OtherRent {
  @Field(amount, 'Rent in Australian dollars for each period.', { example: 2800, withheld: 'price' }) price?: number;
  @Field(word, 'Period of the rent, such as `monthly`.', { example: 'monthly' }) period: string;
  @Field(visibility, 'Whether the rent may be shown to visitors of a website.', { example: true, shows: 'price' })
  display: boolean;
}

export class BusinessLease {
  @Field(amount, 'Rent in Australian dollars for each period.', { example: 5000 }) price?: number;
  @Field(word, 'Period of the rent, such as `month`.', { example: 'month' }) period: string;
}

export class BusinessSubCategory {
  @Field(name, 'Category that the sub-category belongs to.', { example: 'Food/Hospitality' }) category: string;
  @Field(name, 'Name of the sub-category.', { example: 'Cafe/Coffee Shop' }) name: string;
}

/** A person of another office who is not an agent of the directory. */
export class OtherAgent {
  @Field(text(100), 'Office of the person, by its id in feeds.', { example: 'HARBOUR2' }) agentID: string;
  @Field(text(100), 'Identifier of the person in the system of the agency.', { ...given, example: 'P-7' })
  uniqueListingAgentID?: string;
  @Field(trimmed(text(500)), 'Full name of the person.', { example: 'Max Citizen' }) name: string;
  @ListOf(() => Telephone, 'Telephone numbers of the person.') telephone: Telephone[];
  @Field(emailAddress, 'E-mail address of the person.', { example: 'max@harbour2.example' }) email: string;
  @Field(visibility, 'Whether the profile of the person may be shown with this listing.', { example: true })
  profileVisibility: boolean;
  @Required()
  @Field(count, 'Position among all agents of the listing, from 1.', { notNullable: true, example: 2 })
  order: number;
}

/** Further data of a listing from feeds; fields that were not given are absent. */
export class ListingDetails {
  @Field(name, 'Name of the building or centre.', { ...givenWithAddress, example: 'Harbour Tower' }) site?: string;
  @Field(name, 'Region, as the agency writes it.', { ...givenWithSuburb, example: 'Inner' }) region?: string;
  @Field(name, 'Municipality (local government area).', { ...givenWithSuburb, example: 'Yarra' }) municipality?: string;
  @Field(
    flag,
    'False if the suburb of a commercial listing, and so the whole address except its state, is hidden from visitors of a website.',
    { ...given, example: false, shows: 'suburb' },
  )
  suburbDisplay?: boolean;
  @Nested(() => Estate, 'Estate that the land belongs to.', givenWithAddress) estate?: Estate;
  @Nested(() => Project, 'Project of a developer that the property belongs to.', givenWithAddress) project?: Project;
  @Nested(() => StreetDirectory, 'Place in a printed street directory.', givenWithAddress)
  streetDirectory?: StreetDirectory;
  @Field(remark, 'Planning zone.', { ...given, example: 'B3' }) zone?: string;
  @Field(remark, 'Council rates, in words.', { ...given, example: '$1,200 per annum' }) councilRates?: string;

  @Field(flag, 'Whether house and land are sold together.', { ...given, example: false }) isHomeLandPackage?: boolean;
  @Field(flag, 'Whether a commercial property is land only.', { ...given, example: true }) commercialLand?: boolean;
  @Field(flag, 'Whether the listing is for several units of one building.', { ...given, example: true })
  isMultiple?: boolean;
  @Field(word, 'Whether the listing is for the whole building or a part of it.', { ...given, example: 'part' })
  propertyExtent?: string;
  @Field(word, 'Year in which the building was built.', { ...given, example: '1998' }) yearBuilt?: string;
  @Field(word, 'Year in which the building was last renovated.', { ...given, example: '2019' })
  yearLastRenovated?: string;
  @Field(flag, 'Whether the building is newly built.', { ...given, example: true }) newlyBuilt?: boolean;
  @Field(word, 'Kind of heating.', { ...given, example: 'GDH' }) heating?: string;
  @Field(word, 'Kind of hot water service.', { ...given, example: 'solar' }) hotWaterService?: string;
  @Nested(() => AmountRange, 'Range of the land areas in square metres, when the listing has several.', given)
  landAreaRange?: AmountRange;
  @Nested(() => AmountRange, 'Range of the building areas in square metres, when the listing has several.', given)
  buildingAreaRange?: AmountRange;
  @ListOf(() => OtherArea, 'Areas of parts of the building.', given) otherAreas?: OtherArea[];
  @ListOf(() => Depth, 'Lengths of the sides of the land.', given) depths?: Depth[];
  @Field(word, 'Side of the land where vehicles enter from the street.', { ...given, example: 'left' })
  crossOver?: string;
  @Field(remark, 'Notes on parking.', { ...given, example: 'Behind the building' }) parkingComments?: string;
  @Field(list(word), 'People or uses that the property suits.', { ...given, example: ['investors'] })
  idealFor?: string[];
  @Field(list(word), 'Views from the property.', { ...given, example: ['water'] }) views?: string[];
  @Field(list(remark), 'Highlights of the property.', { ...given, example: ['Corner site'] }) highlights?: string[];

  @Nested(
    () => AmountRange,
    'Range of prices in Australian dollars, or of rents per period for a rental, if there is no single price.',
    givenWithPrice,
  )
  priceRange?: AmountRange;
  @Field(word, 'Whether the price includes tax (GST), such as `exclusive`.', { ...given, example: 'exclusive' })
  priceTax?: string;
  @Field(flag, 'Whether stock at valuation (SAV) is added to the price of a business.', { ...given, example: false })
  plusSAV?: boolean;
  @Field(amount, 'Bond of a rental in Australian dollars.', { ...givenWithPrice, example: 2600 }) bond?: number;
  @Field(flag, 'Whether a deposit was taken.', { ...given, example: false }) depositTaken?: boolean;
  @ListOf(() => OtherRent, 'Rents for other periods.', given) otherRents?: OtherRent[];
  @Field(flag, 'Whether the property is for holidays.', { ...given, example: true }) holiday?: boolean;
  @Field(url, 'URL of a calendar with the dates when the property is available.', {
    ...given,
    example: 'https://calendar.harbour.example/1',
  })
  availabilityLink?: string;
  @Nested(() => AmountRange, 'Range of the commercial rents per square metre, in Australian dollars.', givenWithPrice)
  rentPerSquareMetre?: AmountRange;
  @Field(flag, 'Whether outgoings are added to the commercial rent.', { ...given, example: true })
  plusOutgoings?: boolean;
  @Field(word, 'Period of the outgoings, such as `annual`.', { ...given, example: 'annual' }) outgoingsPeriod?: string;
  @Field(amount, 'Return on the price in percent per year.', { ...givenWithPrice, example: 6.1 }) return?: number;
  @Field(instant, 'Time when the current lease ends, in UTC.', { ...given, example: '2027-06-30T00:00:00.000Z' })
  currentLeaseEndDate?: string;
  @Field(remark, 'Options to extend the lease, in words.', { ...given, example: '3 + 3 years' })
  furtherOptions?: string;
  @Nested(() => AuctionOutcome, 'Outcome of the auction.', given) auctionOutcome?: AuctionOutcome;
  @Nested(
    () => Closing,
    'Closing date of a sale by a set date, expressions of interest or a tender. The date of an auction is in `auctionDetails`.',
    given,
  )
  closing?: Closing;

  @ListOf(() => BusinessSubCategory, 'Sub-categories of a business for sale.', given)
  businessSubCategory?: BusinessSubCategory[];
  @ListOf(() => BusinessLease, 'Rents that the business pays.', given) businessLeases?: BusinessLease[];
  @Field(flag, 'Whether the business is a franchise.', { ...given, example: false }) franchise?: boolean;
  @ListOf(() => OtherAgent, 'People of other offices, who sell or let together with the agents.', given)
  otherAgents?: OtherAgent[];
  @Field(remark, 'Takings of the business, in words.', { ...given, example: '20000 per week' }) takings?: string;
  @Field(text(5000), 'Terms of the sale, in words.', { ...given, example: 'Stock at valuation' }) terms?: string;
}
