import { ensureMayWrite, type Caller } from '@app/auth';
import { problems } from '@app/http';
import type { AccountRecord } from './account.record.js';
import type { Account } from './entities/account.entity.js';

/**
 * An account may not change its own type, status or main account, nor hand a sub-account to where it may not write
 * (D12). @throws FORBIDDEN
 */
export function ensureOwnStanding(caller: Caller, before: Account, after: AccountRecord): void {
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
