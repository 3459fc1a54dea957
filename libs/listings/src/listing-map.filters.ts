import { Parameter } from '@app/lists';
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
import { RoomsQuery } from './listing-rooms.filters.js';
import { listingSort } from './listing.kinds.js';
import { isVolatileSort, type ListingSort } from './listing.sorts.js';

/** The map parameters of listings (B25), and `sort`, which may be by distance. */
export class ListingsMapQuery extends RoomsQuery implements MapQuery {
  @Near() near?: Position;
  @Radius() radius: number;
  @InBox() bbox?: Box;
  @InPolygon() polygon?: Polygon[];

  @Parameter(
    listingSort,
    'Order of the list: by the date from which a rental is available, by the next auction or inspection (past ones count as none), by address, by the date of the first listing (`newest`, `oldest`), by the area of the land, by price, by the date of the sale, or by the distance from `near`, which `distance` needs. Listings without the date, the area or the price come last.',
    { initial: 'newest', needs: needsNear, volatile: isVolatileSort, example: 'price-asc' },
  )
  sort: ListingSort;
}
