import { rederiveTexts, withTexts } from '@app/address';
import { representationOf } from '@app/documents';
import { applyDefaults } from '@app/schema';
import type { KeyPair } from '@app/auth';
import { accountColumns } from './account.columns.js';
import { accountDocuments, accountTexts, type AccountRecord } from './account.documents.js';
import { AccountResponse as AccountRepresentation, AccountFields } from '../dto/account.fields.js';
import type { AccountEntity } from '../entities/account.entity.js';

type Identified = Pick<AccountEntity, 'id' | 'uid' | 'version' | 'createdAt' | 'updatedAt' | 'suburbId'>;
type StoredAccount = Pick<AccountEntity, 'id' | 'uid' | 'hostname' | 'record' | 'createdAt' | 'updatedAt'>;

/** A new account with its defaults (D16). */
export function defaultAccountRecord(): AccountRecord {
  return storedAccountRecord({ record: {} });
}

/** The record of a stored account; fields declared after it was written have their defaults. */
export function storedAccountRecord({ record }: Pick<AccountEntity, 'record'>): AccountRecord {
  const { accessKey: _, secretKey: __, ...stored } = applyDefaults(AccountFields, record);
  return stored;
}

/** The record to store. The address texts are generated for a new address, and updated for a changed one (D6). */
export function settleAddress(before: AccountRecord | undefined, after: AccountRecord): AccountRecord {
  const address = before ? rederiveTexts(before.address, after.address) : withTexts(after.address);
  return { ...after, address };
}

/** The row of an account: columns for filters, documents for reads. */
export const accountRow = (identified: Identified, record: AccountRecord): AccountEntity => ({
  ...identified,
  ...accountColumns(record),
  record,
  ...accountTexts({ ...identified, record }),
  representation: representationOf(accountDocuments),
});

/** The whole account, as callers with the right to write it see it. */
export function wholeAccount(account: StoredAccount, pair: KeyPair): AccountRepresentation {
  const whole = {
    ...account.record,
    ...pair,
    _id: account.uid,
    websiteID: account.id,
    hostname: account.hostname,
    createdAt: account.createdAt.toISOString(),
    updatedAt: account.updatedAt.toISOString(),
  };
  return applyDefaults(AccountRepresentation, whole);
}
