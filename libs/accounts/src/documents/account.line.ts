import { Required } from '@app/schema';
import { AccountResponse } from '../dto/account.fields.js';

/** A line of `accounts.ndjson`: every field that can be written, what identifies the account, its keys and its dates. */
export class AccountLine extends AccountResponse {
  @Required() override websiteID: number;
  @Required() override name: string;
  @Required() override link: string;
}
