import { Distance } from '@app/lists';
import { coordinate, count, Field, id, list, text, uid, url } from '@app/schema';
import { listingStatus, listingType, locationAccuracy, type LocationAccuracy } from './listing.kinds.js';

/** The members of a card that come from the listing itself. */
export class OwnListingCard {
  @Field(uid, 'Object identifier of the listing, a UUID.', { notNullable: true }) _id: string;
  @Field(id, 'Numeric id of the listing.', { notNullable: true, example: 7001 }) id: number;
  @Field(id, 'Numeric id of the property. Absent where the address is hidden.', {
    notNullable: true,
    optional: true,
    example: 5001,
  })
  propertyID?: number;
  @Field(id, 'Numeric id of the account of the listing.', { notNullable: true, example: 12 }) websiteID: number;
  @Field(text(), 'Identifier of the listing in the system of the agency. Empty when it is too long for a card.', {
    example: 'ABC123',
  })
  uniqueID: string;
  @Field(listingType, 'Type of the listing.', { notNullable: true, example: 'residential' }) listingType: string;
  @Field(listingStatus, 'Status of the listing.', { notNullable: true, example: 'current' }) status: string;
  @Field(
    text(),
    'Address on one line; where it is hidden, suburb, state and postcode; where the suburb is hidden as well, the state.',
    {
      example: '3/39 Main Road, Richmond VIC 3121',
    },
  )
  address: string;
  @Field(text(), 'Name of the suburb. Empty where it is hidden.', { example: 'Richmond' }) suburb: string;
  @Field(
    coordinate(90),
    'Latitude in decimal degrees, as text. Empty when not known, or where the address is hidden.',
    {
      example: '-37.82314',
    },
  )
  latitude: string;
  @Field(
    coordinate(180),
    'Longitude in decimal degrees, as text. Empty when not known, or where the address is hidden.',
    {
      example: '144.99804',
    },
  )
  longitude: string;
  @Field(
    locationAccuracy,
    'What the coordinates are: those of the address, or those of the centre of the suburb. Absent when the card has none.',
    { optional: true, example: 'exact' },
  )
  locationAccuracy?: LocationAccuracy;
  @Field(
    text(),
    'The price in words, else the price or rent; of a sold property the price of the sale. Empty when not given or hidden.',
    {
      example: '$1,150,000 - $1,250,000',
    },
  )
  price: string;
  @Field(count, 'Number of bedrooms; 0 is a studio. Absent when not given.', { example: 3 }) bedrooms?: number;
  @Field(count, 'Number of bathrooms. Absent when not given.', { example: 2 }) bathrooms?: number;
  @Field(count, 'Number of car spaces. Absent when not given.', { example: 2 }) parkingSpaces?: number;
  @Field(url, 'URL of the first image. Empty when there is none, or when it is too long for a card.', {
    example: 'https://images.harbour.example/1/m.jpg',
  })
  image: string;
}

/** The short form of a listing for result lists, without hidden data. */
export class ListingCard extends OwnListingCard {
  @Field(list(text()), 'Names of the agents, the main agent first, as many as a card has room for.', {
    example: ['Jane Citizen'],
  })
  agents: string[];
  @Field(text(), 'Path of the listing page. Empty when it is too long for a card: `link` ends with it.', {
    example: '/house/vic/richmond/abc123',
  })
  slug: string;
  @Field(url, 'URL of the listing page. Empty when it is too long for a card.', {
    example: 'https://www.harbour.example/house/vic/richmond/abc123',
  })
  link: string;
  @Distance() distance?: number;
}
