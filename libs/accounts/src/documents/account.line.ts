import { Required } from '@app/schema';
import { AccountResponse } from '../dto/account.fields.js';

/** A line of `accounts.ndjson`: every writable field, the identifiers, the keys and the dates of an account. */
export class AccountLine extends AccountResponse {
  @Required() override websiteID: number;
  @Required() override name: string;
  @Required() override link: string;
}
