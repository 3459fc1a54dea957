import { ListingItemAddress } from '@app/address';
import { count, Field, id, ListOf, Nested, visibility } from '@app/schema';
import { FeedState } from './listing-feed.fields.js';
import { StoredListingFields } from './listing.fields.js';
import { locationAccuracy, type LocationAccuracy } from './listing.kinds.js';
import { SoldDetails } from '../documents/listing.line.js';

/** An agent of an exported listing. */
export class ExportedListingAgent {
  @Field(id, 'Numeric id of the agent.', { notNullable: true, example: 31 }) id: number;
  @Field(visibility, 'Whether the profile of the agent may be shown with this listing.', { example: true })
  profileVisibility: boolean;
  @Field(count, 'For the operator: order among the agents in feeds, where it is not the position in the list.', {
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
  @Field(locationAccuracy, 'What the coordinates in `address` are. Absent when there are none.', {
    optional: true,
    example: 'exact',
  })
  locationAccuracy?: LocationAccuracy;
  @Nested(() => SoldDetails, 'The sale: for the operator all that is known of it, else what reads show.', {
    optional: true,
  })
  soldDetails?: SoldDetails;
  @Nested(() => FeedState, 'For the operator: what later entries of feeds need to know. Absent for most listings.', {
    optional: true,
  })
  feed?: FeedState;
}
