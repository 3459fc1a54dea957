import { column, sql } from '@app/sql';
import { Equals, fold, LogOrder, type LogSort, Matches, NumericIds, PageQuery, Since, Until } from '@app/lists';
import { emailAddress, flag, id } from '@app/schema';
import { enquiryKind, type EnquiryKind } from '../dto/enquiry.kinds.js';

/** The parameters of the list of enquiries. */
export class EnquiriesQuery extends PageQuery {
  @Equals(column('enquiry.kind'), enquiryKind, 'The subject or the purpose.', {
    group: 'Kind and status',
    example: 'appraisal',
  })
  kind?: EnquiryKind;

  @Equals(column('enquiry.listing_id'), id, 'Numeric id of the listing.', {
    group: 'Words and identifiers',
    example: 239,
    selectivity: 'medium',
  })
  listingID?: number;

  @Equals(column('enquiry.agent_id'), id, 'Numeric id of the agent to whom they were sent.', {
    group: 'Agency and people',
    example: 1,
    selectivity: 'medium',
  })
  agentID?: number;

  @Equals(column('enquiry.website_id'), id, 'Numeric id of the account. An account finds only its own enquiries.', {
    group: 'Agency and people',
    example: 1,
  })
  websiteID?: number;

  @Matches(
    emailAddress,
    'Whole e-mail address of the person. Not case-sensitive.',
    (address) => sql`lower(enquiry.email) = ${fold(address.trim())}`,
    { group: 'Agency and people', example: 'mia@visitors.example', selectivity: 'high' },
  )
  email?: string;

  @Equals(column('enquiry.held'), flag, 'Whether to list held enquiries, or the others.', {
    group: 'Kind and status',
    initial: false,
    example: false,
  })
  held: boolean;

  @Since(column('enquiry.created_at'), 'enquiries stored')
  since?: string;

  @Until(column('enquiry.created_at'), 'enquiries stored')
  until?: string;

  @NumericIds('enquiry', 'Enquiries', 1)
  ids?: number[];

  @LogOrder()
  sort: LogSort;
}
