import { coordinate, Field, visibility, text, uid } from '@app/schema';

/** The address of an account. */
export class Address {
  @Field(text(500), 'Whole address on one line. Built from the other fields when absent.', {
    example: '3/39 Main Road, Richmond VIC 3121',
    withheld: 'address',
  })
  fullAddress: string;

  @Field(text(310), 'Unit, street number and street. Built from the other fields when absent.', {
    example: '3/39 Main Road',
    withheld: 'address',
  })
  streetAddress: string;

  @Field(text(200), 'Suburb, state and postcode. Built from the other fields when absent.', {
    example: 'Richmond VIC 3121',
    withheld: 'suburb',
  })
  fullSuburb: string;

  @Field(text(50), 'Number of the unit or flat. Empty for a whole building.', { example: '3', withheld: 'address' })
  subNumber: string;

  @Field(text(50), 'Lot number of the land. Usually given when there is no street number yet.', {
    example: '',
    withheld: 'address',
  })
  lotNumber: string;

  @Field(text(50), 'Street number.', { example: '39', withheld: 'address' })
  streetNumber: string;

  @Field(text(200), 'Name and type of the street.', { example: 'Main Road', withheld: 'address' })
  street: string;

  @Field(text(100), 'Name of the suburb.', { example: 'Richmond', withheld: 'suburb' })
  suburb: string;

  @Field(text(50), 'State code.', { example: 'VIC' })
  state: string;

  @Field(text(20), 'Postcode.', { example: '3121', withheld: 'suburb' })
  postcode: string;

  @Field(text(100), 'Name of the country.', { example: 'Australia' })
  country: string;

  @Field(coordinate(90), 'Latitude in decimal degrees, as text. Empty if unknown.', {
    example: '-37.82314',
    withheld: 'address',
  })
  latitude: string;

  @Field(coordinate(180), 'Longitude in decimal degrees, as text. Empty if unknown.', {
    example: '144.99804',
    withheld: 'address',
  })
  longitude: string;
}

/** The address of a listing or a property. */
export class ListingAddress extends Address {
  @Field(
    visibility,
    'Whether the whole address may be shown to visitors of a website. If false, show only the suburb.',
    { example: true, shows: 'address' },
  )
  display: boolean;

  @Field(visibility, 'Whether a street view of the address may be shown to visitors of a website.', { example: true })
  streetview: boolean;
}

/** The address in a list item of listings, which identifies its property (D33). */
export class ListingItemAddress extends ListingAddress {
  @Field(uid, 'Object identifier of the property at this address. Absent if the address is hidden from the caller.', {
    readOnly: true,
    optional: true,
    withheld: 'address',
  })
  _id?: string;
}

/** Parses decimal degrees; null for an empty text. */
export const degreesOf = (degrees: string): number | null => (degrees === '' ? null : Number(degrees));
