import { emailAddress, Field, flag, id, instant, Nested, text, uid } from '@app/schema';
import {
  enquiryAddress,
  enquiryKind,
  enquiryMessage,
  senderName,
  senderPhone,
  type EnquiryKind,
} from './enquiry.kinds.js';

/** An enquiry about a listing, or to an agent or an account. */
export class EnquiryItem {
  @Field(uid, 'Object identifier of the enquiry.', { notNullable: true }) _id: string;
  @Field(id, 'Numeric id of the enquiry.', { notNullable: true, example: 1 }) id: number;
  @Field(enquiryKind, 'The subject or the purpose.', { notNullable: true, example: 'listing' }) kind: EnquiryKind;
  @Field(id, 'Numeric id of the listing, or null. It is kept when the listing is deleted.', { example: 239 })
  listingID: number | null;
  @Field(id, 'Numeric id of the agent to whom it was sent, or null. It is kept when the agent is deleted.', {
    example: null,
  })
  agentID: number | null;
  @Field(id, 'Numeric id of the account of the listing or the agent, or to which it was sent.', {
    notNullable: true,
    example: 1,
  })
  websiteID: number;
  @Field(senderName, 'Name of the person who asks.', { notNullable: true, example: 'Ann Smith' }) name: string;
  @Field(emailAddress, 'E-mail address of the person, or empty.', { example: 'ann@example.com' }) email: string;
  @Field(senderPhone, 'Telephone number of the person, or empty.', { example: '0400 000 001' }) phone: string;
  @Field(enquiryAddress, 'Address of the property to appraise, as plain text, or empty.', { example: '' })
  address: string;
  @Field(enquiryMessage, 'The question, as plain text.', {
    notNullable: true,
    example: 'May I see the house on Saturday morning?',
  })
  message: string;
  @Field(
    flag,
    'Whether the enquiry exceeds the daily limit of its listing, agent or account. Hooks do not report it.',
    {
      notNullable: true,
      example: false,
    },
  )
  held: boolean;
  @Field(instant, 'Time when the enquiry was stored, in UTC.', { notNullable: true }) createdAt: string;
}

/** The response to a create request. */
export class CreatedEnquiry {
  @Field(text(), 'Confirmation in words.', { example: 'Enquiry created' }) message: string;
  @Nested(() => EnquiryItem, 'The new enquiry.') enquiry: EnquiryItem;
}

/** An enquiry as visitors see it, without the numeric id, which would reveal the number of enquiries. */
export class SentEnquiry {
  @Field(uid, 'Object identifier of the enquiry.', { notNullable: true }) _id: string;
}

/** The response to a create request with a `public` key. */
export class AcceptedEnquiry {
  @Field(text(), 'Confirmation in words.', { example: 'Enquiry created' }) message: string;
  @Nested(() => SentEnquiry, 'The new enquiry.') enquiry: SentEnquiry;
}

/** The response to a delete request. */
export class DeletedEnquiry {
  @Field(text(), 'Confirmation in words.', { example: 'Enquiry deleted' }) message: string;
  @Nested(() => EnquiryItem, 'The enquiry before it was deleted.') enquiry: EnquiryItem;
}
