import { hash } from 'node:crypto';
import { currentRequester } from '@app/fairness';
import { Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import type { LogPosition } from '../clock/change-tracker.js';
import type { CacheDependencies } from '../invalidation/dependencies.js';
import { SnapshotClock } from '../clock/snapshot-clock.js';

const MAX_TOTALS = 2_000;

/** A total, and the snapshot in which it was counted. */
export interface CountedTotal {
  readonly total: number;
  readonly snapshot: string;
}

/** The counted rows of a list. */
export interface CountedRows {
  /** Equal names mean equal rows. */
  readonly name: string;
  /** The changes that move a row into or out of the list. */
  readonly dependencies: () => CacheDependencies;
  /** Totals up to this number are cheap to count and are not cached. */
  readonly few: number;
}

interface CachedTotal {
  total: number;
  readonly dependencies: CacheDependencies;
  /** The position up to which the total is valid. */
  at: LogPosition;
}

/**
 * Counts are shared per owner only: otherwise a request would wait in the queue of another owner, behind that owner's
 * other requests.
 */
const countOf = (name: string): string => `${currentRequester().owner} ${name}`;

/**
 * Caches totals of lists. A change that moves a row into or out of the list adjusts the total, if its effect is certain
 * (ADR 15).
 */
@Injectable()
export class CachedTotals {
  private readonly totals = new LRUCache<string, CachedTotal>({ max: MAX_TOTALS });
  /** The counts in progress, by owner and name. */
  private readonly counts = new Map<string, Promise<void>>();

  constructor(private readonly clock: SnapshotClock) {}

  /**
   * Reads a list. If its total is not cached, the first of several concurrent requests counts, and the others wait.
   * @param read executes the statement, with the given total or with its own count
   */
  async read<Row extends CountedTotal>(
    rows: CountedRows,
    read: (total: number | undefined) => Promise<readonly [Row, ...Row[]]>,
  ): Promise<readonly [Row, ...Row[]]> {
    const name = hash('sha1', rows.name, 'base64url');
    await this.counts.get(countOf(name));
    const cached = this.find(name);
    if (!cached) return this.count(name, rows, read);
    const found = await read(cached.total);
    return (await this.isRight(cached, found[0].snapshot)) ? found : this.read(rows, read);
  }

  /** A cached total at the latest position, adjusted by the changes whose effect is certain. */
  private find(name: string): CachedTotal | undefined {
    const cached = this.totals.get(name);
    const { latest } = this.clock;
    if (!cached || !latest) return undefined;
    const moves = this.movesOf(cached, latest);
    if (!moves) {
      this.totals.delete(name);
      return undefined;
    }
    cached.total = moves.reduce((total, move) => total + move, cached.total);
    cached.at = latest;
    return { ...cached };
  }

  private async count<Row extends CountedTotal>(
    name: string,
    { dependencies: dependenciesOf, few }: CountedRows,
    read: (total: undefined) => Promise<readonly [Row, ...Row[]]>,
  ): Promise<readonly [Row, ...Row[]]> {
    const at = this.clock.latest;
    let end = (): void => undefined;
    const count = countOf(name);
    const isFirst = !this.counts.has(count);
    if (isFirst) this.counts.set(count, new Promise<void>((resolve) => (end = resolve)));
    try {
      const rows = await read(undefined);
      const [{ total, snapshot }] = rows;
      if (total > few && at) {
        const counted = { total, dependencies: dependenciesOf(), at };
        if (await this.isRight(counted, snapshot)) this.totals.set(name, counted);
      }
      return rows;
    } finally {
      if (isFirst) this.counts.delete(count);
      end();
    }
  }

  /** Whether no change between the total's position and now, or the snapshot of the statement, affects it. */
  private async isRight(cached: CachedTotal, snapshot: string): Promise<boolean> {
    return cached.at.snapshot === snapshot || this.movesOf(cached, await this.clock.now())?.length === 0;
  }

  private movesOf({ dependencies, at }: CachedTotal, to: LogPosition): number[] | undefined {
    return this.clock.ring.movesOfTotal(dependencies, at, to);
  }
}
