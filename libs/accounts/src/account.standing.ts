import type { Fault } from '@app/http';
import type { AccountEntity } from './entities/account.entity.js';

/** The field that names the main account. */
export const MAIN = 'subsiteDetails.mainWebsiteID';

/** What an account is to others: a primary account, or the sub-account of a main account. */
interface Standing {
  readonly type: string;
  readonly mainWebsiteID: number | null;
  /** Absent while it is being made. */
  readonly id?: number;
  /** The ids of its own sub-accounts. */
  readonly subs?: readonly number[];
}

/** What an account is when nobody says (D16). */
export const typeBy = (mainWebsiteID: number | null): string =>
  mainWebsiteID === null ? 'primary-account' : 'sub-account';

/** Whether accounts can be sub-accounts of this one: nothing is nested twice. */
export const canBeMain = ({ type, mainWebsiteId }: Pick<AccountEntity, 'type' | 'mainWebsiteId'>): boolean =>
  type === 'primary-account' && mainWebsiteId === null;

/** What is wrong with a type beside a main account: sub-accounts have one, primary accounts have none. */
export function typeFault(type: string, mainWebsiteID: number | null): string | undefined {
  if (type === typeBy(mainWebsiteID)) return undefined;
  return `must be ${typeBy(mainWebsiteID)} ${mainWebsiteID === null ? 'without' : 'with'} ${MAIN}`;
}

/** All that is wrong with a standing. @param main the account that it names as its main account, if there is one */
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
