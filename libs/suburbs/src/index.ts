export * from './reference/index.js';
export { Suburb } from './entities/suburb.entity.js';
export { isWithin, LocationQuery, PlaceQuery } from './location.filters.js';
export { suburbExport } from './suburb.export.js';
export { SuburbLine } from './suburb.fields.js';
export { placeKey, resolvePlaces, type Place } from './suburb.places.js';
export { SuburbWriter } from './suburb.writer.js';
export { localDay, timeZoneOf } from './time-zone.js';
export { SuburbsModule } from './suburbs.module.js';
