import { SPACE } from './characters.js';

/**
 * Patterns of texts, as sources of regular expressions that ECMA-262 (with and without the flag `u`), Python and Java read
 * alike. Validation and the OpenAPI document share them, so the schema describes exactly what the service accepts.
 */

/** PostgreSQL cannot store NUL. */
export const TEXT = '^[^\\u0000]*$';
/** An item of a comma-separated list of texts. */
export const TEXT_WITHOUT_COMMA = '^[^\\u0000,]*$';
/** A text that is not blank. */
export const NONBLANK = `^[${SPACE}]*[^${SPACE}\\u0000][^\\u0000]*$`;

/** Excludes control characters, spaces, and most ASCII characters that a host name may not contain unescaped. */
const HOST_CHARACTER = '[^\\u0000-\\u0020"#%/:<>?@\\[\\\\\\]^`{|}\\u007F-\\u00A0]';
const USER = '[^\\u0000-\\u0020"<>`#/?@\\\\\\u007F-\\u00A0]*@';
const PORT = ':(?:[0-5]?[0-9]{1,4}|6[0-4][0-9]{3}|65[0-4][0-9][0-9]|655[0-2][0-9]|6553[0-5])?';
/**
 * Excludes control characters, because a URL parser would silently drop a line break; and quotation marks and angle
 * brackets, which would end the attribute in a page that forgets to escape.
 */
const TAIL = '[/?#][^\\u0000-\\u001F"<>`\\u007F-\\u009F]*';
const SCHEME = '[Hh][Tt][Tt][Pp][Ss]?://';
const SITE = `(?:${HOST_CHARACTER}{1,253}|\\[[0-9A-Fa-f:.]+\\])(?:${PORT})?(?:${TAIL})?`;
/** Allows no user name, because it looks like a host: https://bank.example@other.example. */
export const WEBSITE = `^[${SPACE}]*${SCHEME}${SITE}[${SPACE}]*$`;
export const URL_OR_EMPTY = `^[${SPACE}]*(?:${SCHEME}(?:${USER})?${SITE})?[${SPACE}]*$`;

/** Letters and digits of any script, and hyphens. */
const DOMAIN_CHARACTER = '[^\\u0000-,./:-@\\[-`{-\\u00A0]';
const MAILBOX = '[^\\u0000-\\u0020"(),:;<>@\\[\\\\\\]\\u007F-\\u00A0]{1,64}';
export const EMAIL_OR_EMPTY = `^[${SPACE}]*(?:${MAILBOX}@(?:${DOMAIN_CHARACTER}{1,63}\\.)+${DOMAIN_CHARACTER}{2,63})?[${SPACE}]*$`;

export const COLOUR_OR_EMPTY = '^(?:#[0-9A-Fa-f]{6})?$';

/** Degrees of a latitude (90) or a longitude (180). */
export const DEGREES_OR_EMPTY = {
  90: '^(?:-?(?:0?90(?:\\.0{1,20})?|0?[0-8]?[0-9](?:\\.[0-9]{1,20})?))?$',
  180: '^(?:-?(?:180(?:\\.0{1,20})?|(?:1[0-7][0-9]|0?[0-9]?[0-9])(?:\\.[0-9]{1,20})?))?$',
} as const;

const UUID_TEXT = '[0-9A-Fa-f]{8}(?:-[0-9A-Fa-f]{4}){3}-[0-9A-Fa-f]{12}';
export const UUID = `^${UUID_TEXT}$`;
export const ID_OR_UUID = `^(?:[0-9]+|${UUID_TEXT})$`;

/** PostgreSQL's calendar begins with the year 1. */
const YEAR = '(?:000[1-9]|00[1-9][0-9]|0[1-9][0-9][0-9]|[1-9][0-9]{3})';
const MONTH_AND_DAY =
  '(?:(?:0[13578]|1[02])-(?:0[1-9]|[12][0-9]|3[01])|(?:0[469]|11)-(?:0[1-9]|[12][0-9]|30)|02-(?:0[1-9]|1[0-9]|2[0-8]))';
const LEAP_YEAR = '(?:[0-9][0-9](?:0[48]|[2468][048]|[13579][26])|(?:0[48]|[2468][048]|[13579][26])00)';
const DAY_TEXT = `(?:${YEAR}-${MONTH_AND_DAY}|${LEAP_YEAR}-02-29)`;
export const DAY = `^${DAY_TEXT}$`;

/** Parts may have one or two digits (D24). */
const TIME =
  '(?:(?:[01]?[0-9]|2[0-3]):[0-5]?[0-9](?::[0-5]?[0-9](?:\\.[0-9]{1,9})?)?|24:00?(?::00?(?:\\.0{1,9})?)?)' +
  '(?:[Zz]|[+-](?:[01][0-9]|2[0-3]):?[0-5][0-9])';
export const INSTANT = `^${DAY_TEXT}[Tt]${TIME}$`;
export const DAY_OR_INSTANT = `^${DAY_TEXT}(?:[Tt]${TIME})?$`;
