import { amount, count, text, type Kind } from '@app/fields';
import { isEmail } from 'class-validator';

const textOrNull = { type: ['string', 'null'] };

const SLUG = /^[\p{Letter}\p{Number}]+(-[\p{Letter}\p{Number}]+)*$/u;

const address = text(300);

/** An e-mail address, or empty. */
export const emailAddress: Kind<string> = {
  ...address,
  wants: 'an e-mail address, or empty',
  // In this order: isEmail throws at half a surrogate pair.
  accepts: (value) => value === '' || (address.accepts(value) && isEmail(value)),
};

/** The e-mail of an agent in either shape: as written, or as read (D19). */
export const emailOfAgent: Kind = {
  schema: {
    type: ['string', 'object'],
    maxLength: 300,
    additionalProperties: false,
    properties: { agency: textOrNull, crm: textOrNull },
  }, // OpenAPI 3.1 has lists of types
  wants: 'an e-mail address, or an object { agency, crm } of such',
  empty: undefined,
  accepts: (value) =>
    emailAddress.accepts(value) ||
    (typeof value === 'object' &&
      value !== null &&
      !Array.isArray(value) &&
      Object.entries(value).every(
        ([name, given]) => (name === 'agency' || name === 'crm') && (given === null || emailAddress.accepts(given)),
      )),
  parse: () => undefined,
};

/** The last part of a profile's path. */
export const slug: Kind<string> = {
  ...text(200),
  schema: { type: 'string', minLength: 1, maxLength: 200 },
  wants: 'a slug: letters and digits in lower case, joined by single hyphens',
  accepts: (value) =>
    typeof value === 'string' && value.length <= 200 && value === value.toLowerCase() && SLUG.test(value),
};

/** How many of something; there is no largest agent. */
export const tally: Kind<number> = { ...count, schema: { type: 'integer', minimum: 0 } };

/** What many amounts come to. */
export const sum: Kind<number> = { ...amount, schema: { type: 'number', minimum: 0 } };
