import { IgnoredCounts, type ListingCounts } from '../listings/listing-counts.fields.js';
import {
  AccountResponse,
  SubmittedAccess,
  SubmittedSecret,
  SubmittedHooks,
  type SubmittedHook,
} from './account.fields.js';

/** The body of an update: any subset of the fields; a read-only field may repeat its current value (D17). */
export class UpdateAccountDto extends AccountResponse {
  @SubmittedAccess() override accessKey: string;
  @SubmittedSecret() override secretKey: string;
  @SubmittedHooks() override hooks: SubmittedHook[];
  @IgnoredCounts() listingCounts?: ListingCounts;
}
