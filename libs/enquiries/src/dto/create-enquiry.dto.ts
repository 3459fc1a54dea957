import { emailAddress, Field, Required } from '@app/schema';
import { ValidateBy } from 'class-validator';
import { consentGiven, enquiryMessage, leftEmpty, senderName, senderPhone } from './enquiry.kinds.js';

/** The body of an enquiry. */
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

const isReachable = ({ email, phone }: CreateEnquiryDto): boolean => Boolean(email) || Boolean(phone);

// A rule of the whole body, because rules of an absent field are not checked.
ValidateBy(
  {
    name: 'reachable',
    validator: {
      validate: (_, given) => isReachable(given?.object as CreateEnquiryDto), // it validates no other class
      defaultMessage: () => 'or phone is required',
    },
  },
  { context: { field: 'email' } },
)(CreateEnquiryDto.prototype, '');
