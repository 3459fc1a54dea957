import { RESOURCES, type Change, type LoggedChange, type Resource } from '../invalidation/change.js';
import { ChangeRing } from '../invalidation/change-ring.js';
import { SafeHorizonReader, type LogStart, type SafeHorizon, PgSnapshot } from './safe-horizon.js';

/**
 * How far a request has read the change log. Positions of different epochs are not comparable, because changes between
 * them are unknown.
 */
export interface LogPosition {
  readonly epoch: number;
  readonly position: number;
  /** Identifies the committed data: equal texts mean equal data (ADR 7). */
  readonly snapshot: string;
  /** The safe horizon of the log (ADR 14), in this snapshot or an earlier one. */
  readonly end: SafeHorizon;
}

/** A snapshot and its server incarnation (ADR 7). */
export interface Base {
  readonly snapshot: PgSnapshot;
  readonly serverIncarnation: string;
}

/** The result columns of a clock statement. */
export interface ClockReading {
  readonly snapshot: string;
  readonly serverIncarnation: string;
  /** The end of the write-ahead log, in bytes; null if the server is a standby. */
  readonly wal?: number | null;
  /** The changes since the base; the end of the log if they are unknown; `null` if the snapshot equals the base. */
  readonly changes: readonly LoggedChange[] | LogStart | null;
}

const KNOWN: ReadonlySet<string> = new Set(RESOURCES);
const isKnown = (resource: string): resource is Resource => KNOWN.has(resource);
const isList = (changes: ClockReading['changes']): changes is readonly LoggedChange[] => Array.isArray(changes);

/**
 * Merges the changes read by concurrent statements into one order. Snapshots of one server incarnation are totally
 * ordered, so a reading is either known already or continues the known changes.
 */
export class ChangeTracker {
  readonly ring = new ChangeRing();
  private epoch = 0;
  private position = 0;
  private last: { readonly base: Base; readonly at: LogPosition } | undefined;
  private readonly end = new SafeHorizonReader();

  /** The base of the next statement. */
  get base(): Base | undefined {
    return this.last?.base;
  }

  /** The position up to which all changes are known; undefined before the first statement. */
  get latest(): LogPosition | undefined {
    return this.last?.at;
  }

  /** Applies a reading. @returns a position that is not older than its snapshot */
  apply(base: Base | undefined, { snapshot: text, serverIncarnation, wal, changes }: ClockReading): LogPosition {
    const known = this.last?.base.serverIncarnation === serverIncarnation ? this.last : undefined;
    if (known?.base.snapshot.text === text) return known.at;
    const now: Base = { snapshot: new PgSnapshot(text), serverIncarnation };
    if (known?.base.snapshot.covers(now.snapshot)) return known.at;
    this.end.read(changes, now.snapshot, wal ?? undefined);
    const seen =
      base?.serverIncarnation === serverIncarnation && known?.base.snapshot.covers(base.snapshot)
        ? known.base.snapshot
        : undefined;
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
    // The caller has checked the resource.
    return { ...change, position: this.position, xid: Number(xid), resource: resource as Resource };
  }

  /** Starts a new epoch: all cached values become invalid. */
  private forget(): void {
    this.epoch += 1;
    this.ring.forgetUntil(this.position);
  }

  /** Creates the position. All values that are valid up to it share the object. */
  private arrive(base: Base): LogPosition {
    const { epoch, position } = this;
    const at = { epoch, position, snapshot: `${base.snapshot.text} ${base.serverIncarnation}`, end: this.end.now };
    this.last = { base, at };
    return at;
  }
}
