import type { SchemaObject } from '@nestjs/swagger';
import { named, trimmed, type Kind } from './kind.js';
import {
  COLOUR_OR_EMPTY,
  DEGREES_OR_EMPTY,
  EMAIL_OR_EMPTY,
  TEXT,
  URL_OR_EMPTY,
  WEBSITE,
  NONBLANK,
} from './patterns.js';

/** A lone surrogate is not a character; neither valid JSON text nor PostgreSQL can contain one. */
const isUnicode = (value: unknown): value is string => typeof value === 'string' && value.isWellFormed();

/** Whether a text has at most `max` characters, counted as in JSON Schema and PostgreSQL. */
const fits = (value: string, max: number): boolean =>
  value.length <= max || (value.length <= 2 * max && [...value].length <= max);

/** Free text; without `max`, only the size of the body limits it. */
export function text(max = Infinity): Kind<string> {
  const isText = (value: unknown): value is string =>
    // Equivalent to the pattern but five times as fast: an import checks every text of a million listings.
    isUnicode(value) && !value.includes('\0') && fits(value, max);
  return {
    schema: { type: 'string', pattern: TEXT, ...(max < Infinity ? { maxLength: max } : {}) },
    wants: max < Infinity ? `text of at most ${max} characters, without NUL` : 'text without NUL',
    empty: '',
    accepts: isText,
    parse: (raw) => (isText(raw) ? raw : undefined),
  };
}

/**
 * Text that matches a pattern. The pattern is the whole check, is part of the schema, and decides whether the text may
 * be empty.
 */
export function patterned(pattern: string, max: number, wants: string): Kind<string> {
  return matching(new RegExp(pattern, 'u'), { type: 'string', pattern, maxLength: max }, wants);
}

/** The exact expressions of the formats of `formatted`. */
export const textFormats = new Map<string, RegExp>();

/**
 * Text of a format that needs Unicode categories, which the patterns of a schema cannot express.
 *
 * @param format the name of the format in the schema, for readers who check it exactly
 * @param expression the whole check
 * @param pattern of the schema: it accepts every text of the format, and as few others as possible
 */
export function formatted(
  format: string,
  expression: RegExp,
  pattern: string,
  max: number,
  wants: string,
): Kind<string> {
  textFormats.set(format, expression);
  return matching(expression, { type: 'string', format, pattern, maxLength: max }, wants);
}

function matching(expression: RegExp, schema: SchemaObject & { maxLength: number }, wants: string): Kind<string> {
  const max = schema.maxLength;
  const accepts = (value: unknown): value is string => isUnicode(value) && fits(value, max) && expression.test(value);
  return {
    schema,
    wants,
    empty: '',
    accepts,
    parse: (raw) => (accepts(raw) ? raw : undefined),
  };
}

/** Restricts the query texts of a kind by a further test. */
export const tested = (kind: Kind<string>, passes: (text: string) => boolean): Kind<string> => ({
  ...kind,
  parse: (raw) => (kind.parse(raw) !== undefined && passes(raw) ? raw : undefined),
});

/** Text that is not blank. */
export const words = named(
  'RequiredText',
  'Text that is not blank.',
  patterned(NONBLANK, 500, 'text of 1 to 500 characters that is not blank, without NUL'),
);

/** A name that is not blank. */
export const requiredName = trimmed(words);

const OTHER_SCHEME = /:\/\/|^\s*[a-z][a-z\d+.-]*:(?!\d)/i;

/** URLs by a pattern. */
const urls = (pattern: string, wants: string): Kind<string> => {
  const kind = trimmed(patterned(pattern, 2000, wants));
  const lacksScheme = (given: string): boolean =>
    !OTHER_SCHEME.test(given) && kind.accepts(`https://${given.trim().replace(/^\/\//, '')}`);
  const fault = 'must begin with https:// or http://: the scheme is missing';
  return { ...kind, faultOf: (given) => (lacksScheme(given) ? fault : undefined) };
};

/** An http(s) URL, or empty. Websites link to it, so schemes such as `javascript:` are rejected. */
export const url = named(
  'UrlOrEmpty',
  'An http or https URL, or empty.',
  urls(URL_OR_EMPTY, 'an http or https URL, or empty'),
);

/** The http(s) URL of a website. */
export const requiredUrl = named(
  'Url',
  'An http or https URL without a user name.',
  urls(WEBSITE, 'an http or https URL without a user name'),
);

/** An e-mail address, or empty. */
export const emailAddress = named(
  'EmailOrEmpty',
  'An e-mail address, or empty.',
  trimmed(patterned(EMAIL_OR_EMPTY, 300, 'an e-mail address, or empty')),
);

/** A colour as `#RRGGBB`, or empty. */
export const colour = named(
  'ColourOrEmpty',
  'A colour in the form #RRGGBB, or empty.',
  patterned(COLOUR_OR_EMPTY, 7, 'a colour in #RRGGBB form, or empty'),
);

/** Decimal degrees as text (D10), or empty. */
export const coordinate = (limit: 90 | 180): Kind<string> =>
  named(
    limit === 90 ? 'LatitudeOrEmpty' : 'LongitudeOrEmpty',
    `Decimal degrees as text, from -${limit} to ${limit}, or empty.`,
    patterned(DEGREES_OR_EMPTY[limit], 30, `decimal degrees as text, from -${limit} to ${limit}, or empty`),
  );
