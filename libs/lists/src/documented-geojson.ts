import { Field, flag, ListOf, named, Nested, oneOf, type Class, type Kind } from '@app/schema';
import { itemName, PageTotals } from './envelope.js';

const only = (name: string, value: string): Kind => named(name, `Always \`${value}\`.`, oneOf([value], value));
const collectionType = only('GeoCollectionType', 'FeatureCollection');
const featureType = only('GeoFeatureType', 'Feature');
const pointType = only('GeoPointType', 'Point');

const coordinates: Kind<number[]> = {
  schema: { type: 'array', items: { type: 'number' }, minItems: 2, maxItems: 2 },
  wants: 'a longitude and a latitude',
  empty: [],
  accepts: (value) => Array.isArray(value),
  parse: () => undefined,
};

// OpenAPI 3.1 has lists of types.
const featureId: Kind = { ...flag, schema: { type: ['integer', 'string'] as never }, empty: '' };

class GeoPoint {
  @Field(pointType, 'Kind of geometry.', { notNullable: true, example: 'Point' }) type: string;
  @Field(coordinates, 'Longitude and latitude in decimal degrees.', {
    notNullable: true,
    example: [144.99804, -37.82314],
  })
  coordinates: number[];
}

class GeoFeature {
  @Field(featureType, 'Kind of object.', { notNullable: true, example: 'Feature' }) type: string;
  @Field(featureId, 'Numeric id of the item; for a suburb, its object identifier.', {
    notNullable: true,
    example: 7001,
  })
  id: number | string;
  @Nested(() => GeoPoint, 'Position of the item; null if it is unknown.', { nullable: true })
  geometry: GeoPoint | null;
}

class FeaturePage extends PageTotals {
  @Field(collectionType, 'Kind of object.', { notNullable: true, example: 'FeatureCollection' }) type: string;
}

/** The class of a GeoJSON page of items, such as `ListingFeatureCollection`. */
export function featuresOf(item: Class): Class {
  const name = itemName(item);
  // The computed keys give the classes their names.
  const feature = { [`${name}Feature`]: class extends GeoFeature {} }[`${name}Feature`] as Class;
  Nested(() => item, 'The item.')(feature.prototype, 'properties');
  const page = { [`${name}FeatureCollection`]: class extends FeaturePage {} }[`${name}FeatureCollection`] as Class;
  ListOf(() => feature, 'The items of this page, in the order of the list.')(page.prototype, 'features');
  return page;
}
