import { named, oneOf } from '@app/schema';

/** The types of accounts. */
export const ACCOUNT_TYPES = ['primary-account', 'sub-account'] as const;

/** What an account is. */
export const accountType = named(
  'AccountType',
  'A sub-account belongs to a primary account, its main account.',
  oneOf(ACCOUNT_TYPES),
);

/** The scopes of credentials (B20). */
export const SCOPES = ['full', 'read', 'public'] as const;

export type Scope = (typeof SCOPES)[number];

/** Those of the operator's pairs (B54). */
const OPERATOR_SCOPES = ['full', 'read'] as const satisfies Scope[];

export type OperatorScope = (typeof OPERATOR_SCOPES)[number];

/** What a credential allows. */
export const scopeKind = named(
  'CredentialScope',
  '`full`: reads everything, and writes what belongs to the account. `read`: reads everything, writes nothing. `public`: for browsers and apps, reads what anybody may see, and what the website of the account shows.',
  oneOf(SCOPES),
);

/** What a named pair of the operator allows. */
export const operatorScopeKind = named(
  'OperatorScope',
  '`full`: everything that the operator may do. `read`: reads everything but secrets, pairs of keys and the audit log, writes nothing.',
  oneOf(OPERATOR_SCOPES),
);
