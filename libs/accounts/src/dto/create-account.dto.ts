import { Required } from '@app/schema';
import {
  AccountFields,
  SubmittedAccess,
  SubmittedSecret,
  SubmittedHooks,
  type SubmittedHook,
} from './account.fields.js';

/** The body of a create request. */
export class CreateAccountDto extends AccountFields {
  @SubmittedAccess() override accessKey: string;
  @SubmittedSecret() override secretKey: string;
  @SubmittedHooks() override hooks: SubmittedHook[];
  @Required() override name: string;
  @Required() override link: string;
}
