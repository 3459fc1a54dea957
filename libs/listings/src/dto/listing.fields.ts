import { ListingWebsite, PropertyListingWebsite } from '@app/accounts';
import { ListingAddress, ListingItemAddress } from '@app/address';
import { Telephone } from '@app/agents';
import { Distance } from '@app/lists';
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
import { timeZoneName } from '@app/suburbs';
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
  ListingDays,
  ListingFile,
  ListingSale,
  PartnerLinks,
  Price,
} from './listing-parts.fields.js';
import { listingStatus, listingType, locationAccuracy, type LocationAccuracy } from './listing.kinds.js';

const name = text(200);
const links = list(url);

/** The fields of feeds and bundles that every reader sees. */
export class ListingContent {
  @Field(words, 'Identifier of the listing in the system of the agency. Unique within `agentID`.', {
    notNullable: true,
    example: 'ABC123',
  })
  uniqueID: string;
  @Field(text(100), 'Identifier of the office that the listing came from, as in the feed.', { example: 'HARB1' })
  agentID: string;
  @Field(listingType, 'Type of the listing.', { notNullable: true, example: 'residential' }) listingType: string;
  @Field(listingStatus, 'Status of the listing.', { notNullable: true, example: 'current' }) status: string;
  @Field(name, 'Category of a residential or rental property, such as `House`. Empty for other types.', {
    example: 'House',
  })
  category: string;
  @Field(list(name), 'Categories of a business for sale. Empty for other types.', { example: [] })
  businessCategory: string[];
  @Field(list(name), 'Categories of a commercial property. Empty for other types.', { example: [] })
  commercialCategory: string[];
  @Field(name, 'Category of land. Empty for other types.', { example: '' }) landCategory: string;
  @Field(name, 'Category of a rural property. Empty for other types.', { example: '' }) ruralCategory: string;
  @Field(
    named('CommercialListingType', 'How a commercial property is offered.', oneOf(['sale', 'lease', 'both'])),
    'Whether a commercial property is for sale, for lease, or both. Empty for other types.',
    { example: '' },
  )
  commercialListingType: string;
  @Field(
    name,
    'Authority under which a commercial property is sold or leased, such as `auction`. Empty if not given.',
    { example: '' },
  )
  commercialAuthority: string;
  @Field(name, 'Authority under which the property is sold, such as `exclusive` or `auction`. Empty when not given.', {
    example: 'exclusive',
  })
  authority: string;
  @Field(
    name,
    'Whether one agency has the listing exclusively (`exclusive`) or several have it (`open`). Empty when not given.',
    { example: '' },
  )
  exclusivity: string;
  @Field(name, 'Tenancy of a commercial property, such as `vacant` or `tenanted`. Empty when not given.', {
    example: '',
  })
  tenancy: string;
  @Field(
    text(500),
    'Costs that the tenant or buyer pays in addition to rent or price, in words. Empty when not given.',
    {
      example: '',
    },
  )
  outgoings: string;
  @Field(text(10_000), 'Features of a rural property, in words. Empty when not given.', { example: '' })
  ruralFeatures: string;
  @Nested(() => CommercialRent, 'Rent of a commercial property. Present only for commercial leases.', {
    optional: true,
  })
  commercialRent?: CommercialRent;
  @Nested(() => AuctionDetails, 'The auction. An empty object when there is none.') auctionDetails: AuctionDetails;
  @Nested(() => BuildingDetails, 'Data of the building.') buildingDetails: BuildingDetails;
  @Nested(() => LandDetails, 'Data of the land.') landDetails: LandDetails;
  @Nested(() => Features, 'Features of the property.') features: Features;
  @Nested(() => EcoFriendly, 'Environmentally friendly features.') ecoFriendly: EcoFriendly;
  @Nested(() => Price, 'Price or rent.') price: Price;
  @ListOf(() => Image, 'Images, in the order in which they are shown.') images: Image[];
  @ListOf(() => InspectionTime, 'Times when the property can be inspected, including past ones.')
  inspectionTimes: InspectionTime[];
  @ListOf(() => ListingFile, 'Floor plans and other documents.') documents: ListingFile[];
  @Field(links, 'URLs of other pages about the property.', { example: [] }) externalLinks: string[];
  @Field(links, 'URLs of videos.', { example: [] }) videoLinks: string[];
  @Field(links, 'URLs of virtual tours.', { example: [] }) vrTourLink: string[];
  @Nested(() => PartnerLinks, 'URLs of pages of partners.') partnerLinks: PartnerLinks;
  @Field(text(500), 'Headline of the advertisement.', { example: 'Light by the park' }) headline: string;
  @Field(text(100_000), 'Text of the advertisement.', { example: 'Three bedrooms, two minutes from the water.' })
  description: string;
  @Field(flag, 'Whether the listing is off the market.', { example: false }) isOffMarket: boolean;
  @Field(flag, 'Whether the building is a new construction.', { example: false }) newConstruction: boolean;
  @Field(flag, 'Whether the property is under offer.', { example: false }) underOffer: boolean;
  @Nested(
    () => ListingDetails,
    'More data from the feed. Absent if there is none; each of its fields is absent if it was not given.',
    { optional: true },
  )
  details?: ListingDetails;
}

