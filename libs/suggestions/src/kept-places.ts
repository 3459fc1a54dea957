import { PgSnapshot, SnapshotClock, type Change, type LogPosition } from '@app/cache';
import { Injectable } from '@nestjs/common';
import type { ChangesByResource, CountedPlaces } from './counted-places.js';
import { PlacesRepository } from './places.repository.js';

/** A reading of all places that is not finished. */
interface Reading {
  readonly number: number;
  readonly places: Promise<CountedPlaces>;
}

/** The places, kept in the process: they follow the changes when they are asked for (ADR 35). */
@Injectable()
export class KeptPlaces {
  private kept: { readonly places: CountedPlaces; at: LogPosition } | undefined;
  private underway: Reading | undefined;
  /** How many readings were begun. */
  private begun = 0;

  constructor(
    private readonly repository: PlacesRepository,
    private readonly clock: SnapshotClock,
  ) {}

  /**
   * The places as they are in a snapshot that is not older than this call.
   *
   * @param _snapshot whoever has one has let the clock read: its latest position is not older than the request
   */
  async current(_snapshot: string): Promise<CountedPlaces> {
    const before = this.begun;
    for (;;) {
      const kept = this.keptNow();
      if (kept) return kept;
      // What was begun before is good enough if it can be kept: then it goes on to the latest position.
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

  /** Reads the places, and keeps them if they can be carried on to a known position of the log. */
  private async read(): Promise<CountedPlaces> {
    const before = this.clock.latest ?? (await this.clock.now());
    const { snapshot, places } = await this.repository.read();
    // It sees at least what was read.
    const after = await this.clock.now();
    const read = new PgSnapshot(snapshot);
    if (this.follow(places, before, after, ({ xid }) => !read.sees(xid))) this.kept = { places, at: after };
    return places;
  }

  /** Applies the changes between two positions, or those of them that are new. @returns false when they cannot be applied */
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
