import { RESOURCES, type Change, type LoggedChange, type Resource } from './change.js';
import { ChangeRing } from './change-ring.js';
import { PgSnapshot } from './pg-snapshot.js';

/**
 * How far a request has seen what was committed: the changes up to a position. Positions of different epochs cannot be
 * compared, because changes between them are not known.
 */
export interface LogPosition {
  readonly epoch: number;
  readonly position: number;
  /** Identifies the committed data: equal texts mean equal data (ADR 15). */
  readonly snapshot: string;
}

/** A snapshot, and the life of the server that it belongs to (ADR 15). */
export interface Base {
  readonly snapshot: PgSnapshot;
  readonly life: string;
}

/** What a statement has read about the snapshot that it ran in. */
export interface Reading {
  readonly snapshot: string;
  readonly life: string;
  /** The changes since the base; `null` when there are none, or too many, or they are not known. */
  readonly changes: readonly LoggedChange[] | null;
}

const KNOWN: ReadonlySet<string> = new Set(RESOURCES);
const isKnown = (resource: string): resource is Resource => KNOWN.has(resource);

/**
 * Puts what concurrent statements have read about the log of changes into one order. Snapshots of one life of the server
 * are in a total order, so whatever a statement has read is either known already, or continues what is known.
 */
export class ChangeTracker {
  readonly ring = new ChangeRing();
  private epoch = 0;
  private position = 0;
  private last: Base | undefined;

  /** What the next statement reads the changes since. */
  get base(): Base | undefined {
    return this.last;
  }

  /** Takes in what a statement has read. @returns a position that is not older than its snapshot */
  apply(base: Base | undefined, { snapshot: text, life, changes }: Reading): LogPosition {
    const { last } = this;
    if (last?.life === life && last.snapshot.text === text) return this.current(last);
    const now: Base = { snapshot: new PgSnapshot(text), life };
    if (last?.life !== life) return this.forget(now);
    if (last.snapshot.covers(now.snapshot)) return this.current(last);
    const continues = base?.life === life && last.snapshot.covers(base.snapshot);
    if (!continues || changes === null || !changes.every(({ resource }) => isKnown(resource))) return this.forget(now);
    return this.proceed(now, last, changes);
  }

  private proceed(now: Base, { snapshot: seen }: Base, changes: readonly LoggedChange[]): LogPosition {
    const added = changes.filter(({ xid }) => !seen.sees(Number(xid))).map((logged) => this.placed(logged));
    for (const change of added) this.ring.add(change);
    this.last = now;
    return this.current(now);
  }

  private placed({ xid, resource, ...change }: LoggedChange): Change {
    this.position += 1;
    return { ...change, position: this.position, xid: Number(xid), resource: resource as Resource }; // it was checked
  }

  /** Starts again: nothing that was cached before is valid. */
  private forget(now: Base): LogPosition {
    this.epoch += 1;
    this.ring.forgetUntil(this.position);
    this.last = now;
    return this.current(now);
  }

  private current({ snapshot, life }: Base): LogPosition {
    return { epoch: this.epoch, position: this.position, snapshot: `${snapshot.text} ${life}` };
  }
}
