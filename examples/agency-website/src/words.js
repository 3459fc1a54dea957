/** The kinds of listings of the directory, as visitors know them. @type {Readonly<Record<string, string>>} */
export const KINDS = {
  residential: 'Buy',
  rental: 'Rent',
  land: 'Land',
  rural: 'Rural',
  commercial: 'Commercial',
  business: 'Business',
};

/** Words as a heading: `builtInRobes` is "Built in robes". @param {string} name */
export function capitalized(name) {
  const words = name.replaceAll(/[A-Z]+/g, (letters) => ` ${letters.toLowerCase()}`).trim();
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** @param {number} count @param {string} noun */
export const counted = (count, noun) => `${count} ${noun}${count === 1 ? '' : 's'}`;

/** "3 bedrooms · 2 bathrooms · 1 car space". @param {{ bedrooms?: number, bathrooms?: number, parkingSpaces?: number }} home */
export const rooms = ({ bedrooms, bathrooms, parkingSpaces }) =>
  [
    bedrooms && counted(bedrooms, 'bedroom'),
    bathrooms && counted(bathrooms, 'bathroom'),
    parkingSpaces && counted(parkingSpaces, 'car space'),
  ]
    .filter(Boolean)
    .join(' · ');

/** A day where the home is. @param {string} at @param {string} [timeZone] */
export const day = (at, timeZone) =>
  new Date(at).toLocaleDateString('en-AU', { timeZone, day: 'numeric', month: 'long', year: 'numeric' });

/** "Saturday 28 November", where the home is. @param {string} at @param {string} [timeZone] */
export const weekday = (at, timeZone) =>
  new Date(at).toLocaleDateString('en-AU', { timeZone, weekday: 'long', day: 'numeric', month: 'long' });

/** "9:30 – 10:00 am AEDT", where the home is. @param {string} from @param {string} to @param {string} [timeZone] */
export const clock = (from, to, timeZone) =>
  new Intl.DateTimeFormat('en-AU', { timeZone, hour: 'numeric', minute: '2-digit', timeZoneName: 'short' }).formatRange(
    new Date(from),
    new Date(to),
  );
