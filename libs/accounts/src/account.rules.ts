import { ensureMayWrite, type Caller, type KeyPair } from '@app/auth';
import { problems } from '@app/http';
import type { FieldFault } from '@app/schema';
import type { AccountRecord } from './documents/account.documents.js';
import type { AccountEntity } from './entities/account.entity.js';

/**
 * An account may not change its own type, status or main account, nor move a sub-account to a main account that it may
 * not write (D12). @throws FORBIDDEN
 */
export function ensureOwnStanding(caller: Caller, before: AccountEntity, after: AccountRecord): void {
  if (caller.role === 'operator') return;
  const { mainWebsiteID } = after.subsiteDetails;
  if (caller.websiteID === before.id) {
    const kept = after.type === before.type && after.status === before.status && mainWebsiteID === before.mainWebsiteId;
    if (!kept) {
      throw problems.forbidden('An account may not change its own type, status or subsiteDetails.mainWebsiteID.');
    }
  }
  ensureMayWrite(caller, { websiteID: before.id, mainWebsiteID });
}

/** Only the operator assigns feed entries to accounts (B43). @throws FORBIDDEN */
export function ensureOwnFeedAgentIDs(caller: Caller, before: AccountRecord | undefined, after: AccountRecord): void {
  if (caller.role === 'operator') return;
  if (JSON.stringify(before?.feedAgentIDs ?? []) === JSON.stringify(after.feedAgentIDs)) return;
  throw problems.forbidden('Only the operator may change feedAgentIDs.');
}

type Submitted = { readonly [Key in keyof KeyPair]?: string | null };

/** Readers of agents see the access key, so the secret key must differ from it (B19). Unchanged keys may be equal. */
export function equalKeyFaults(before: KeyPair | undefined, keys: KeyPair, submitted: Submitted): FieldFault[] {
  if (keys.accessKey !== keys.secretKey) return [];
  if (keys.accessKey === before?.accessKey && keys.secretKey === before.secretKey) return [];
  const field = submitted.secretKey ? 'secretKey' : 'accessKey';
  return [{ field, message: 'must differ from the other key: accessKey is shown to readers' }];
}

/**
 * Whether the response to an update contains the secret: always for the account itself and the operator, but for its
 * main account only if the secret is new (B19).
 */
export const maySeeSecret = (caller: Caller, { id }: AccountEntity, submitted: Submitted): boolean =>
  caller.role === 'operator' || caller.websiteID === id || submitted.secretKey !== undefined;
