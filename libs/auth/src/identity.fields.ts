import { Field, flag, id, list, named, Nested, oneOf, text } from '@app/schema';
import { ACCOUNT_TYPES } from './account-types.js';

/** What a credential may write (D12); every credential may read everything. */
export class WriteRights {
  @Field(flag, 'Everything: the operator', { notNullable: true, example: false }) everything: boolean;

  @Field(list(id), 'Accounts that it may update and delete, with their agents', { example: [12, 31] })
  websiteIDs: number[];

  @Field(named('CreateRight', oneOf(['any', 'sub-accounts', 'none'])), 'Accounts that it may create', {
    notNullable: true,
    example: 'sub-accounts',
  })
  creates: string;
}

/** Who a credential is. */
export class Identity {
  @Field(named('CallerRole', oneOf(['operator', 'account'])), 'Whose credential it is', {
    notNullable: true,
    example: 'account',
  })
  role: string;
  @Field(id, 'The account; null for the operator', { example: 12 }) websiteID: number | null;
  @Field(text(), 'Its name', { example: 'Harbour & Co' }) name: string;

  @Field(named('AccountType', oneOf(ACCOUNT_TYPES)), 'Its type; empty for the operator', { example: 'primary-account' })
  type: string;

  @Field(id, 'Its main account, when it is a sub-account', { example: null }) mainWebsiteID: number | null;
  @Nested(() => WriteRights, 'What it may write') mayWrite: WriteRights;
}
