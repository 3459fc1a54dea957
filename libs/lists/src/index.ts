export { ApiCalendar } from './documented-calendar.js';
export { ApiCounts, ApiFacets, ApiList, ApiMap, TakesQuery } from './documented.js';
export { type ExportLines, filtersOf, type Filters } from './exports.js';
export { Facet, facetsOf, type FacetDeclaration } from './facet.js';
export { FacetReader, sharesOf, type FacetShare } from './facet-reader.js';
export type { FacetPass } from './facet-statement.js';
export type { CountsValue, FacetsValue } from './page.interceptor.js';
export { facetsQuery, type FacetsQuery } from './facets.query.js';
export { Ids, isAmong, isIdentified, NumericIds } from './identified.js';
export { queryList } from './list-rows.js';
export {
  each,
  shownTogether,
  type ItemRow,
  type ListQuery,
  type Presented,
  type Search,
  type ShownPage,
} from './list-query.js';
export { orderBy, orderOfRows, type Order, type OrderTerm } from './order.js';
export { type Items, type MapFeature, PageQuery, type Page } from './page.js';
export { PageReader } from './page-reader.js';
export * from './conditions.js';
export * from './parameter-groups.js';
export * from './parameter.js';
export { isParameter, isPlainValue } from './logged-values.js';
export { LogOrder, orderOfLog, type LogSort, Since, Until } from './log-parameters.js';
export { ensureAllowed } from './public-query.js';
export { ApiSearch, BodyQuery } from './documented-search.js';
export { QueryPipe } from './query.pipe.js';
export { didYouMean, synonymOf } from './synonyms.js';
export { ListsModule } from './lists.module.js';
export { PARSED_PARAMETERS, readQuery, type RawQuery } from './read-query.js';
export { anywhere, atStart, fold, foldName } from './search-text.js';
export { isListed, ofList, ofConditions } from './list-dependencies.js';
export * from './row-matchers.js';
export { UnexpectedQueryGuard } from './unexpected-query.guard.js';
export { where, whereFor, type Combination } from './where.js';
export {
  byDistance,
  distanceColumn,
  needsNear,
  Distance,
  withDistances,
  type Distant,
} from './map/distance.filters.js';
export { featureOfAddress } from './map/map-feature.js';
export {
  boxesOnMap,
  hasLocalMap,
  hasMap,
  InBox,
  InPolygon,
  isOnMap,
  Near,
  onMap,
  Radius,
  type MapQuery,
} from './map/map.filters.js';
export type { Box, Polygon, Coordinates } from './map/shapes.js';
export { largePolygon } from './map/map.kinds.js';
