import { Distance } from '@app/lists';
import {
  amount,
  coordinate,
  count,
  Field,
  flag,
  id,
  instant,
  ListOf,
  Nested,
  tally,
  text,
  uid,
  url,
} from '@app/schema';
import { AccountCard } from '@app/accounts';
import { AgentOfCard } from '@app/agents';
import { InspectionTime } from './listing-parts.fields.js';
import { listingStatus, listingType, locationAccuracy, type LocationAccuracy } from './listing.kinds.js';

/** The completed sale or lease, as far as the agency shows it. */
export class CardClosing {
  @Field(instant, 'Time when it was sold or leased, in UTC. Absent if unknown.', {
    example: '2026-03-03T02:00:00.000Z',
  })
  date?: string;
  @Field(amount, 'Price in Australian dollars. Absent if unknown or hidden.', { example: 1_240_000 })
  price?: number;
}

/** The members of a card that are built when the listing is written. */
export class StoredCard {
  @Field(text(), 'Identifier of the listing in the system of the agency. Empty if it is too long for a card.', {
    example: 'ABC123',
  })
  uniqueID: string;
  @Field(listingType, 'Type of the listing.', { notNullable: true, example: 'residential' }) listingType: string;
  @Field(listingStatus, 'Status of the listing.', { notNullable: true, example: 'current' }) status: string;
  @Field(
    text(),
    'Address on one line. If it is hidden: suburb, state and postcode; if the suburb is hidden as well: the state.',
    {
      example: '3/39 Main Road, Richmond VIC 3121',
    },
  )
  address: string;
  @Field(text(), 'Name of the suburb. Empty if it is hidden.', { example: 'Richmond' }) suburb: string;
  @Field(coordinate(90), 'Latitude in decimal degrees, as text. Empty if unknown, or if the address is hidden.', {
    example: '-37.82314',
  })
  latitude: string;
  @Field(coordinate(180), 'Longitude in decimal degrees, as text. Empty if unknown, or if the address is hidden.', {
    example: '144.99804',
  })
  longitude: string;
  @Field(
    text(),
    'The price in words, or else the price or rent; for a sold property, the price of the sale. Empty if not given or hidden.',
    {
      example: '$1,150,000 - $1,250,000',
    },
  )
  price: string;
  @Field(count, 'Number of bedrooms; 0 is a studio. Absent when not given.', { example: 3 }) bedrooms?: number;
  @Field(count, 'Number of bathrooms. Absent when not given.', { example: 2 }) bathrooms?: number;
  @Field(count, 'Number of car spaces. Absent when not given.', { example: 2 }) parkingSpaces?: number;
  @Field(url, 'URL of the first image. Empty if there is none, or if it is too long for a card.', {
    example: 'https://images.harbour.example/1/m.jpg',
  })
  image: string;
  @Field(tally, 'Number of images.', { example: 12 }) images: number;
  @Field(text(), 'Category of a residential or rental property. Empty if not given, or if it is too long for a card.', {
    example: 'House',
  })
  category: string;
  @Field(amount, 'Area of the land in square metres. Absent when not given.', { example: 612 }) landArea?: number;
  @Field(flag, 'Whether the property is under offer.', { example: false }) underOffer: boolean;
  @Field(flag, 'Whether a deposit was taken for the rental.', { example: false }) depositTaken: boolean;
  @Field(flag, 'Whether the listing has a floor plan.', { example: true }) hasFloorplan: boolean;
  @Field(flag, 'Whether the listing has a video.', { example: false }) hasVideo: boolean;
  @Field(flag, 'Whether the listing has a virtual tour.', { example: false }) hasTour: boolean;
  @Field(instant, 'Time when the property was first listed, in UTC.', {
    notNullable: true,
    example: '2026-02-27T00:00:00.000Z',
  })
  listed: string;
  @Field(instant, 'Time of the auction, in UTC. Absent when there is none.', {
    optional: true,
    example: '2026-03-21T00:00:00.000Z',
  })
  auction?: string;
  @ListOf(
    () => InspectionTime,
    'The next inspections after the last change of the listing: at most six, or as many as fit into a card.',
  )
  inspectionTimes: InspectionTime[];
  @Nested(() => CardClosing, 'The sale. Present only for sold listings with known details.', {
    optional: true,
  })
  sold?: CardClosing;
  @Nested(() => CardClosing, 'The lease. Present only for leased listings with known details.', {
    optional: true,
  })
  leased?: CardClosing;
}

/** The short form of a listing for lists of results. Data hidden from the caller is absent. */
export class ListingCard extends StoredCard {
  @Field(uid, 'Object identifier of the listing, a UUID.', { notNullable: true }) _id: string;
  @Field(id, 'Numeric id of the listing.', { notNullable: true, example: 7001 }) id: number;
  @Field(id, 'Numeric id of the property. Absent if the address is hidden.', {
    notNullable: true,
    optional: true,
    example: 5001,
  })
  propertyID?: number;
  @Field(id, 'Numeric id of the account of the listing.', { notNullable: true, example: 12 }) websiteID: number;
  @Field(
    locationAccuracy,
    'Accuracy of the coordinates: the address, or the centre of the suburb. Absent without coordinates.',
    { optional: true, example: 'exact' },
  )
  locationAccuracy?: LocationAccuracy;
  @ListOf(() => AgentOfCard, 'The first agents of the listing, at most two, the main agent first.')
  agents: AgentOfCard[];
  @Nested(() => AccountCard, 'The agency of the listing.') website: AccountCard;
  @Field(text(), 'Path of the listing page. Empty if it is too long for a card: `link` ends with it.', {
    example: '/house/vic/richmond/abc123',
  })
  slug: string;
  @Field(url, 'URL of the listing page. Empty if it is too long for a card.', {
    example: 'https://www.harbour.example/house/vic/richmond/abc123',
  })
  link: string;
  @Distance() distance?: number;
}