/** The content, and the fields that the service adds. */
export class StoredListingFields extends ListingContent {
  @Field(uid, 'Object identifier of the listing, a UUID.', { notNullable: true }) _id: string;
  @Field(id, 'Numeric id of the listing.', { notNullable: true, example: 7001 }) id: number;
  @Field(id, 'Numeric id of the property. Absent if the address is hidden from the caller.', {
    notNullable: true,
    optional: true,
    example: 5001,
    withheld: 'address',
  })
  propertyID?: number;
  @Field(instant, 'Time when the property was first listed, in UTC.', {
    notNullable: true,
    example: '2026-02-27T00:00:00.000Z',
  })
  firstdate: string;
  @Field(instant, 'Time of the last change by the agency, in UTC.', { notNullable: true }) modtime: string;
  @Field(instant, 'Time when this service created the listing, in UTC.', {
    notNullable: true,
    example: '2026-02-27T00:00:00.000Z',
  })
  createdAt: string;
  @Field(instant, 'Time when this service last changed the listing, in UTC.', { notNullable: true }) updatedAt: string;
  @Nested(
    () => ListingDays,
    'The dates of the listing as days in its time zone. A date without a time is the start of that day, which in UTC is on the day before. Absent if there are none.',
    { optional: true },
  )
  days?: ListingDays;
  @Field(
    timeZoneName,
    'Time zone of the listing, as an IANA name: the time zone of its suburb, or of the capital of its state if the suburb is unknown or hidden. Days of the listing are in this time zone.',
    { notNullable: true, example: 'Australia/Melbourne' },
  )
  timeZone: string;
}

/** The fields of a stored document. */
export class ListingDocument extends StoredListingFields {
  @Nested(() => ListingSale, 'The sale. Present only for sold listings with known details.', {
    optional: true,
  })
  soldDetails?: ListingSale;
}

/** The common fields of all representations. */
class ListingCore extends ListingDocument {
  @Field(
    locationAccuracy,
    'Accuracy of the coordinates in `address`: the address as given by the agency (`exact`), or the centre of the suburb (`suburb`) if none were given or the address is hidden from the caller. Absent without coordinates.',
    { optional: true, example: 'exact' },
  )
  locationAccuracy?: LocationAccuracy;
  @Field(text(), 'Path of the listing page, built from the path template of the account.', {
    notNullable: true,
    example: '/house/vic/richmond/abc123',
  })
  slug: string;
  @Field(text(10_000), 'URL of the listing page: `link` of the account and `slug`.', {
    notNullable: true,
    example: 'https://www.harbour.example/house/vic/richmond/abc123',
  })
  link: string;
}

/** An agent inside a list item. */
export class ListingItemAgent {
  @Field(uid, 'Object identifier of the agent, a UUID.', { notNullable: true }) _id: string;
  @Field(id, 'Numeric id of the agent.', { notNullable: true, example: 31 }) id: number;
  @Field(text(), 'Full name of the agent.', { example: 'Jane Citizen' }) name: string;
}

/** An agent inside a single read. */
export class ListingAgent {
  @Field(id, 'Numeric id of the agent.', { notNullable: true, example: 31 }) id: number;
  @Field(text(), 'Full name of the agent.', { example: 'Jane Citizen' }) name: string;
  @ListOf(() => Telephone, 'Telephone numbers of the agent.') telephone: Telephone[];
  @Field(text(), 'E-mail address of the agent.', { example: 'jane@harbour.example' }) email: string;
  @Field(visibility, 'Whether the profile of the agent may be shown with this listing.', { example: true })
  profileVisibility: boolean;
  @Field(url, 'URL of the portrait of the agent.', { example: '' }) profileImage: string;
  @Field(url, 'URL of the profile page of the agent.', { example: '' }) profileLink: string;
  @Field(flag, 'Whether the agent has at least one current listing.', { example: true }) hasCurrentListings: boolean;
}

/** The representation in lists of listings and of properties. */
class ListingSummary extends ListingCore {
  @Nested(() => ListingItemAddress, 'Address of the property.') address: ListingItemAddress;
  @ListOf(() => ListingItemAgent, 'Agents of the listing, the main agent first.') agents: ListingItemAgent[];
  @Nested(() => ListingWebsite, 'Summary of the account of the listing.') website: object;
}

/** The list representation. */
export class ListingItem extends ListingSummary {
  @Distance() distance?: number;
}

/** The single representation. */
export class ListingResponse extends ListingCore {
  @Nested(() => ListingAddress, 'Address of the property.') address: ListingAddress;
  @ListOf(() => ListingAgent, 'Agents of the listing, the main agent first.') agents: ListingAgent[];
  @Nested(() => ListingWebsite, 'Summary of the account of the listing.') website: object;
}

/** A listing of a property's single read (D33). */
export class PropertyListing extends ListingCore {
  @Nested(() => ListingAddress, 'Address of the property.') address: ListingAddress;
  @ListOf(() => ListingAgent, 'Agents of the listing, the main agent first.') agents: ListingAgent[];
  @Nested(() => PropertyListingWebsite, 'Summary of the account of the listing.') website: object;
}

/** The listing that a property shows in lists (D33). */
export class PropertyItemListing extends ListingSummary {
  @Field(id, 'Numeric id of the account of the listing.', { notNullable: true, example: 12 }) websiteID: number;
}
