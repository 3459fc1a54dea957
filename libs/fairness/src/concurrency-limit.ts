import { OPERATOR, type Owner, type Requester } from './requester.js';

/** How a number of slots is shared. */
export interface Shares {
  readonly total: number;
  /** The most that one main account may have; unless given, all. */
  readonly perAccount?: number;
  /** The most that one visitor of an account may have; unless given, as many as the account. */
  readonly perVisitor?: number;
  /** Slots that only the operator may have; unless given, none. */
  readonly forOperator?: number;
}

/** A limited number of slots, counted by owner, so that no account can have all of them. */
export class ConcurrencyLimit {
  private readonly held = new Map<Owner, number>();
  /** By account and address. */
  private readonly byVisitor = new Map<string, number>();
  private taken = 0;
  private readonly perAccount: number;
  private readonly perVisitor: number;
  private readonly forAccounts: number;

  constructor(private readonly shares: Shares) {
    const { total, perAccount = total, perVisitor = perAccount, forOperator = 0 } = shares;
    this.perAccount = perAccount;
    this.perVisitor = perVisitor;
    this.forAccounts = total - forOperator;
  }

  /** Takes a slot for a visitor of an account, or for an owner itself. @returns false if it may not have one now */
  tryAcquireFor(requester: Requester): boolean {
    const visitor = visitorOf(requester);
    if (visitor !== undefined && (this.byVisitor.get(visitor) ?? 0) >= this.perVisitor) return false;
    if (!this.tryAcquire(requester.owner)) return false;
    if (visitor !== undefined) this.byVisitor.set(visitor, (this.byVisitor.get(visitor) ?? 0) + 1);
    return true;
  }

  /** Gives a slot of `tryAcquireFor` back. */
  releaseFor(requester: Requester): void {
    const visitor = visitorOf(requester);
    if (visitor !== undefined) {
      const left = (this.byVisitor.get(visitor) ?? 0) - 1;
      if (left > 0) this.byVisitor.set(visitor, left);
      else this.byVisitor.delete(visitor);
    }
    this.release(requester.owner);
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

const visitorOf = ({ owner, visitor }: Requester): string | undefined =>
  visitor === undefined ? undefined : `${owner} ${visitor}`;
