import { text, type Kind } from '@app/schema';
import { isTimeZone } from '../reference/index.js';
import { zoneOfPlace, zoneOfState } from '../reference/place-zones.js';
import type { SuburbKey, Place } from '../reference/suburb-names.js';

const formats = new Map<string, Intl.DateTimeFormat>();

/** A name of the IANA database, or empty. */
export const timeZoneName: Kind<string> = {
  ...text(100),
  wants: 'a time zone of the IANA database, or empty',
  accepts: (value) => value === '' || (typeof value === 'string' && value.length <= 100 && isTimeZone(value)),
};

/** The IANA time zone of an address: its suburb's, else its place's, else its state's. */
export function timeZoneOf(place: Pick<Place, 'timeZone'> | undefined, address: SuburbKey): string {
  return place?.timeZone || zoneOfPlace(address) || zoneOfState(address.state);
}

/** The local calendar date of an instant in a time zone, `YYYY-MM-DD` (D24). */
export function localDay(instant: string, timeZone: string): string {
  let format = formats.get(timeZone);
  if (!format) {
    format = new Intl.DateTimeFormat('en-CA', { timeZone, year: 'numeric', month: '2-digit', day: '2-digit' });
    formats.set(timeZone, format);
  }
  // Intl formats the year 1, which some systems use for "no date", without leading zeros.
  return format.format(new Date(instant)).padStart(10, '0');
}
