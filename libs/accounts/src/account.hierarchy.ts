import type { Rejection } from '@app/sql';
import type { AccountEntity } from './entities/account.entity.js';

/** The path of the field with the main account. */
export const MAIN = 'subsiteDetails.mainWebsiteID';

/** The position of an account in the hierarchy: a primary account, or a sub-account of a main account. */
export interface HierarchyPlace {
  readonly id: number;
  readonly type: string;
  readonly mainWebsiteID: number | null;
}

/** The default type of an account (D16). */
export const typeBy = (mainWebsiteID: number | null): string =>
  mainWebsiteID === null ? 'primary-account' : 'sub-account';

/** The position of a stored account. */
export const hierarchyPlaceOf = ({ id, type, mainWebsiteId }: StoredPlace): HierarchyPlace => ({
  id,
  type,
  mainWebsiteID: mainWebsiteId,
});

type StoredPlace = Pick<AccountEntity, 'id' | 'type' | 'mainWebsiteId'>;

/** Whether an account gets another position. An account may keep its position even if the rules no longer permit it. */
export const moves = (before: HierarchyPlace | undefined, after: HierarchyPlace): boolean =>
  before?.type !== after.type || before.mainWebsiteID !== after.mainWebsiteID;

/** The number of sub-accounts that a fault lists. */
const MAX_NAMED = 20;

/** The positions of accounts, while accounts are moved. */
export class AccountHierarchy {
  private readonly places: Map<number, HierarchyPlace>;
  /** Sub-accounts by main account. */
  private readonly subs = new Map<number, Set<number>>();

  /** @param subs the sub-accounts of accounts that may themselves become sub-accounts */
  constructor(accounts: readonly StoredPlace[], subs: readonly { readonly id: number; readonly main: number }[]) {
    this.places = new Map(accounts.map((account) => [account.id, hierarchyPlaceOf(account)]));
    for (const { id, main } of subs) this.addSub(main, id);
  }

  /** All faults of the future position of an account. A fault is `early` if later lines may resolve it. */
  faultsOf(after: HierarchyPlace): Rejection[] {
    const { id, type, mainWebsiteID } = after;
    if (!moves(this.places.get(id), after)) return [];
    const faults: Rejection[] = [];
    if (type !== typeBy(mainWebsiteID)) {
      const reason = `must be ${typeBy(mainWebsiteID)} ${mainWebsiteID === null ? 'without' : 'with'} ${MAIN}`;
      faults.push({ field: 'type', reason });
    }
    if (mainWebsiteID === null) return faults;
    const main = this.places.get(mainWebsiteID);
    if (mainWebsiteID === id) faults.push({ field: MAIN, reason: 'must be another account' });
    else if (!main) faults.push({ field: MAIN, reason: 'must be an account that exists', early: true });
    else if (!canBeMain(main)) {
      faults.push({ field: MAIN, reason: 'must be a primary account without a main account', early: true });
    }
    const subs = [...(this.subs.get(id) ?? [])].slice(0, MAX_NAMED);
    if (subs.length > 0) {
      const reason = `must be empty while there are sub-accounts: ${subs.join(', ')}`;
      faults.push({ field: MAIN, reason, early: true });
    }
    return faults;
  }

  /** Sets the position of an account. */
  set(after: HierarchyPlace): void {
    this.subs.get(this.places.get(after.id)?.mainWebsiteID ?? 0)?.delete(after.id);
    this.places.set(after.id, after);
    if (after.mainWebsiteID !== null) this.addSub(after.mainWebsiteID, after.id);
  }

  private addSub(main: number, id: number): void {
    this.subs.set(main, (this.subs.get(main) ?? new Set()).add(id));
  }
}

/** Whether an account may be a main account: sub-accounts cannot have sub-accounts. */
const canBeMain = ({ type, mainWebsiteID }: HierarchyPlace): boolean =>
  type === 'primary-account' && mainWebsiteID === null;
