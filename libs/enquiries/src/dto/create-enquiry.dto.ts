import { emailAddress, Field, Required, type Class } from '@app/schema';
import { ValidateBy } from 'class-validator';
import {
  consentGiven,
  directEnquiryKind,
  enquiryAddress,
  enquiryMessage,
  leftEmpty,
  senderName,
  senderPhone,
  type DirectEnquiryKind,
} from './enquiry.kinds.js';

/** The body of an enquiry about a listing. */
export class CreateEnquiryDto {
  @Required()
  @Field(senderName, 'Name of the person who asks.', { notNullable: true, example: 'Ann Smith' })
  name: string;

  @Field(emailAddress, 'E-mail address for the reply. Required unless there is a `phone`.', {
    example: 'ann@example.com',
  })
  email?: string | null;

  @Field(senderPhone, 'Telephone number for the reply. Required unless there is an `email`.', {
    example: '0400 000 001',
  })
  phone?: string | null;

  @Required()
  @Field(enquiryMessage, 'The question, as plain text.', {
    notNullable: true,
    example: 'May I see the house on Saturday morning?',
  })
  message: string;

  @Required()
  @Field(consentGiven, 'The person agrees that the agency stores the enquiry and replies to it.', {
    notNullable: true,
    example: true,
  })
  consent: boolean;

  @Field(
    leftEmpty,
    'Must be empty or absent. A form hides this field from people, so that programs that fill in all fields are rejected.',
    { example: '' },
  )
  website?: string | null;
}

/** The body of an enquiry to an agent or an account. */
export class CreateDirectEnquiryDto extends CreateEnquiryDto {
  @Field(directEnquiryKind, 'The purpose; `general` by default.', { example: 'appraisal' })
  kind?: DirectEnquiryKind | null;

  @Field(enquiryAddress, 'Address of the property to appraise, as plain text. Required for appraisals.', {
    example: '12 King Street, Carlton VIC 3053',
  })
  address?: string | null;
}

/**
 * Declares a rule of the whole body, because rules of an absent field are not checked.
 * @param field the field that the fault names
 */
function bodyRule<T extends object>(
  type: Class<T>,
  field: string & keyof T,
  message: string,
  isMet: (body: T) => boolean,
): void {
  const name = `${field} of the body`;
  const validate = (_: unknown, given?: { readonly object: object }) => isMet(given?.object as T); // it validates no other class
  // No field has this name. A rule of a subclass would replace inherited rules of the same name.
  ValidateBy({ name, validator: { validate, defaultMessage: () => message } }, { context: { field } })(
    type.prototype,
    name,
  );
}

bodyRule(CreateEnquiryDto, 'email', 'or phone is required', ({ email, phone }) => Boolean(email) || Boolean(phone));

const APPRAISALS: ReadonlySet<unknown> = new Set(['appraisal', 'rental-appraisal']);
bodyRule(
  CreateDirectEnquiryDto,
  'address',
  'is required for an appraisal',
  ({ kind, address }) => !APPRAISALS.has(kind) || Boolean(address),
);
