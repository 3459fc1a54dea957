import { amount, count, emailAddress, patterned, type Kind } from '@app/schema';

const addressOrNull = { ...emailAddress.schema, type: ['string', 'null'] };

/** The e-mail of an agent in either shape: as written, or as read (D19). */
export const emailOfAgent: Kind = {
  schema: {
    ...emailAddress.schema,
    type: ['string', 'object'],
    additionalProperties: false,
    properties: { agency: addressOrNull, crm: addressOrNull },
  }, // OpenAPI 3.1 has lists of types
  wants: 'an e-mail address, or an object { agency, crm } of e-mail addresses',
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

/** Letters that are not of the upper case, and digits; the roman ones from 2160 are of the upper case too. */
const SLUG_CHARACTER = '(?:[\\p{Ll}\\p{Lm}\\p{Lo}]|[^\\P{N}\\u2160-\\u216F])';

/** The last part of a profile's path. */
export const slug: Kind<string> = patterned(
  `^${SLUG_CHARACTER}+(?:-${SLUG_CHARACTER}+)*$`,
  200,
  'a slug: letters and digits in lower case, joined by single hyphens',
);

/** How many of something; there is no largest agent. */
export const tally: Kind<number> = { ...count, schema: { type: 'integer', minimum: 0 } };

/** What many amounts come to. */
export const sum: Kind<number> = { ...amount, schema: { type: 'number', minimum: 0 } };
