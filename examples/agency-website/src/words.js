/** An identifier as a heading: `builtInRobes` is "Built in robes". @param {string} name */
export function capitalized(name) {
  const words = name.replaceAll(/[A-Z]+/g, (letters) => ` ${letters.toLowerCase()}`).trim();
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** The kinds of listings of the directory, as visitors know them. @param {string} type */
export const kindOf = (type) => ({ residential: 'Buy', rental: 'Rent' })[type] ?? capitalized(type);

/** @param {number} count @param {string} noun */
export const counted = (count, noun) => `${count} ${noun}${count === 1 ? '' : 's'}`;

/** "$912,500". @param {number} amount */
export const dollars = (amount) => `$${Math.round(amount).toLocaleString('en-AU')}`;

/** "3 bedrooms · 2 bathrooms · 1 car space". @param {{ bedrooms?: number, bathrooms?: number, parkingSpaces?: number }} home */
export const rooms = ({ bedrooms = 0, bathrooms = 0, parkingSpaces = 0 }) =>
  Object.entries({ bedroom: bedrooms, bathroom: bathrooms, 'car space': parkingSpaces })
    .flatMap(([noun, count]) => (count > 0 ? [counted(count, noun)] : []))
    .join(' · ');

/** "28 November 2026", where the home is. @param {string} at @param {string} [timeZone] */
export const day = (at, timeZone) => new Date(at).toLocaleDateString('en-AU', { timeZone, dateStyle: 'long' });

/** "Saturday 28 November", where the home is. @param {string} at @param {string} [timeZone] */
export const weekday = (at, timeZone) =>
  new Date(at).toLocaleDateString('en-AU', { timeZone, weekday: 'long', day: 'numeric', month: 'long' });

const CLOCK = /** @type {const} */ ({ hour: 'numeric', minute: '2-digit', timeZoneName: 'short' });

/** "9:30 – 10:00 am AEDT", where the home is. @param {string} from @param {string} to @param {string} [timeZone] */
export const clock = (from, to, timeZone) =>
  new Intl.DateTimeFormat('en-AU', { ...CLOCK, timeZone }).formatRange(new Date(from), new Date(to));
