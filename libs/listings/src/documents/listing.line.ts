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
} from '@app/schema';
import { AmountRange } from '../dto/listing-details.fields.js';
import { FeedState } from '../dto/listing-feed.fields.js';
import { ListingContent } from '../dto/listing.fields.js';
import { locationAccuracy, type LocationAccuracy } from '../dto/listing.kinds.js';

/** An agent of a line; the rest of its representation comes from the agent's own line. */
export class ListingLineAgent {
  @Required() @Field(id, 'Numeric id of the agent', { notNullable: true }) id: number;
  @Field(visibility, 'Whether the profile may be shown') profileVisibility: boolean;
  @Field(count, 'Order among the agents in feeds, from 1; absent if it is the position in the list', { optional: true })
  order?: number;
  @Field(derived, 'Of the agent') _id?: string;
  @Field(derived, 'Of the agent') name?: string;
  @Field(derived, 'Of the agent') telephone?: unknown;
  @Field(derived, 'Of the agent') email?: string;
  @Field(derived, 'Of the agent') profileImage?: string;
  @Field(derived, 'Of the agent') profileLink?: string;
  @Field(derived, 'Of the agent') hasCurrentListings?: boolean;
}

/** Details of a sale; `display` decides which of price and date the API shows. */
export class SoldDetails {
  @Field(amount, 'Price at which it was sold, in Australian dollars.', { example: 1_240_000 }) price?: number;
  @Field(instant, 'Time when it was sold, in UTC.') date?: string;
  @Nested(() => AmountRange, 'Prices between which it was sold.', { optional: true }) range?: AmountRange;
  @Field(
    named('SoldPriceDisplay', 'What of a sold price may be shown.', oneOf(['yes', 'no', 'range'])),
    'What of the price may be shown.',
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
  @Field(id, 'Numeric id; given when not given') id?: number;
  @Field(uid, 'Object identifier; made when not given', { optional: true }) _id?: string;
  @Field(id, 'The property; found by the address when not given') propertyID?: number;
  @Nested(() => ListingItemAddress, 'Address; its _id is that of the property') address: ListingItemAddress;
  @ListOf(() => ListingLineAgent, 'Agents') agents: ListingLineAgent[];
  @Nested(() => SoldDetails, 'The sale', { optional: true }) soldDetails?: SoldDetails;
  @Nested(() => FeedState, 'State of feeds', { optional: true }) feed?: FeedState;
  @Field(instant, 'First listed') firstdate?: string;
  @Field(instant, 'Last changed by the agency') modtime?: string;
  @Field(instant, 'Created') createdAt?: string;
  @Field(instant, 'Last changed here') updatedAt?: string;
  @Field(locationAccuracy, 'What the coordinates are; when not given, `suburb` for those of the centre of the suburb', {
    optional: true,
  })
  locationAccuracy?: LocationAccuracy;
  @Field(derived, 'Of the dates') days?: unknown;
  @Field(derived, 'Of the suburb') timeZone?: string;
  @Field(derived, 'Of the account') website?: unknown;
  @Field(derived, 'Of the account') slug?: string;
  @Field(derived, 'Of the account') link?: string;
}
