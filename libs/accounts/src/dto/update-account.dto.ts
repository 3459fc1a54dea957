import { Account, SubmittedSecret } from '../account.fields.js';

/** The body of an update: any subset; what is read-only may repeat its value (D17). */
export class UpdateAccountDto extends Account {
  @SubmittedSecret() override secretKey: string;
}
