import type { Rejection } from '@app/sql';
import type { AccountEntity } from './entities/account.entity.js';

/** The path of the field that names the main account. */
export const MAIN = 'subsiteDetails.mainWebsiteID';

/** The place of an account in the hierarchy: a primary account, or a sub-account of a main account. */
export interface HierarchyPlace {
  readonly id: number;
  readonly type: string;
  readonly mainWebsiteID: number | null;
}

/** The default type of an account (D16). */
export const typeBy = (mainWebsiteID: number | null): string =>
  mainWebsiteID === null ? 'primary-account' : 'sub-account';

/** The place of a stored account. */
export const hierarchyPlaceOf = ({ id, type, mainWebsiteId }: StoredPlace): HierarchyPlace => ({
  id,
  type,
  mainWebsiteID: mainWebsiteId,
});

type StoredPlace = Pick<AccountEntity, 'id' | 'type' | 'mainWebsiteId'>;

/** Whether an account is given another place; one that keeps its place may keep it, whatever the rules say. */
export const moves = (before: HierarchyPlace | undefined, after: HierarchyPlace): boolean =>
  before?.type !== after.type || before.mainWebsiteID !== after.mainWebsiteID;

/** How many sub-accounts a fault names. */
const MAX_NAMED = 20;

/** The places of accounts, while accounts are given other ones. */
export class AccountHierarchy {
  private readonly places: Map<number, HierarchyPlace>;
  /** Sub-accounts by main account. */
  private readonly subs = new Map<number, Set<number>>();

  /** @param subs the sub-accounts of those that may become sub-accounts themselves */
  constructor(accounts: readonly StoredPlace[], subs: readonly { readonly id: number; readonly main: number }[]) {
    this.places = new Map(accounts.map((account) => [account.id, hierarchyPlaceOf(account)]));
    for (const { id, main } of subs) this.addSub(main, id);
  }

  /** All faults of the place that an account is going to have; what other lines may mend is `early`. */
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

  /** Gives an account its place. */
  set(after: HierarchyPlace): void {
    this.subs.get(this.places.get(after.id)?.mainWebsiteID ?? 0)?.delete(after.id);
    this.places.set(after.id, after);
    if (after.mainWebsiteID !== null) this.addSub(after.mainWebsiteID, after.id);
  }

  private addSub(main: number, id: number): void {
    this.subs.set(main, (this.subs.get(main) ?? new Set()).add(id));
  }
}

/** Whether an account can be a main account: sub-accounts cannot have sub-accounts. */
const canBeMain = ({ type, mainWebsiteID }: HierarchyPlace): boolean =>
  type === 'primary-account' && mainWebsiteID === null;
