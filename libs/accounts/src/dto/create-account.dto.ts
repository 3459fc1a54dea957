import { Required } from '@app/fields';
import { AccountFields } from '../account.fields.js';

/** The body of a create. */
export class CreateAccountDto extends AccountFields {
  @Required() override name: string;
  @Required() override link: string;
}
