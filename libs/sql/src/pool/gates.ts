import { Gate } from '@app/concurrency';

/** Connections that lists and writes must not use: they are for reads of a single resource by its key. */
const FOR_LOOKUPS = 2;
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
  /** Statements and transactions that may be slow. */
  readonly long: Gate;
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
  // One is left for what these requests read on other connections.
  const requests = Math.max(1, long - snapshots - 1);
  return {
    long: new Gate({ total: long }, waitMs),
    snapshots: new Gate({ total: snapshots, perAccount: allButOne(ofAccounts), forOperator }, SNAPSHOT_WAITS * waitMs),
    requests: new Gate({ total: requests, perAccount: allButOne(requests) }, waitMs),
  };
}

/** The share of one account: others have a connection as well, unless there is only one. */
const allButOne = (connections: number): number => Math.max(1, connections - 1);
