import { Distance } from '@app/lists';
import { coordinate, Field, ListOf, named, Required, text, uid, words, type Kind } from '@app/schema';
import { timeZoneName } from '../time/time-zone.js';

/** A suburb near another. */
export class SurroundingSuburb {
  @Field(text(200), 'Suburb, state and postcode.', { example: 'Cremorne VIC 3121' }) name: string;
  @Field(text(200), 'Slug of the suburb.', { example: 'cremorne-vic-3121' }) slug: string;
}

/** A suburb of the reference. */
export class SuburbResponse {
  @Field(uid, 'Object identifier of the suburb, a UUID.', { readOnly: true }) _id: string;
  @Field(text(200), 'Suburb, state and postcode.', { example: 'Richmond VIC 3121' }) name: string;
  @Field(text(200), 'Identifies the suburb in URLs: its name in lower case with hyphens.', {
    example: 'richmond-vic-3121',
  })
  slug: string;
  @Field(text(100), 'Name of the suburb.', { example: 'Richmond' }) suburb: string;
  @Field(text(50), 'State code.', { example: 'VIC' }) state: string;
  @Field(text(20), 'Postcode.', { example: '3121' }) postcode: string;
  @Field(text(200), 'Name of the area that the suburb belongs to. Empty if unknown.', { example: 'Yarra' })
  areaName: string;
  @Field(text(200), 'Name of the region that the suburb belongs to. Empty if unknown.', {
    example: 'Greater Melbourne',
  })
  regionName: string;

  @ListOf(() => SurroundingSuburb, 'Suburbs nearby, the nearest first. Null if unknown.', { nullable: true })
  surroundingSuburbs: SurroundingSuburb[] | null;
  @Field(coordinate(90), 'Latitude of the centre in decimal degrees, as text. Empty if unknown.', {
    example: '-37.8236',
  })
  latitude: string;
  @Field(coordinate(180), 'Longitude of the centre in decimal degrees, as text. Empty if unknown.', {
    example: '144.998',
  })
  longitude: string;
}

/** The list representation. */
export class SuburbItem extends SuburbResponse {
  @Distance() distance?: number;
}

/** A line of `suburbs.ndjson`: the representation, with fields that items omit. */
export class SuburbLine extends SuburbResponse {
  @Required() @Field(words, 'Name of the suburb.', { example: 'Richmond', notNullable: true }) override suburb: string;
  @Required() @Field(words, 'State code.', { example: 'VIC', notNullable: true }) override state: string;
  @Required() override postcode: string;
  @Field(timeZoneName, 'Time zone by its IANA name. Empty if unknown.', { example: 'Australia/Melbourne' })
  timeZone: string;
}

/** An item of the regions list. */
export const regionName: Kind<string> = {
  ...named('RegionName', 'Name of a region.', text(200)),
  example: 'Greater Melbourne',
};
/** An item of the area names list. */
export const areaName: Kind<string> = { ...named('AreaName', 'Name of an area.', text(200)), example: 'Yarra' };

/** An item of the postcodes list. */
export class Postcode {
  @Field(text(20), 'Postcode.', { example: '3121' }) postcode: string;
  @Field(text(50), 'State code.', { example: 'VIC' }) state: string;
}
