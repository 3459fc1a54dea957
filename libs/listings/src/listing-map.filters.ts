import { equals, Facet, Matches, Parameter } from '@app/lists';
import {
  InBox,
  InPolygon,
  Near,
  needsNear,
  Radius,
  type Box,
  type MapQuery,
  type Polygon,
  type Position,
} from '@app/map';
import { sql } from '@app/sql';
import { RoomsQuery } from './listing-rooms.filters.js';
import { listingSort, locationAccuracy, type LocationAccuracy } from './listing.kinds.js';
import { isVolatileSort, type ListingSort } from './listing.sorts.js';

/** The map parameters of listings (B25), and `sort`, which may be by distance. */
export class ListingsMapQuery extends RoomsQuery implements MapQuery {
  @Near() near?: Position;
  @Radius() radius: number;
  @InBox() bbox?: Box;
  @InPolygon() polygon?: Polygon[];

  @Facet({
    column: 'is_centre',
    keysOf: (column) => [column],
    valuesOf: (key) => [key === 'true' ? 'suburb' : 'exact'],
  })
  @Matches(
    locationAccuracy,
    'What the coordinates are: those of the address (`exact`), or those of the centre of the suburb (`suburb`). Listings without coordinates are not found.',
    (accuracy) => sql`listing.is_centre = ${accuracy === 'suburb'}`,
    { example: 'exact', matchesRow: { listing: (accuracy: string) => equals('is_centre', accuracy === 'suburb') } },
  )
  accuracy?: LocationAccuracy;

  @Parameter(
    listingSort,
    'Order of the list: by the date from which a rental is available, by the next auction or inspection (past ones count as none), by address, by the date of the first listing (`newest`, `oldest`), by the area of the land, by price, by the date of the sale, or by the distance from `near`, which `distance` needs. Listings without the date, the area or the price come last.',
    { initial: 'newest', needs: needsNear, volatile: isVolatileSort, example: 'price-asc' },
  )
  sort: ListingSort;
}
