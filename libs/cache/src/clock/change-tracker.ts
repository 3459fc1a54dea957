import { RESOURCES, type Change, type LoggedChange, type Resource } from '../invalidation/change.js';
import { ChangeRing } from '../invalidation/change-ring.js';
import { LogEnd, type LogStart, type RecordedUpTo } from './log-end.js';
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
  /** How far readers of the log see all changes (ADR 19), in this snapshot or an earlier one. */
  readonly end: RecordedUpTo;
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
  /** The changes since the base, or where the log ends when they are not known; `null` when the snapshot is the base. */
  readonly changes: readonly LoggedChange[] | LogStart | null;
}

const KNOWN: ReadonlySet<string> = new Set(RESOURCES);
const isKnown = (resource: string): resource is Resource => KNOWN.has(resource);
const isList = (changes: Reading['changes']): changes is readonly LoggedChange[] => Array.isArray(changes);

/**
 * Puts what concurrent statements have read about the log of changes into one order. Snapshots of one life of the server
 * are in a total order, so whatever a statement has read is either known already, or continues what is known.
 */
export class ChangeTracker {
  readonly ring = new ChangeRing();
  private epoch = 0;
  private position = 0;
  private last: { readonly base: Base; readonly at: LogPosition } | undefined;
  private readonly end = new LogEnd();

  /** What the next statement reads the changes since. */
  get base(): Base | undefined {
    return this.last?.base;
  }

  /** The position up to which all changes are known; undefined before the first statement. */
  get latest(): LogPosition | undefined {
    return this.last?.at;
  }

  /** Takes in what a statement has read. @returns a position that is not older than its snapshot */
  apply(base: Base | undefined, { snapshot: text, life, changes }: Reading): LogPosition {
    const known = this.last?.base.life === life ? this.last : undefined;
    if (known?.base.snapshot.text === text) return known.at;
    const now: Base = { snapshot: new PgSnapshot(text), life };
    if (known?.base.snapshot.covers(now.snapshot)) return known.at;
    this.end.read(changes, now.snapshot);
    const seen = base?.life === life && known?.base.snapshot.covers(base.snapshot) ? known.base.snapshot : undefined;
    if (seen && isList(changes) && changes.every(({ resource }) => isKnown(resource))) this.proceed(seen, changes);
    else this.forget();
    return this.arrive(now);
  }

  private proceed(seen: PgSnapshot, changes: readonly LoggedChange[]): void {
    const added = changes.filter(({ xid }) => !seen.sees(Number(xid))).map((logged) => this.placed(logged));
    for (const change of added) this.ring.add(change);
  }

  private placed({ xid, resource, ...change }: LoggedChange): Change {
    this.position += 1;
    return { ...change, position: this.position, xid: Number(xid), resource: resource as Resource }; // it was checked
  }

  /** Starts again: nothing that was cached before is valid. */
  private forget(): void {
    this.epoch += 1;
    this.ring.forgetUntil(this.position);
  }

  /** One object, which is kept with all that is right up to there. */
  private arrive(base: Base): LogPosition {
    const { epoch, position } = this;
    const at = { epoch, position, snapshot: `${base.snapshot.text} ${base.life}`, end: this.end.now };
    this.last = { base, at };
    return at;
  }
}
