/**
 * What texts look like: each pattern once, as the source of an ECMA-262 expression with the flag `u`. Validation and the
 * OpenAPI document are made of the same text, so a pattern that a schema shows is all that the service asks.
 */

/** PostgreSQL holds no NUL. */
export const TEXT = '^[^\\u0000]*$';
/** The same as one of comma-separated values. */
export const TEXT_WITHOUT_COMMA = '^[^\\u0000,]*$';
/** The same with something to read in it. */
export const WORDS = '^\\s*[^\\s\\u0000][^\\u0000]*$';

/** Neither control characters nor spaces; in ASCII, what may stand for itself in a host name and a little more. */
const HOST_CHARACTER = '[^\\u0000-\\u0020"#%/:<>?@[\\\\\\]^`{|}\\u007F-\\u00A0]';
const USER = '[^\\u0000-\\u0020#/?@\\\\\\u007F-\\u00A0]*@';
const PORT = ':(?:[0-5]?\\d{1,4}|6[0-4]\\d{3}|65[0-4]\\d\\d|655[0-2]\\d|6553[0-5])?';
/** Without control characters: a reader of the URL would drop a line break in silence. */
const TAIL = '[/?#][^\\u0000-\\u001F\\u007F-\\u009F]*';
const HTTP_URL = `[Hh][Tt][Tt][Pp][Ss]?://(?:${USER})?(?:${HOST_CHARACTER}{1,253}|\\[[0-9A-Fa-f:.]+\\])(?:${PORT})?(?:${TAIL})?`;
export const URL = `^${HTTP_URL}$`;
export const URL_OR_EMPTY = `^(?:${HTTP_URL})?$`;

/** Letters and digits of any script, and hyphens. */
const DOMAIN_CHARACTER = '[^\\u0000-,./:-@[-`{-\\u00A0]';
const MAILBOX = '[^\\u0000-\\u0020"(),:;<>@[\\\\\\]\\u007F-\\u00A0]{1,64}';
export const EMAIL_OR_EMPTY = `^(?:${MAILBOX}@(?:${DOMAIN_CHARACTER}{1,63}\\.)+${DOMAIN_CHARACTER}{2,63})?$`;

export const COLOUR_OR_EMPTY = '^(?:#[0-9A-Fa-f]{6})?$';

/** Degrees of a latitude (90) or a longitude (180). */
export const DEGREES_OR_EMPTY = {
  90: '^(?:-?(?:0?90(?:\\.0{1,20})?|0?[0-8]?\\d(?:\\.\\d{1,20})?))?$',
  180: '^(?:-?(?:180(?:\\.0{1,20})?|(?:1[0-7]\\d|0?\\d?\\d)(?:\\.\\d{1,20})?))?$',
} as const;

const UUID_TEXT = '[0-9A-Fa-f]{8}(?:-[0-9A-Fa-f]{4}){3}-[0-9A-Fa-f]{12}';
export const UUID = `^${UUID_TEXT}$`;
export const ID_OR_UUID = `^(?:\\d+|${UUID_TEXT})$`;

/** The days that every year has, and the 29th of February; the calendar of the store begins with the year 1. */
const YEAR = '(?:000[1-9]|00[1-9]\\d|0[1-9]\\d\\d|[1-9]\\d{3})';
const MONTH_AND_DAY =
  '(?:(?:0[13578]|1[02])-(?:0[1-9]|[12]\\d|3[01])|(?:0[469]|11)-(?:0[1-9]|[12]\\d|30)|02-(?:0[1-9]|1\\d|2[0-8]))';
const LEAP_YEAR = '(?:\\d\\d(?:0[48]|[2468][048]|[13579][26])|(?:0[48]|[2468][048]|[13579][26])00)';
const DAY_TEXT = `(?:${YEAR}-${MONTH_AND_DAY}|${LEAP_YEAR}-02-29)`;
export const DAY = `^${DAY_TEXT}$`;

/** One or two digits (D24). */
const TIME =
  '(?:(?:[01]?\\d|2[0-3]):[0-5]?\\d(?::[0-5]?\\d(?:\\.\\d{1,9})?)?|24:00?(?::00?(?:\\.0{1,9})?)?)' +
  '(?:[Zz]|[+-](?:[01]\\d|2[0-3]):?[0-5]\\d)';
export const INSTANT = `^${DAY_TEXT}[Tt]${TIME}$`;
export const DAY_OR_INSTANT = `^${DAY_TEXT}(?:[Tt]${TIME})?$`;
