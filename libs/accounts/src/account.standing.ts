import type { Fault } from '@app/http';
import type { AccountEntity } from './entities/account.entity.js';

/** The path of the field that names the main account. */
export const MAIN = 'subsiteDetails.mainWebsiteID';

/** The place of an account in the hierarchy: a primary account, or a sub-account of a main account. */
interface Standing {
  readonly type: string;
  readonly mainWebsiteID: number | null;
  /** Absent while the account is being created. */
  readonly id?: number;
  /** The ids of its sub-accounts. */
  readonly subs?: readonly number[];
}

/** The default type of an account (D16). */
export const typeBy = (mainWebsiteID: number | null): string =>
  mainWebsiteID === null ? 'primary-account' : 'sub-account';

/** Whether an account can be a main account: sub-accounts cannot have sub-accounts. */
export const canBeMain = ({ type, mainWebsiteId }: Pick<AccountEntity, 'type' | 'mainWebsiteId'>): boolean =>
  type === 'primary-account' && mainWebsiteId === null;

/** The fault of a type, if it does not match: sub-accounts have a main account, primary accounts have none. */
export function typeFault(type: string, mainWebsiteID: number | null): string | undefined {
  if (type === typeBy(mainWebsiteID)) return undefined;
  return `must be ${typeBy(mainWebsiteID)} ${mainWebsiteID === null ? 'without' : 'with'} ${MAIN}`;
}

/** All faults of an account's place in the hierarchy. @param main the main account that it names, if it exists */
export function standingFaults(
  { type, mainWebsiteID, id, subs = [] }: Standing,
  main: AccountEntity | undefined,
): Fault[] {
  const faults: Fault[] = [];
  const disagreement = typeFault(type, mainWebsiteID);
  if (disagreement) faults.push({ field: 'type', message: disagreement });
  if (mainWebsiteID === null) return faults;
  if (mainWebsiteID === id) faults.push({ field: MAIN, message: 'must be another account' });
  else if (!main) faults.push({ field: MAIN, message: 'must be an account that exists' });
  else if (!canBeMain(main)) faults.push({ field: MAIN, message: 'must be a primary account without a main account' });
  if (subs.length > 0) {
    faults.push({ field: MAIN, message: `must be empty while there are sub-accounts: ${subs.join(', ')}` });
  }
  return faults;
}
