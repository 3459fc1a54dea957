import { Gate } from '@app/concurrency';

/** Connections that lists and writes must not use: they are for reads of a single resource by its key. */
const FOR_LOOKUPS = 2;
/** Of the connections for lists and writes, the part that one account may use; and of this, the part of one visitor. */
const SHARE = 1 / 2;
/** Fewer would let the statements of a transaction wait for it. */
const FEWEST = 2;
/** Of the connections for lists and writes, the part by which accounts may read snapshots, which can take minutes. */
const FOR_SNAPSHOTS = 1 / 3;
/** One more is for snapshots of the operator. */
const FOR_OPERATOR = 1;
/** A statement or a transaction waits no longer for its turn. */
const WAIT_MS = 5_000;
/** Who reads a snapshot waits so many times as long: as long as another reader may stall. */
const SNAPSHOT_WAITS = 6;

/** What limits how many connections of the main pool are used for what takes long. */
export interface Gates {
  /** Statements and transactions that may be slow: all but look-ups by key. */
  readonly long: Gate;
  /** Statements that standbys answer. */
  readonly standbys: Gate;
  /** Transactions that read a snapshot. */
  readonly snapshots: Gate;
  /** Transactions that are held for whole requests. */
  readonly requests: Gate;
}

/** @param connections of the main pool */
export function gatesOf(connections: number, waitMs = WAIT_MS): Gates {
  const long = connections - FOR_LOOKUPS;
  const ofAccounts = Math.max(1, Math.floor(long * FOR_SNAPSHOTS));
  // At least one is left for lists.
  const snapshots = Math.min(long - 1, ofAccounts + FOR_OPERATOR);
  const forOperator = snapshots - ofAccounts;
  const share = sharesOf(long);
  // One is left for what these requests read on other connections, to each account and visitor as well.
  const requests = Math.max(1, long - snapshots - 1);
  const ofRequests = {
    perAccount: Math.max(1, Math.min(requests, share.perAccount) - 1),
    perVisitor: Math.max(1, share.perVisitor - 1),
  };
  return {
    long: new Gate({ total: long, ...share }, waitMs),
    standbys: new Gate({ total: connections, ...sharesOf(connections) }, waitMs),
    snapshots: new Gate({ total: snapshots, perAccount: allButOne(ofAccounts), forOperator }, SNAPSHOT_WAITS * waitMs),
    requests: new Gate({ total: requests, ...ofRequests }, waitMs),
  };
}

/** What one account, and one of its visitors, may use of some connections. */
function sharesOf(connections: number) {
  const perAccount = Math.max(FEWEST, Math.ceil(connections * SHARE));
  return { perAccount, perVisitor: Math.max(FEWEST, Math.ceil(perAccount * SHARE)) };
}

/** The share of one account: others have a connection as well, unless there is only one. */
const allButOne = (connections: number): number => Math.max(1, connections - 1);
