export * from './reference/index.js';
export { SuburbEntity } from './entities/suburb.entity.js';
export {
  isInSuburbsNamed,
  isPlaced,
  isStateOnly,
  isWithin,
  LocationQuery,
  ofPlaces,
  placeKeysNeeded,
  placeKeysOf,
  PlaceQuery,
  suburbsNamed,
} from './filters/location.filters.js';
export { suburbExport, SuburbsExportQuery } from './documents/suburb.export.js';
export { degreesText } from './documents/suburb.documents.js';
export { SuburbLine, SuburbResponse } from './dto/suburb.fields.js';
export type { Place } from './reference/suburb-names.js';
export { placeKey, resolvePlaces } from './search/places.repository.js';
export { findReference, referencePlaces, type ReferencePlace } from './reference.repository.js';
export { SuburbsWriter } from './suburbs.writer.js';
export { localDay, timeZoneName, timeZoneOf } from './time/time-zone.js';
export { instantOf, offsetAt, toInstant, toLocalTime } from './time/zoned-time.js';
export { SuburbsQuery } from './filters/suburb.filters.js';
export { SuburbsRepository } from './suburbs.repository.js';
export { SuburbsModule } from './suburbs.module.js';
