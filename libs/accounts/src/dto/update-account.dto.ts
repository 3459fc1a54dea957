import { AccountResponse, SubmittedSecret } from '../account.fields.js';

/** The body of an update: any subset; what is read-only may repeat its value (D17). */
export class UpdateAccountDto extends AccountResponse {
  @SubmittedSecret() override secretKey: string;
}
