import { hash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import type { LogPosition } from '../clock/change-tracker.js';
import type { Dependence } from '../invalidation/dependence.js';
import { SnapshotClock } from '../clock/snapshot-clock.js';

const MAX_TOTALS = 2_000;

/** What a statement has counted, and the snapshot in which it ran. */
export interface Counted {
  readonly total: number;
  readonly snapshot: string;
}

/** The rows of a list that are counted. */
export interface CountedRows {
  /** Equal texts mean the same rows. */
  readonly name: string;
  /** The changes that move a row into the list or out of it. */
  readonly dependence: () => Dependence;
  /** Totals up to this one are not cached: such rows are counted again in no time. */
  readonly few: number;
}

interface CachedTotal {
  readonly total: number;
  readonly dependence: Dependence;
  /** Up to where it is known to be right. */
  at: LogPosition;
}

/** Totals of lists, cached until a change moves a row into the list or out of it (ADR 20). */
@Injectable()
export class CachedTotals {
  private readonly totals = new LRUCache<string, CachedTotal>({ max: MAX_TOTALS });
  /** Resolves when a list has been counted. */
  private readonly counts = new Map<string, Promise<void>>();

  constructor(private readonly clock: SnapshotClock) {}

  /**
   * Reads a list. Of several requests for one whose total is not cached, the first one counts.
   *
   * @param read executes a statement that is given the total, or counts
   */
  async read<Row extends Counted>(
    rows: CountedRows,
    read: (total: number | undefined) => Promise<readonly [Row, ...Row[]]>,
  ): Promise<readonly [Row, ...Row[]]> {
    const name = hash('sha1', rows.name, 'base64url');
    await this.counts.get(name);
    const cached = this.find(name);
    if (!cached) return this.count(name, rows, read);
    const found = await read(cached.total);
    if (await this.isRight(cached.dependence, cached.at, found[0].snapshot)) return found;
    this.totals.delete(name);
    return this.read(rows, read);
  }

  private find(name: string): CachedTotal | undefined {
    const cached = this.totals.get(name);
    const { latest } = this.clock;
    if (!cached || !latest) return undefined;
    if (this.isUnchanged(cached.dependence, cached.at, latest)) return Object.assign(cached, { at: latest });
    this.totals.delete(name);
    return undefined;
  }

  private async count<Row extends Counted>(
    name: string,
    { dependence: dependenceOf, few }: CountedRows,
    read: (total: undefined) => Promise<readonly [Row, ...Row[]]>,
  ): Promise<readonly [Row, ...Row[]]> {
    const at = this.clock.latest;
    let end = (): void => undefined;
    const isFirst = !this.counts.has(name);
    if (isFirst) this.counts.set(name, new Promise<void>((resolve) => (end = resolve)));
    try {
      const rows = await read(undefined);
      const [{ total, snapshot }] = rows;
      if (total > few && at) {
        const dependence = dependenceOf();
        if (await this.isRight(dependence, at, snapshot)) this.totals.set(name, { total, dependence, at });
      }
      return rows;
    } finally {
      if (isFirst) this.counts.delete(name);
      end();
    }
  }

  /** Whether nothing was changed between a position and a snapshot that is not older, nor until now. */
  private async isRight(dependence: Dependence, at: LogPosition, snapshot: string): Promise<boolean> {
    return at.snapshot === snapshot || this.isUnchanged(dependence, at, await this.clock.now());
  }

  private isUnchanged(dependence: Dependence, from: LogPosition, to: LogPosition): boolean {
    return this.clock.ring.invalidatedBy(() => dependence, from, to) === undefined;
  }
}
