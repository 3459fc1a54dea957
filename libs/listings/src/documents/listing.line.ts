import { ListingItemAddress } from '@app/address';
import {
  amount,
  count,
  Field,
  flag,
  id,
  instant,
  named,
  ListOf,
  derived,
  Nested,
  oneOf,
  Required,
  visibility,
  uid,
  list,
  patterned,
} from '@app/schema';
import { AmountRange } from '../dto/listing-details.fields.js';
import { ListingContent, StoredListingFields } from '../dto/listing.fields.js';
import { locationAccuracy, type LocationAccuracy } from '../dto/listing.kinds.js';

/** The id of an item in feeds. */
export const itemID = patterned('^[A-Za-z0-9_.-]{1,50}$', 50, 'an id of 1 to 50 letters, digits, dots and hyphens');

const ids = list(itemID);
const stored = { optional: true };

/** The ids of a listing's texts in feeds. A list is absent if its ids are the positions of its texts, from 1. */
export class FeedItemIDs {
  @Field(ids, 'Ids of the commercial categories.', { ...stored, example: ['1', '3'] }) commercialCategory?: string[];
  @Field(ids, 'Ids of the business categories.', { ...stored, example: ['1', '3'] }) businessCategory?: string[];
  @Field(ids, 'Ids of the external links.', { ...stored, example: ['2'] }) externalLinks?: string[];
  @Field(ids, 'Ids of the video links.', { ...stored, example: ['2'] }) videoLinks?: string[];
  @Field(ids, 'Ids of the highlights.', { ...stored, example: ['1', '3'] }) highlights?: string[];
}

/** Data of a listing that later feed entries need, and that the API does not return to accounts. */
export class FeedState {
  @Nested(() => FeedItemIDs, 'Ids of texts that feeds refer to by id.', stored) itemIDs?: FeedItemIDs;
  @Field(flag, 'Whether the listing arrived as off market or withdrawn, and was never current.', {
    ...stored,
    example: true,
  })
  neverCurrent?: boolean;
  @Field(flag, 'Whether the agency hides the listing; it is `offmarket` as long as it is hidden.', {
    ...stored,
    example: true,
  })
  isHidden?: boolean;
  @Field(flag, 'Whether the listing is under offer because of its status in the feed.', { ...stored, example: true })
  underOfferByStatus?: boolean;
  @Field(flag, 'Whether `price.priceView` is the text around the price.', { ...stored, example: true })
  viewFromWords?: boolean;
}

/** An agent of a line; the agent's own line contains the rest of its representation. */
class ListingLineAgent {
  @Required() @Field(id, 'Numeric id of the agent', { notNullable: true }) id: number;
  @Field(visibility, 'Whether the profile may be shown') profileVisibility: boolean;
  @Field(count, 'Order among the agents in feeds, from 1; absent if it equals the position in the list', {
    optional: true,
  })
  order?: number;
  @Field(derived, 'Derived from the agent') _id?: string;
  @Field(derived, 'Derived from the agent') name?: string;
  @Field(derived, 'Derived from the agent') telephone?: unknown;
  @Field(derived, 'Derived from the agent') email?: string;
  @Field(derived, 'Derived from the agent') profileImage?: string;
  @Field(derived, 'Derived from the agent') profileLink?: string;
  @Field(derived, 'Derived from the agent') hasCurrentListings?: boolean;
}

/** Details of a sale; `display` determines whether the API returns price and date. */
export class SoldDetails {
  @Field(amount, 'Price at which it was sold, in Australian dollars.', { example: 1_240_000 }) price?: number;
  @Field(instant, 'Time when it was sold, in UTC.') date?: string;
  @Nested(() => AmountRange, 'Prices between which it was sold.', { optional: true }) range?: AmountRange;
  @Field(
    named('SoldPriceDisplay', 'Which part of a sold price may be shown.', oneOf(['yes', 'no', 'range'])),
    'Which part of the price may be shown.',
    { optional: true, example: 'yes' },
  )
  display?: string;
  @Field(flag, 'Whether stock at valuation is added to the price.', { optional: true, example: false })
  plusSAV?: boolean;
}

/** A line of `listings.ndjson`: the single representation, and the data that the API never shows. */
export class ListingLine extends ListingContent {
  @Required() override uniqueID: string;
  @Required() override listingType: string;
  @Required() override status: string;
  @Required() @Field(id, 'The account', { notNullable: true }) websiteID: number;
  @Field(id, 'Numeric id; assigned if absent') id?: number;
  @Field(uid, 'Object identifier; generated if absent', { optional: true }) _id?: string;
  @Field(id, 'The property; found by address if absent') propertyID?: number;
  @Nested(() => ListingItemAddress, 'Address; its _id is the id of the property') address: ListingItemAddress;
  @ListOf(() => ListingLineAgent, 'Agents') agents: ListingLineAgent[];
  @Nested(() => SoldDetails, 'The sale', { optional: true }) soldDetails?: SoldDetails;
  @Nested(() => FeedState, 'State of feeds', { optional: true }) feed?: FeedState;
  @Field(instant, 'First listed') firstdate?: string;
  @Field(instant, 'Last changed by the agency') modtime?: string;
  @Field(instant, 'Created') createdAt?: string;
  @Field(instant, 'Last changed here') updatedAt?: string;
  @Field(
    locationAccuracy,
    'Accuracy of the coordinates; if absent, `suburb` for coordinates equal to the centre of the suburb',
    {
      optional: true,
    },
  )
  locationAccuracy?: LocationAccuracy;
  @Field(derived, 'Derived from the dates') days?: unknown;
  @Field(derived, 'Derived from the suburb') timeZone?: string;
  @Field(derived, 'Derived from the account') website?: unknown;
  @Field(derived, 'Derived from the account') slug?: string;
  @Field(derived, 'Derived from the account') link?: string;
}

/** An agent of an exported listing. */
export class ExportedListingAgent {
  @Field(id, 'Numeric id of the agent.', { notNullable: true, example: 31 }) id: number;
  @Field(visibility, 'Whether the profile of the agent may be shown with this listing.', { example: true })
  profileVisibility: boolean;
  @Field(count, 'For the operator: order among the agents in feeds, if it differs from the position in the list.', {
    optional: true,
    example: 3,
  })
  order?: number;
}

/** A line of an export of listings. */
export class ExportedListing extends StoredListingFields {
  @Field(id, 'Numeric id of the account of the listing.', { notNullable: true, example: 12 }) websiteID: number;
  @Nested(() => ListingItemAddress, 'Address of the property.') address: ListingItemAddress;
  @ListOf(() => ExportedListingAgent, 'Agents of the listing, the main agent first.') agents: ExportedListingAgent[];
  @Field(locationAccuracy, 'Accuracy of the coordinates in `address`. Absent without coordinates.', {
    optional: true,
    example: 'exact',
  })
  locationAccuracy?: LocationAccuracy;
  @Nested(() => SoldDetails, 'The sale: for the operator all known details, otherwise the data that reads return.', {
    optional: true,
  })
  soldDetails?: SoldDetails;
  @Nested(() => FeedState, 'For the operator: data that later feed entries need. Absent for most listings.', {
    optional: true,
  })
  feed?: FeedState;
}
