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

/** The time zones of the states. */
const ZONES = /** @type {const} */ ({
  ACT: 'Australia/Sydney',
  NSW: 'Australia/Sydney',
  NT: 'Australia/Darwin',
  QLD: 'Australia/Brisbane',
  SA: 'Australia/Adelaide',
  TAS: 'Australia/Hobart',
  VIC: 'Australia/Melbourne',
  WA: 'Australia/Perth',
});

/** The time zone of a card, which ends with its state. @param {{ address: string }} card */
export const zoneOf = ({ address }) =>
  Object.entries(ZONES).find(([state]) => new RegExp(`\\b${state}( \\d{4})?$`).test(address))?.[1] ?? ZONES.NSW;

/** @param {string} at @param {Intl.DateTimeFormatOptions} form */
const written = (at, form) =>
  new Date(at).toLocaleString('en-AU', form).replace(/\b[AP]M\b/i, (half) => half.toLowerCase());

/** "3 Oct", with the year unless it is this one. @param {string} at @param {string} timeZone */
export function shortDay(at, timeZone, now = new Date().toISOString()) {
  const yearOf = (/** @type {string} */ time) => written(time, { timeZone, year: 'numeric' });
  const year = yearOf(at) === yearOf(now) ? undefined : 'numeric';
  return written(at, { timeZone, day: 'numeric', month: 'short', year });
}

const WEEK_MS = 6 * 86_400_000;

/** "Sat 10:30 am" within a week, else "Sat 12 Dec, 10:30 am"; agencies send midnight for a day without a time. @param {string} at @param {string} timeZone @param {string} now */
export function shortTime(at, timeZone, now) {
  const isSoon = Date.parse(at) < Date.parse(now) + WEEK_MS;
  const on = [written(at, { timeZone, weekday: 'short' }), ...(isSoon ? [] : [shortDay(at, timeZone, now)])].join(' ');
  const time = written(at, { timeZone, hour: 'numeric', minute: '2-digit' });
  return time === '12:00 am' ? on : `${on}${isSoon ? '' : ','} ${time}`;
}
