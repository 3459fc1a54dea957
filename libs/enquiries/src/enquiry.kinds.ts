import { flag, named, patterned, type Kind } from '@app/schema';
import type { SchemaObject } from '@nestjs/swagger';

/** A character, or `<` where HTML has no tag: such as in `<3` and `a < b`. @param but more characters that are refused */
const notOfTag = (but: string): string => `(?:[^<${but}]|<+[^<A-Za-z/!?${but}])`;

/** Text without HTML that is not blank. */
const plainText = (but: string): string => `^\\s*(?:[^\\s<${but}]|<+(?:[^<A-Za-z/!?${but}]|$))${notOfTag(but)}*<*$`;

const NO_HTML = 'without HTML (`<` before a letter, `/`, `!` or `?`)';

/** The name of a person, in one line. */
export const senderName = named(
  'SenderName',
  'Text of 1 to 100 characters in one line, without HTML.',
  patterned(plainText('\\p{Cc}'), 100, `text of 1 to 100 characters in one line, not blank, ${NO_HTML}`),
);

/** A telephone number, or empty. */
export const senderPhone = named(
  'SenderPhoneOrEmpty',
  'A telephone number of at most 50 characters in one line, or empty.',
  patterned('^(?:[^\\p{Cc}<]*\\p{Nd}[^\\p{Cc}<]*)?$', 50, 'a telephone number of at most 50 characters, or empty'),
);

/** The text of an enquiry. */
export const enquiryMessage = named(
  'EnquiryMessage',
  'Text of 1 to 4000 characters, without HTML.',
  patterned(plainText('\\u0000'), 4_000, `text of 1 to 4000 characters, not blank, without NUL, ${NO_HTML}`),
);

/** The consent of the person: nothing is stored without it. */
export const consentGiven: Kind<boolean> = named('Consent', 'Always true.', {
  ...flag,
  schema: { type: 'boolean', const: true } as SchemaObject, // OpenAPI 3.1 has const
  wants: 'true: nothing is stored without the consent of the person',
  accepts: (value) => value === true,
});

/** A field that people do not see. */
export const leftEmpty = named(
  'LeftEmpty',
  'Empty text.',
  patterned('^$', 0, 'empty: people do not see this field, and programs that fill in forms do'),
);
