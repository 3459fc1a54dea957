import { parseStored, publicForm } from '@app/schema';
import { Integrations } from '../dto/account-parts.fields.js';
import { AccountDetail, AccountItem, type AccountResponse } from '../dto/account.fields.js';

/**
 * The profile of an account for its `public` key: the public form of the single representation, with the links that the
 * website itself shows (B53).
 * @param detail the single representation as JSON text
 */
export function publicProfile(detail: string): string {
  const account = parseStored<{ readonly integrations: object }>(detail);
  const { type: _, subsiteDetails: __, ...shown }: Partial<AccountResponse> = publicForm(AccountDetail, account);
  return JSON.stringify({
    ...shown,
    integrations: publicForm(Integrations, account.integrations),
  });
}

/** An item of a list for the public. */
export const publicItem = ({ item }: { readonly item: string }): string =>
  JSON.stringify(publicForm(AccountItem, parseStored<object>(item)));
