export { byDistance, distanceColumn, needsNear } from './distance.filters.js';
export { featureOfAddress } from './map-feature.js';
export { Distance } from './map.fields.js';
export { hasLocalMap, hasMap, InBox, InPolygon, isOnMap, Near, onMap, Radius, type MapQuery } from './map.filters.js';
export type { Box, Polygon, Position } from './shapes.js';
export { withDistances, type Distant } from './with-distance.js';
