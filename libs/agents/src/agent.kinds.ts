import { amount, emailAddress, named, patterned, type Kind } from '@app/schema';

const addressOrNull = { ...emailAddress.schema, type: ['string', 'null'] };

/** The e-mail of an agent in either form: as written, or as read (D19). */
export const emailOfAgent: Kind = {
  schema: {
    ...emailAddress.schema,
    type: ['string', 'object'],
    additionalProperties: false,
    properties: { agency: addressOrNull, crm: addressOrNull },
  }, // OpenAPI 3.1 allows a list of types
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

/** Letters except upper case, and digits; Roman numerals from U+2160 are upper case as well. */
const SLUG_CHARACTER = '(?:[\\p{Ll}\\p{Lm}\\p{Lo}]|[^\\P{N}\\u2160-\\u216F])';

/** The last part of the path of a profile. */
export const slug: Kind<string> = named(
  'AgentSlug',
  patterned(
    `^${SLUG_CHARACTER}+(?:-${SLUG_CHARACTER}+)*$`,
    200,
    'a slug: letters and digits in lower case, joined by single hyphens',
  ),
);

/** A sum of amounts. */
export const sum: Kind<number> = { ...amount, schema: { type: 'number', minimum: 0 } };
