import { Field, flag, id, list, named, Nested, oneOf, text } from '@app/schema';
import { accountType, scopeKind } from './auth.kinds.js';

/** The write permissions of a credential (D12). */
export class WriteRights {
  @Field(flag, 'True for the operator, who may write everything, unless the key pair may only read.', {
    notNullable: true,
    example: false,
  })
  everything: boolean;

  @Field(
    list(id),
    'Numeric ids of the accounts that the credential may update and delete, together with their agents. Empty for the operator.',
    { example: [12, 31] },
  )
  websiteIDs: number[];

  @Field(
    named('CreateRight', 'The accounts that a credential may create.', oneOf(['any', 'sub-accounts', 'none'])),
    'Accounts that the credential may create: `any`, `sub-accounts` of its own account, or `none`.',
    { notNullable: true, example: 'sub-accounts' },
  )
  creates: string;
}

/** The owner of a credential. */
export class Identity {
  @Field(
    named('CallerRole', 'Owner of a credential.', oneOf(['operator', 'account'])),
    'Whether the credential belongs to the operator of the service or to an account.',
    { notNullable: true, example: 'account' },
  )
  role: string;
  @Field(scopeKind, 'The scope of the credential.', { notNullable: true, example: 'full' }) scope: string;
  @Field(id, 'Numeric id of the account. Null for the operator.', { example: 12 }) websiteID: number | null;
  @Field(text(), "Name of the account, or label of the operator's named pair.", { example: 'Harbour & Co' })
  name: string;

  @Field(accountType, 'Type of the account. Empty for the operator.', {
    example: 'primary-account',
  })
  type: string;

  @Field(id, 'Numeric id of the main account of a sub-account. Null for other accounts and the operator.', {
    example: null,
  })
  mainWebsiteID: number | null;
  @Nested(() => WriteRights, 'The write permissions of the credential.') mayWrite: WriteRights;
}
