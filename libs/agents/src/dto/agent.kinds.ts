import {
  amount,
  emailAddress,
  kindSchema,
  named,
  objectRef,
  patterned,
  validate,
  type Class,
  type Kind,
} from '@app/schema';

/** The e-mail of an agent in either form: as written, an object of this class, or as read (D19). */
export const emailOfAgent = (both: Class): Kind => ({
  schema: { anyOf: [kindSchema(emailAddress), objectRef(both)] },
  wants: 'an e-mail address, or an object { agency, crm } of e-mail addresses',
  empty: undefined,
  accepts: (value) => emailAddress.accepts(value) || validate(both, value).length === 0,
  parse: () => undefined,
});

/** Letters except upper case, and digits; Roman numerals from U+2160 are upper case as well. */
const SLUG_CHARACTER = '(?:[\\p{Ll}\\p{Lm}\\p{Lo}]|[^\\P{N}\\u2160-\\u216F])';

/** The last part of the path of a profile. */
export const slug: Kind<string> = named(
  'AgentSlug',
  'Letters and digits in lower case, joined by single hyphens.',
  patterned(
    `^${SLUG_CHARACTER}+(?:-${SLUG_CHARACTER}+)*$`,
    200,
    'a slug: letters and digits in lower case, joined by single hyphens',
  ),
);

/** A sum of amounts. */
export const sum: Kind<number> = { ...amount, schema: { type: 'number', minimum: 0 } };
