/** The types of places, in the order that breaks ties between equal numbers of listings. */
export const PLACE_TYPES = ['postcode', 'suburb', 'region', 'area'] as const;

export type PlaceType = (typeof PLACE_TYPES)[number];

/** A place that can be suggested, as it is shown; fields that do not apply are empty. */
export interface SuggestedPlace {
  readonly type: PlaceType;
  /** "Richmond VIC 3121", "3121 VIC", "Greater Melbourne VIC", "Yarra VIC". */
  readonly text: string;
  readonly suburb: string;
  readonly state: string;
  readonly postcode: string;
  readonly regionName: string;
  readonly areaName: string;
  readonly slug: string;
  /** Null if it is not a suburb. */
  readonly _id: string | null;
  /** Decimal degrees. */
  readonly latitude: string;
  readonly longitude: string;
}

/** A row of `suburbs`: a suburb of the reference, or a place outside it that addresses refer to. */
export interface SuburbRow {
  readonly id: number;
  readonly uid: string;
  readonly suburb: string;
  readonly state: string;
  readonly postcode: string;
  readonly slug: string;
  readonly regionName: string;
  readonly areaName: string;
  readonly latitude: number | null;
  readonly longitude: number | null;
  readonly gazetted: boolean;
}
