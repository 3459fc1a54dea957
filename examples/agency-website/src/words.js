/** An identifier as a heading: `builtInRobes` is "Built in robes". @param {string} name */
export function capitalized(name) {
  const words = name.replaceAll(/[A-Z]+/g, (letters) => ` ${letters.toLowerCase()}`).trim();
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** The value of a name that a visitor may have written. @param {Readonly<Record<string, string>>} words @param {string} name */
const own = (words, name) => (Object.hasOwn(words, name) ? words[name] : undefined);

/** Features whose names are short. @type {Readonly<Record<string, string>>} */
const FEATURES = {
  builtInRobes: 'Built-in robes',
  openFirePlace: 'Open fireplace',
  outdoorEnt: 'Outdoor entertaining',
  payTV: 'Pay TV',
  petFriendly: 'Pets allowed',
  poolAboveGround: 'Above-ground pool',
  poolInGround: 'In-ground pool',
  reverseCycleAircon: 'Reverse-cycle air conditioning',
  splitSystemAircon: 'Split-system air conditioning',
  splitSystemHeating: 'Split-system heating',
};

/** "In-ground pool": a feature as people say it. @param {string} name */
export const featureOf = (name) => own(FEATURES, name) ?? capitalized(name);

/** Categories that are no nouns of homes. @type {Readonly<Record<string, string>>} */
const KINDS = {
  residential: 'Block of land',
  cropping: 'Cropping farm',
  lifestyle: 'Lifestyle property',
  livestock: 'Livestock farm',
  mixedfarming: 'Mixed farm',
  'acreagesemi-rural': 'Acreage',
  blockofunits: 'Block of units',
  'duplexsemi-detached': 'Duplex',
  servicedapartment: 'Serviced apartment',
};

/** "House", "Land": the category of a home as people say it. @param {string} category */
export const kindOf = (category) => own(KINDS, category.toLowerCase()) ?? capitalized(category);

/** "Houses", "Land", "Retail": the plural of a category that people count. @param {string} category */
export const homesOf = (category) =>
  kindOf(category)
    .replace(/^Block /, 'Blocks ')
    .replace(/^[^/]*(house|apartment|unit|flat|studio|villa|terrace|farm)$/i, '$&s')
    .replace(/^Duplex$/, 'Duplexes')
    .replace(/property$/, 'properties');

/** The beginning of a text, without a half character at its end. @param {string} text @param {number} most */
export const cut = (text, most) => (text.length > most ? Array.from(text).slice(0, most).join('') : text);

/** @param {number} count @param {string} noun */
export const counted = (count, noun) => `${count.toLocaleString('en-AU')} ${noun}${count === 1 ? '' : 's'}`;

/** "$912,500". @param {number} amount */
export const dollars = (amount) => `$${Math.round(amount).toLocaleString('en-AU')}`;

const TYPED =
  /^\$?(\d{1,3}(?:,\d{3})+|\d+)(\.\d+)?(k|thousand|m|mil|mill|million)?(?:dollars)?(?:pw|p\.w\.|p?\/w|perweek|aweek|\+)?$/;

/** The dollars that a visitor typed: "1,500,000", "$1.5m", "900k", "650 pw"; undefined for other texts. @param {string} text */
export function amountOf(text) {
  const [found, whole = '', part = '', unit = ''] =
    TYPED.exec(text.toLowerCase().replaceAll(/\s|aud|\.00$/g, '')) ?? [];
  if (!found) return undefined;
  const amount = Number(whole.replaceAll(',', '') + part) * ({ k: 1e3, t: 1e3, m: 1e6 }[unit.charAt(0)] ?? 1);
  return Math.round(amount);
}

/** A price short enough for a pin: $1.25m, $650; "POA" for one in words. @param {string} price */
export function shortPrice(price) {
  const amount = Number(/\$([\d,]+)/.exec(price)?.[1]?.replaceAll(',', '') ?? 0);
  if (amount === 0) return 'POA';
  const notation = amount < 10_000 ? 'standard' : 'compact';
  return `$${amount.toLocaleString('en-AU', { notation, maximumFractionDigits: 2 }).toLowerCase()}`;
}

/** "28 November 2026", where the home is. @param {string} at @param {string} [timeZone] */
export const day = (at, timeZone) => new Date(at).toLocaleDateString('en-AU', { timeZone, dateStyle: 'long' });

/** "Saturday 28 November", where the home is. @param {string} at @param {string} [timeZone] */
export const weekday = (at, timeZone) =>
  new Date(at).toLocaleDateString('en-AU', { timeZone, weekday: 'long', day: 'numeric', month: 'long' });

const SHORT = /** @type {const} */ ({ weekday: 'short', day: 'numeric', month: 'short' });

/** "Sat 5 Dec", where the home is. @param {string | Date} at @param {string} [timeZone] */
export const shortWeekday = (at, timeZone) =>
  new Date(at).toLocaleDateString('en-AU', { ...SHORT, timeZone }).replace(',', '');

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
  const on = isSoon ? written(at, { timeZone, weekday: 'short' }) : shortWeekday(at, timeZone);
  const time = written(at, { timeZone, hour: 'numeric', minute: '2-digit' });
  return time === '12:00 am' ? on : `${on}${isSoon ? '' : ','} ${time}`;
}

/** The days from now on in a time zone, as "2026-12-05" with their weekday. @param {string} timeZone @param {number} count */
export const comingDays = (timeZone, count, now = Date.now()) =>
  Array.from({ length: count }, (_, at) => {
    const time = new Date(now + at * 86_400_000);
    return {
      date: time.toLocaleDateString('en-CA', { timeZone }),
      name: shortWeekday(time, timeZone),
      isWeekend: shortWeekday(time, timeZone).startsWith('S'),
    };
  });
