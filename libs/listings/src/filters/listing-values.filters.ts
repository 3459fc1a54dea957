import { AtLeast, AtMost } from '@app/lists';
import { amount } from '@app/schema';
import { LocationQuery } from '@app/suburbs';

/** The parameters of listings for areas and sold prices. */
export class ListingValuesQuery extends LocationQuery {
  @AtLeast(
    'listing.land_area',
    amount,
    'Smallest area of the land in square metres, inclusive. Unknown areas, and areas of 0, do not match.',
    {
      example: 500,
    },
  )
  minLandArea?: number;

  @AtMost('listing.land_area', amount, 'Largest area of the land in square metres, inclusive; see `minLandArea`.', {
    example: 1_000,
  })
  maxLandArea?: number;

  @AtLeast(
    'listing.floor_area',
    amount,
    'Smallest area of the building in square metres, inclusive. Unknown areas, and areas of 0, do not match.',
    {
      example: 100,
    },
  )
  minFloorArea?: number;

  @AtMost(
    'listing.floor_area',
    amount,
    'Largest area of the building in square metres, inclusive; see `minFloorArea`.',
    {
      example: 300,
    },
  )
  maxFloorArea?: number;

  @AtLeast(
    'listing.shown_sold_price',
    amount,
    'Lowest sold price in Australian dollars, inclusive; with `status=sold` or `status=all`. Sales whose price is not shown are not found.',
    { example: 500_000 },
  )
  minSoldPrice?: number;

  @AtMost(
    'listing.shown_sold_price',
    amount,
    'Highest sold price in Australian dollars, inclusive; see `minSoldPrice`.',
    { example: 1_500_000 },
  )
  maxSoldPrice?: number;
}
