import { suburbName, suburbSlug, type SuburbKey } from './suburb-names.js';
import type { Neighbour } from './surroundings.js';

/** A suburb in a reference source: centre in decimal degrees, time zone as an IANA name. */
export interface SuburbPlace extends SuburbKey {
  areaName: string;
  regionName: string;
  latitude: number | null;
  longitude: number | null;
  timeZone: string;
}

/** A suburb of a reference source as a bundle line. */
export interface ReferenceSuburb extends SuburbKey {
  name: string;
  slug: string;
  areaName: string;
  regionName: string;
  /** `null`: unknown, because the suburb has no coordinates. */
  surroundingSuburbs: Neighbour[] | null;
  /** Decimal degrees as text, empty when unknown (D10). */
  latitude: string;
  longitude: string;
  timeZone: string;
}

/** The bundle line of a suburb with its surrounding suburbs. */
export function suburbLine(place: SuburbPlace, surroundingSuburbs: Neighbour[] | null): ReferenceSuburb {
  const { suburb, state, postcode, areaName, regionName, timeZone } = place;
  return {
    name: suburbName(place),
    slug: suburbSlug(place),
    suburb,
    state,
    postcode,
    areaName,
    regionName,
    surroundingSuburbs,
    latitude: degreesText(place.latitude),
    longitude: degreesText(place.longitude),
    timeZone,
  };
}

function degreesText(degrees: number | null): string {
  return degrees === null ? '' : String(degrees);
}
