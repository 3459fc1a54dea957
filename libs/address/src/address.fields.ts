import { coordinate, Field, visibility, text, uid } from '@app/schema';

/** An address, as accounts have it. */
export class Address {
  @Field(text(500), 'Whole address; made of the parts when not given', {
    example: '3/39 Main Road, Richmond VIC 3121',
  })
  fullAddress: string;

  @Field(text(300), 'Sub-number, number and street; made of the parts when not given', { example: '3/39 Main Road' })
  streetAddress: string;

  @Field(text(200), 'Suburb, state and postcode; made of the parts when not given', { example: 'Richmond VIC 3121' })
  fullSuburb: string;

  @Field(text(50), 'Unit or flat', { example: '3' })
  subNumber: string;

  @Field(text(50), 'Lot', { example: '' })
  lotNumber: string;

  @Field(text(50), 'Street number', { example: '39' })
  streetNumber: string;

  @Field(text(200), 'Street', { example: 'Main Road' })
  street: string;

  @Field(text(100), 'Suburb', { example: 'Richmond' })
  suburb: string;

  @Field(text(50), 'State code', { example: 'VIC' })
  state: string;

  @Field(text(20), 'Postcode', { example: '3121' })
  postcode: string;

  @Field(text(100), 'Country', { example: 'Australia' })
  country: string;

  @Field(coordinate(90), 'Decimal degrees as text; may be empty', { example: '-37.82314' })
  latitude: string;

  @Field(coordinate(180), 'Decimal degrees as text; may be empty', { example: '144.99804' })
  longitude: string;
}

/** The address of a listing or a property. */
export class ListingAddress extends Address {
  @Field(visibility, 'Whether the whole address may be shown', { example: true })
  display: boolean;

  @Field(visibility, 'Whether a street view may be shown', { example: true })
  streetview: boolean;
}

/** The address inside a list item of listings, which names its property (D33). */
export class ListingItemAddress extends ListingAddress {
  @Field(uid, 'Object identifier of the property', { readOnly: true })
  _id: string;
}
