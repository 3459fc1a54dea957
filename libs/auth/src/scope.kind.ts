import { named, oneOf } from '@app/schema';

/** The scopes of credentials (B20). */
export const SCOPES = ['full', 'read', 'public'] as const;

export type Scope = (typeof SCOPES)[number];

/** What a credential allows. */
export const scopeKind = named(
  'CredentialScope',
  '`full`: reads everything, and writes what belongs to the account. `read`: reads everything, writes nothing. `public`: for browsers and apps, reads what anybody may see.',
  oneOf(SCOPES),
);
