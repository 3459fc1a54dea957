import { newAccessKey, newSecretKey, type KeyPair } from '@app/auth';
import { keepUnknown, mergeFields, parseInstant, type FieldFault } from '@app/schema';
import { v7 as uuidv7 } from 'uuid';
import { AccountFields } from '../dto/account.fields.js';
import type { AccountLine } from './account.line.js';
import type { AccountRecord } from './account.documents.js';
import { accountRow, defaultAccountRecord, settleAddress } from './account.record.js';
import { typeBy } from '../account.hierarchy.js';
import type { AccountEntity } from '../entities/account.entity.js';

/** An account to be created or updated. */
export interface AccountDraft {
  readonly id: number;
  readonly record: AccountRecord;
  /** An absent key is kept; for a new account it is generated (D13). */
  readonly keys: Partial<KeyPair>;
  /** Faults of the body, reported together with faults found in the stored data (D9). */
  readonly faults?: readonly FieldFault[];
  readonly uid?: string | undefined;
  readonly createdAt?: Date | undefined;
  readonly updatedAt?: Date | undefined;
}

/**
 * The record of a new account from the fields of a body or a line; the type follows the main account unless it is
 * given.
 */
export function newAccountRecord(fields: Partial<AccountFields>): AccountRecord {
  const merged = mergeFields(AccountFields, defaultAccountRecord(), fields);
  return settleAddress(undefined, { ...merged, type: fields.type || typeBy(merged.subsiteDetails.mainWebsiteID) });
}

/** The draft of a line. A line contains the whole account: missing fields get their defaults. */
export function draftOfAccountLine({ accessKey, secretKey, ...line }: AccountLine): AccountDraft {
  return {
    id: line.websiteID,
    record: newAccountRecord(line),
    keys: { accessKey, secretKey },
    uid: line._id?.toLowerCase(),
    createdAt: dateOf(line.createdAt),
    updatedAt: dateOf(line.updatedAt),
  };
}

function dateOf(text: string | undefined): Date | undefined {
  const instant = text && parseInstant(text);
  return instant ? new Date(instant) : undefined;
}

/** The key pair after a draft. */
export const pairAfter = ({ keys }: AccountDraft, before: KeyPair | undefined): KeyPair => ({
  accessKey: keys.accessKey || before?.accessKey || newAccessKey(),
  secretKey: keys.secretKey || before?.secretKey || newSecretKey(),
});

/** The row after a draft. */
export function accountRowAfter(
  { id, record, uid, createdAt, updatedAt }: AccountDraft,
  before: AccountEntity | undefined,
  suburbId: number | null,
  now: Date,
): AccountEntity {
  const identity = {
    id,
    uid: uid ?? before?.uid ?? uuidv7(),
    version: before ? before.version + 1 : 1,
    suburbId,
    createdAt: createdAt ?? before?.createdAt ?? now,
    updatedAt: updatedAt ?? before?.updatedAt ?? now,
  };
  return accountRow(identity, before ? keepUnknown(AccountFields, before.record, record) : record);
}
