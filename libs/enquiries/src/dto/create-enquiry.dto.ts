import { Field, Required, Together } from '@app/schema';
import { consentGiven, enquiryMessage, leftEmpty, senderEmail, senderName, senderPhone } from '../enquiry.kinds.js';

/** The body of an enquiry. */
@Together<CreateEnquiryDto>(({ email, phone }) => Boolean(email) || Boolean(phone), 'email or phone is required')
export class CreateEnquiryDto {
  @Required()
  @Field(senderName, 'Name of the person who asks.', { notNullable: true, example: 'Ann Smith' })
  name: string;

  @Field(senderEmail, 'E-mail address for the reply. Required unless there is a `phone`.', {
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
    'Left empty or absent. A form hides this field from people, so that programs which fill in every field are refused.',
    { example: '' },
  )
  website?: string | null;
}
