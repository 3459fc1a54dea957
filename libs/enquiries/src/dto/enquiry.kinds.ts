import {
  CONTROL,
  flag,
  formatted,
  INVISIBLE,
  LINE_BREAKS,
  named,
  oneOf,
  patterned,
  trimmed,
  type Kind,
} from '@app/schema';
import type { SchemaObject } from '@nestjs/swagger';

/**
 * Texts from visitors are untrusted: control characters are rejected, as are marks that change the direction of text
 * and so its meaning.
 */
const TURNS = '\\u202A-\\u202E\\u2066-\\u2069';
/** Characters that are letters or signs for Unicode, and show nothing. */
const BLANK = '\\u115F\\u1160\\u3164\\uFFA0\\u2800';
/** A visible character: a letter, a digit or a sign. */
const SEEN = `[^\\p{C}\\p{Z}\\p{M}${BLANK}]`;
const NEARLY_SEEN = `[^${INVISIBLE}${BLANK}]`;

/** Text with at least one visible character. @param but characters to reject; @param before another pattern */
function seenText(format: string, max: number, wants: string, but: string, before = ''): Kind<string> {
  const pattern = (seen: string) => `${before}^(?=[\\s\\S]*${seen})[^${but}${TURNS}]*$`;
  return trimmed(formatted(format, new RegExp(pattern(SEEN), 'u'), pattern(NEARLY_SEEN), max, `${wants}, ${NO_TURNS}`));
}

const NO_TURNS = 'without control characters and marks that turn the direction of text';

const DIRECT_KINDS = ['general', 'appraisal', 'rental-appraisal'] as const;

/** The purpose of an enquiry to an agent or an account. */
export type DirectEnquiryKind = (typeof DIRECT_KINDS)[number];
export type EnquiryKind = DirectEnquiryKind | 'listing';

export const directEnquiryKind = named(
  'DirectEnquiryKind',
  'Purpose of an enquiry to an agent or an account. `appraisal`: the value of a property for sale; `rental-appraisal`: its rent.',
  oneOf(DIRECT_KINDS, 'general'),
);

export const enquiryKind = named(
  'EnquiryKind',
  '`listing` for an enquiry about a listing, otherwise the purpose of an enquiry to an agent or an account.',
  oneOf(['listing', ...DIRECT_KINDS]),
);

/** The name of a person, in one line. */
export const senderName = named(
  'SenderName',
  'Text of 1 to 100 characters in one line with a visible one.',
  seenText('sender-name', 100, 'text of 1 to 100 characters in one line that is not blank', LINE_BREAKS),
);

/** The address of a property in one line, or empty. */
export const enquiryAddress = named(
  'EnquiryAddressOrEmpty',
  'Text of at most 300 characters in one line with a visible one, or empty.',
  seenText(
    'enquiry-address',
    300,
    'text of at most 300 characters in one line that is not blank, or empty',
    LINE_BREAKS,
    '^$|',
  ),
);

const phone = (digit: string): string => `^(?:[^${CONTROL}${TURNS}]*${digit}[^${CONTROL}${TURNS}]*)?$`;

/** A telephone number, or empty. */
export const senderPhone = named(
  'SenderPhoneOrEmpty',
  'A telephone number of at most 50 characters in one line with a digit, or empty.',
  trimmed(
    formatted(
      'sender-phone',
      new RegExp(phone('\\p{Nd}'), 'u'),
      // ASCII digits; any character of the scripts with other digits.
      phone('[^\\u0000-\\/:-\\u065F]'),
      50,
      'a telephone number of at most 50 characters, or empty',
    ),
  ),
);

/** The text of an enquiry. */
export const enquiryMessage = named(
  'EnquiryMessage',
  'Text of 1 to 4000 characters with a visible one.',
  seenText(
    'enquiry-message',
    4_000,
    'text of 1 to 4000 characters that is not blank',
    '\\u0000-\\u0008\\u000B\\u000C\\u000E-\\u001F\\u007F-\\u009F',
  ),
);

/** The consent of the person; nothing is stored without it. */
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
