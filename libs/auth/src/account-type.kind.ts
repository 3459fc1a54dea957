import { named, oneOf } from '@app/schema';

/** The types of accounts. */
export const ACCOUNT_TYPES = ['primary-account', 'sub-account'] as const;

/** What an account is. */
export const accountType = named(
  'AccountType',
  'A sub-account belongs to a primary account, its main account.',
  oneOf(ACCOUNT_TYPES),
);
