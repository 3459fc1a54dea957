import { RESOURCES, type Change, type Resource } from './change.js';
import type { CacheDependencies } from './dependencies.js';

/** Older changes are dropped; cached responses that were not requested since then become invalid. */
const MOST = 8_192;

/** A position in the change log; positions of different epochs are not comparable. */
interface Position {
  readonly epoch: number;
  readonly position: number;
}

/** The latest changes by resource, in order. */
export class ChangeRing {
  private readonly changes = Object.fromEntries(RESOURCES.map((resource) => [resource, [] as Change[]])) as Record<
    Resource,
    Change[]
  >; // every resource has its list
  private count = 0;
  /** Changes up to this position have been dropped. */
  private gone = 0;

  /** @param most the minimum number of changes kept; there may be twice as many */
  constructor(private readonly most = MOST) {}

  add(change: Change): void {
    this.changes[change.resource].push(change);
    this.count += 1;
    if (this.count > 2 * this.most) this.forgetUntil(change.position - this.most);
  }

  /** Whether all changes after the position are known. */
  reaches(position: number): boolean {
    return position >= this.gone;
  }

  /** Whether a change of the resource after the position meets the condition; the latest changes are tested first. */
  some(resource: Resource, position: number, invalidates: (change: Change) => boolean): boolean {
    const changes = this.changes[resource];
    for (let at = changes.length - 1; at >= 0; at -= 1) {
      const change = changes[at];
      if (change === undefined || change.position <= position) return false;
      if (invalidates(change)) return true;
    }
    return false;
  }

  /**
   * The resource whose changes between two positions invalidate a value; `unknown` if not all of these changes are
   * known; undefined if the value is valid.
   */
  invalidatedBy(dependencies: () => CacheDependencies, from: Position, to: Position): Resource | 'unknown' | undefined {
    if (from.epoch !== to.epoch) return 'unknown';
    if (from.position >= to.position) return undefined;
    if (!this.reaches(from.position)) return 'unknown';
    const invalidates = dependencies();
    return RESOURCES.find((resource) => this.some(resource, from.position, invalidates[resource]));
  }

  /** The amounts by which the changes between two positions move a total; undefined if one of them is unknown. */
  movesOfTotal(dependencies: CacheDependencies, from: Position, to: Position): number[] | undefined {
    if (from.epoch !== to.epoch || !this.reaches(from.position)) return undefined;
    const moves: number[] = [];
    for (const resource of RESOURCES) {
      const invalidates = dependencies[resource];
      for (const change of this.since(resource, from.position)) {
        if (change.position > to.position) break;
        const move = invalidates.movesTotal ? invalidates.movesTotal(change) : invalidates(change) ? undefined : 0;
        if (move === undefined) return undefined;
        if (move !== 0) moves.push(move);
      }
    }
    return moves;
  }

  /** The changes of the resource after the position, in order. */
  since(resource: Resource, position: number): Change[] {
    const changes = this.changes[resource];
    let from = changes.length;
    while (from > 0 && (changes[from - 1]?.position ?? 0) > position) from -= 1;
    return changes.slice(from);
  }

  /** Drops the changes up to a position. */
  forgetUntil(position: number): void {
    this.gone = position;
    this.count = 0;
    for (const resource of RESOURCES) {
      this.changes[resource] = this.changes[resource].filter((change) => change.position > position);
      this.count += this.changes[resource].length;
    }
  }
}
