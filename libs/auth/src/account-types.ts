/** What an account may be: a sub-account belongs to a primary account. */
export const ACCOUNT_TYPES = ['primary-account', 'sub-account'] as const;
