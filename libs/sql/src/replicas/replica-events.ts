import { channel } from 'node:diagnostics_channel';

/**
 * What became of a read that was sent to a replica: it has answered, it was behind, it cancelled the statement for its
 * recovery, or it failed. The primary answers what a replica does not.
 */
export type ReadOutcome = 'replica' | 'behind' | 'cancelled' | 'failed';

/** A read, or how far a replica is behind the primary. */
export type ReplicaEvent =
  | { readonly replica: string; readonly outcome: ReadOutcome }
  | { readonly replica: string; readonly lagSeconds: number };

/** The diagnostics channel of these events. */
export const REPLICA_EVENTS = 'agency-directory:replicas';

const events = channel(REPLICA_EVENTS);

export function reportRead(replica: string, outcome: ReadOutcome): void {
  if (events.hasSubscribers) events.publish({ replica, outcome } satisfies ReplicaEvent);
}

export function reportLag(replica: string, lagSeconds: number): void {
  if (events.hasSubscribers) events.publish({ replica, lagSeconds } satisfies ReplicaEvent);
}
