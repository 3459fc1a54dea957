import { column } from '@app/sql';
import { Equals, logSort, type LogSort, NumericIds, PageQuery, Parameter, Since, Until } from '@app/lists';
import { flag, id } from '@app/schema';

/** The parameters of the list of enquiries. */
export class EnquiriesQuery extends PageQuery {
  @Equals(column('enquiry.listing_id'), id, 'Numeric id of the listing.', { example: 239, selectivity: 'medium' })
  listingID?: number;

  @Equals(column('enquiry.website_id'), id, 'Numeric id of the account. An account finds only its own enquiries.', {
    example: 1,
  })
  websiteID?: number;

  @Equals(column('enquiry.held'), flag, 'Whether to list held enquiries, or the others.', {
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

  @Parameter(logSort, 'Order of the list: by numeric id, the oldest first (`id`) or the newest first.', {
    initial: 'newest',
    example: 'id',
  })
  sort: LogSort;
}
