import { named, oneOf } from '@app/schema';

/** The types of accounts. */
export const ACCOUNT_TYPES = ['primary-account', 'sub-account'] as const;

export const accountType = named(
  'AccountType',
  'A sub-account belongs to a primary account, its main account.',
  oneOf(ACCOUNT_TYPES),
);

/** The scopes of credentials (B20). */
export const SCOPES = ['full', 'read', 'public', 'link'] as const;

export type Scope = (typeof SCOPES)[number];

/** The scopes of callers: a link reads as a `public` pair does (B79). */
export type CallerScope = Exclude<Scope, 'link'>;

/** The scopes of the operator's key pairs (B54). */
const OPERATOR_SCOPES = ['full', 'read'] as const satisfies Scope[];

export type OperatorScope = (typeof OPERATOR_SCOPES)[number];

/** The rights of a credential. */
export const scopeKind = named(
  'CredentialScope',
  '`full`: reads everything, and writes the resources of the account. `read`: reads everything, and writes nothing. `public`: for browsers and apps; reads public data, and the data that the website of the account shows. `link`: one text for the parameter `link`, for calendar programs and feed readers; reads calendars and `/export/listings.xml` as `public`.',
  oneOf(SCOPES),
);

/** The rights of a named key pair of the operator. */
export const operatorScopeKind = named(
  'OperatorScope',
  '`full`: all rights of the operator. `read`: reads everything except secrets, key pairs and the audit log, and writes nothing.',
  oneOf(OPERATOR_SCOPES),
);
