import { OPERATOR, type Owner } from './owner.js';

/** How a number of slots is shared. */
export interface Shares {
  readonly total: number;
  /** The most that one main account may have; unless given, all. */
  readonly perAccount?: number;
  /** Slots that only the operator may have; unless given, none. */
  readonly forOperator?: number;
}

/** A limited number of slots, counted by owner, so that no account can have all of them. */
export class ConcurrencyLimit {
  private readonly held = new Map<Owner, number>();
  private taken = 0;
  private readonly perAccount: number;
  private readonly forAccounts: number;

  constructor(private readonly shares: Shares) {
    const { total, perAccount = total, forOperator = 0 } = shares;
    this.perAccount = perAccount;
    this.forAccounts = total - forOperator;
  }

  /** Takes a slot. @returns false if the owner may not have one now */
  tryAcquire(owner: Owner): boolean {
    if (!this.admits(owner)) return false;
    this.held.set(owner, this.heldBy(owner) + 1);
    this.taken += 1;
    return true;
  }

  /** Gives a slot back. */
  release(owner: Owner): void {
    const left = this.heldBy(owner) - 1;
    if (left > 0) this.held.set(owner, left);
    else this.held.delete(owner);
    this.taken -= 1;
  }

  /** Whether an owner may have a slot now. */
  admits(owner: Owner): boolean {
    if (this.taken >= this.shares.total) return false;
    return owner === OPERATOR || (this.takenByAccounts < this.forAccounts && !this.isExhausted(owner));
  }

  /** Whether an owner may have a slot after another one has given one back. */
  admitsAfter(released: Owner, owner: Owner): boolean {
    const former = this.heldBy(released);
    this.release(released);
    const isAdmitted = this.admits(owner);
    this.held.set(released, former);
    this.taken += 1;
    return isAdmitted;
  }

  /** Whether an owner has as many slots as one may have. */
  isExhausted(owner: Owner): boolean {
    return owner !== OPERATOR && this.heldBy(owner) >= this.perAccount;
  }

  heldBy(owner: Owner): number {
    return this.held.get(owner) ?? 0;
  }

  private get takenByAccounts(): number {
    return this.taken - this.heldBy(OPERATOR);
  }
}
