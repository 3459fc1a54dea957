import { ListingWebsite, PropertyListingWebsite } from '@app/accounts';
import { ListingAddress, ListingItemAddress } from '@app/address';
import { Telephone } from '@app/agents';
import {
  Field,
  flag,
  id,
  instant,
  list,
  ListOf,
  named,
  Nested,
  oneOf,
  visibility,
  text,
  uid,
  url,
  words,
} from '@app/schema';
import { ListingDetails } from './listing-details.fields.js';
import {
  AuctionDetails,
  BuildingDetails,
  CommercialRent,
  EcoFriendly,
  Features,
  Image,
  InspectionTime,
  LandDetails,
  ListingFile,
  PartnerLinks,
  Price,
} from './listing-parts.fields.js';
import { listingStatus, listingType } from './listing.kinds.js';

const name = text(200);
const links = list(url);

/** What a feed or a bundle says of a listing, and every reader is shown. */
export class ListingContent {
  @Field(words, 'Identifier in the system of the agency, unique within agentID', {
    notNullable: true,
    example: 'ABC123',
  })
  uniqueID: string;
  @Field(text(100), 'Office, as the feed names it', { example: 'HARB1' }) agentID: string;
  @Field(listingType, 'Type', { notNullable: true, example: 'residential' }) listingType: string;
  @Field(listingStatus, 'Status', { notNullable: true, example: 'current' }) status: string;
  @Field(name, 'Category', { example: 'House' }) category: string;
  @Field(list(name), 'Categories of a business', { example: [] }) businessCategory: string[];
  @Field(list(name), 'Categories of a commercial property', { example: [] }) commercialCategory: string[];
  @Field(name, 'Category of land', { example: '' }) landCategory: string;
  @Field(name, 'Category of a rural property', { example: '' }) ruralCategory: string;
  @Field(named('CommercialListingType', oneOf(['sale', 'lease', 'both'])), 'Sale, lease or both', { example: '' })
  commercialListingType: string;
  @Field(name, 'Authority of a commercial listing', { example: '' }) commercialAuthority: string;
  @Field(name, 'Authority', { example: 'exclusive' }) authority: string;
  @Field(name, 'Exclusivity', { example: '' }) exclusivity: string;
  @Field(name, 'Tenancy', { example: '' }) tenancy: string;
  @Field(text(500), 'Outgoings', { example: '' }) outgoings: string;
  @Field(text(10_000), 'Features of a rural property', { example: '' }) ruralFeatures: string;
  @Nested(() => CommercialRent, 'On commercial leases', { optional: true }) commercialRent?: CommercialRent;
  @Nested(() => AuctionDetails, 'May be empty') auctionDetails: AuctionDetails;
  @Nested(() => BuildingDetails, 'Building') buildingDetails: BuildingDetails;
  @Nested(() => LandDetails, 'Land') landDetails: LandDetails;
  @Nested(() => Features, 'Features') features: Features;
  @Nested(() => EcoFriendly, 'Eco-friendly features') ecoFriendly: EcoFriendly;
  @Nested(() => Price, 'Price') price: Price;
  @ListOf(() => Image, 'Images') images: Image[];
  @ListOf(() => InspectionTime, 'Inspection times') inspectionTimes: InspectionTime[];
  @ListOf(() => ListingFile, 'Floor plans and documents') documents: ListingFile[];
  @Field(links, 'Links to other pages', { example: [] }) externalLinks: string[];
  @Field(links, 'Videos', { example: [] }) videoLinks: string[];
  @Field(links, 'Virtual tours', { example: [] }) vrTourLink: string[];
  @Nested(() => PartnerLinks, 'Links of partners') partnerLinks: PartnerLinks;
  @Field(text(500), 'Headline', { example: 'Light by the park' }) headline: string;
  @Field(text(100_000), 'Description', { example: 'Three bedrooms, two minutes from the water.' }) description: string;
  @Field(flag, 'Off the market', { example: false }) isOffMarket: boolean;
  @Field(flag, 'New construction', { example: false }) newConstruction: boolean;
  @Field(flag, 'Under offer', { example: false }) underOffer: boolean;
  @Nested(() => ListingDetails, 'What else a feed says', { optional: true }) details?: ListingDetails;
}

/** What every representation has in common. */
class ListingCore extends ListingContent {
  @Field(uid, 'Object identifier', { notNullable: true }) _id: string;
  @Field(id, 'Numeric id', { notNullable: true, example: 7001 }) id: number;
  @Field(id, 'The property', { notNullable: true, example: 5001 }) propertyID: number;
  @Field(instant, 'First listed', { notNullable: true }) firstdate: string;
  @Field(instant, 'Last changed by the agency', { notNullable: true }) modtime: string;
  @Field(instant, 'Created', { notNullable: true }) createdAt: string;
  @Field(instant, 'Last changed here', { notNullable: true }) updatedAt: string;
  @Field(text(), "Path by the account's slug template", { notNullable: true, example: '/house/vic/richmond/abc123' })
  slug: string;
  @Field(url, 'Page of the listing', {
    notNullable: true,
    example: 'https://www.harbour.example/house/vic/richmond/abc123',
  })
  link: string;
}

/** An agent inside a list item. */
export class ListingItemAgent {
  @Field(uid, 'Object identifier', { notNullable: true }) _id: string;
  @Field(id, 'Numeric id', { notNullable: true, example: 31 }) id: number;
  @Field(text(), 'Name', { example: 'Jane Citizen' }) name: string;
}

/** An agent inside a single read. */
export class ListingAgent {
  @Field(id, 'Numeric id', { notNullable: true, example: 31 }) id: number;
  @Field(text(), 'Name', { example: 'Jane Citizen' }) name: string;
  @ListOf(() => Telephone, 'Telephone numbers') telephone: Telephone[];
  @Field(text(), 'E-mail', { example: 'jane@harbour.example' }) email: string;
  @Field(visibility, 'Whether the profile may be shown', { example: true }) profileVisibility: boolean;
  @Field(url, 'Portrait', { example: '' }) profileImage: string;
  @Field(url, 'Profile page', { example: '' }) profileLink: string;
  @Field(flag, 'Has a current listing', { example: true }) hasCurrentListings: boolean;
}

/** The list representation. */
export class ListingItem extends ListingCore {
  @Nested(() => ListingItemAddress, 'Address') address: ListingItemAddress;
  @ListOf(() => ListingItemAgent, 'Agents') agents: ListingItemAgent[];
  @Nested(() => ListingWebsite, 'The account') website: object;
}

/** The single representation. */
export class ListingResponse extends ListingCore {
  @Nested(() => ListingAddress, 'Address') address: ListingAddress;
  @ListOf(() => ListingAgent, 'Agents') agents: ListingAgent[];
  @Nested(() => ListingWebsite, 'The account') website: object;
}

/** A listing of a property's single read (D33). */
export class PropertyListing extends ListingCore {
  @Nested(() => ListingAddress, 'Address') address: ListingAddress;
  @ListOf(() => ListingAgent, 'Agents') agents: ListingAgent[];
  @Nested(() => PropertyListingWebsite, 'The account') website: object;
}

/** The listing that a property shows in lists (D33). */
export class PropertyItemListing extends ListingItem {
  @Field(id, 'The account', { notNullable: true, example: 12 }) websiteID: number;
}
