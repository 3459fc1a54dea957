import { OPERATOR, type Owner, type Requester } from './requester.js';

/** How slots are shared. */
export interface Shares {
  readonly total: number;
  /** Maximum for one main account; default: all slots. */
  readonly perAccount?: number;
  /** Maximum for one visitor of an account; default: as many as the account. */
  readonly perVisitor?: number;
  /** Slots reserved for the operator; default: none. */
  readonly forOperator?: number;
}

/** A limited number of slots, counted by owner, so that no account can take all of them. */
export class ConcurrencyLimit {
  private readonly held = new Map<Owner, number>();
  /** By account and visitor address. */
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

  /** Takes a slot for an owner, or a visitor of an owner. @returns false if none is available to it */
  tryAcquireFor(requester: Requester): boolean {
    const visitor = visitorOf(requester);
    if (visitor !== undefined && this.heldByVisitor(requester) >= this.perVisitor) return false;
    if (!this.tryAcquire(requester.owner)) return false;
    if (visitor !== undefined) this.byVisitor.set(visitor, (this.byVisitor.get(visitor) ?? 0) + 1);
    return true;
  }

  /** Releases a slot of `tryAcquireFor`. */
  releaseFor(requester: Requester): void {
    const visitor = visitorOf(requester);
    if (visitor !== undefined) {
      const left = (this.byVisitor.get(visitor) ?? 0) - 1;
      if (left > 0) this.byVisitor.set(visitor, left);
      else this.byVisitor.delete(visitor);
    }
    this.release(requester.owner);
  }

  /** Takes a slot. @returns false if none is available to the owner */
  tryAcquire(owner: Owner): boolean {
    if (!this.admits(owner)) return false;
    this.held.set(owner, this.heldBy(owner) + 1);
    this.taken += 1;
    return true;
  }

  /** Releases a slot. */
  release(owner: Owner): void {
    const left = this.heldBy(owner) - 1;
    if (left > 0) this.held.set(owner, left);
    else this.held.delete(owner);
    this.taken -= 1;
  }

  /** Whether a slot is available to an owner. */
  admits(owner: Owner): boolean {
    if (this.taken >= this.shares.total) return false;
    return owner === OPERATOR || (this.takenByAccounts < this.forAccounts && !this.isExhausted(owner));
  }

  /** Whether an owner holds its maximum number of slots. */
  isExhausted(owner: Owner): boolean {
    return owner !== OPERATOR && this.heldBy(owner) >= this.perAccount;
  }

  heldBy(owner: Owner): number {
    return this.held.get(owner) ?? 0;
  }

  /** The slots of a visitor; 0 for an owner itself. */
  heldByVisitor(requester: Requester): number {
    return this.byVisitor.get(visitorOf(requester) ?? '') ?? 0;
  }

  private get takenByAccounts(): number {
    return this.taken - this.heldBy(OPERATOR);
  }
}

const visitorOf = ({ owner, visitor }: Requester): string | undefined =>
  visitor === undefined ? undefined : `${owner} ${visitor}`;
