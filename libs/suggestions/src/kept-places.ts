import { PgSnapshot, SnapshotClock, type Change, type LogPosition } from '@app/cache';
import { Injectable } from '@nestjs/common';
import type { ChangesByResource, CountedPlaces } from './counted-places.js';
import { PlacesRepository } from './places.repository.js';

/** A read of all places in progress. */
interface Reading {
  readonly number: number;
  readonly places: Promise<CountedPlaces>;
}

/** Caches the places in memory; on request, it applies the changes since the last one (ADR 24). */
@Injectable()
export class KeptPlaces {
  private kept: { readonly places: CountedPlaces; at: LogPosition } | undefined;
  private underway: Reading | undefined;
  private warmed: Promise<unknown> | undefined;
  /** The number of reads begun so far. */
  private begun = 0;

  constructor(
    private readonly repository: PlacesRepository,
    private readonly clock: SnapshotClock,
  ) {}

  /** Reads the places once after a start, so that no suggestion waits for them. After a failure, the next call reads. */
  async warm(): Promise<void> {
    this.warmed ??= this.current('').catch((error: unknown) => {
      this.warmed = undefined;
      throw error;
    });
    await this.warmed;
  }

  /**
   * The places in a snapshot that is not older than this call.
   * @param _snapshot unused; requiring it makes the caller read the clock first, so that the latest position is not
   * older than
   *   the request
   */
  async current(_snapshot: string): Promise<CountedPlaces> {
    const before = this.begun;
    for (;;) {
      const kept = this.keptNow();
      if (kept) return kept;
      // A read that began earlier is sufficient if it can be cached: it is then advanced to the latest position.
      const reading = this.underway ?? this.begin();
      const places = await reading.places;
      if (reading.number > before) return places;
    }
  }

  private keptNow(): CountedPlaces | undefined {
    const { kept } = this;
    const { latest } = this.clock;
    if (!kept || !latest || !this.follow(kept.places, kept.at, latest)) return (this.kept = undefined);
    kept.at = latest;
    return kept.places;
  }

  private begin(): Reading {
    this.begun += 1;
    const places = this.read().finally(() => (this.underway = undefined));
    return (this.underway = { number: this.begun, places });
  }

  /** Reads the places, and caches them if they can be advanced to a known position of the log. */
  private async read(): Promise<CountedPlaces> {
    const before = this.clock.latest ?? (await this.clock.now());
    const { snapshot, places } = await this.repository.read();
    // Not older than the snapshot of the read.
    const after = await this.clock.now();
    const read = new PgSnapshot(snapshot);
    if (this.follow(places, before, after, ({ xid }) => !read.sees(xid))) this.kept = { places, at: after };
    return places;
  }

  /** Applies the changes between two positions, or the new ones among them. @returns false if they cannot be applied */
  private follow(
    places: CountedPlaces,
    from: LogPosition,
    to: LogPosition,
    isNew: (change: Change) => boolean = () => true,
  ): boolean {
    const { ring } = this.clock;
    if (from.epoch !== to.epoch || !ring.reaches(from.position)) return false;
    if (from.position === to.position) return true;
    const since = (resource: keyof ChangesByResource) => ring.since(resource, from.position).filter(isNew);
    return places.carryOn({ suburb: since('suburb'), account: since('account'), listing: since('listing') });
  }
}
