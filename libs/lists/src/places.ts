import type { Place } from './place.js';

/** Places of rows in one array: an array for each would be two more objects that every garbage collection goes through. */
export class Places {
  private readonly values: unknown[];
  /** The values of one. */
  private width: number;

  constructor(places: readonly Place[]) {
    this.values = places.flat();
    this.width = places[0]?.length ?? 0;
  }

  get length(): number {
    return this.width === 0 ? 0 : this.values.length / this.width;
  }

  at(index: number): Place | undefined {
    if (index < 0 || index >= this.length) return undefined;
    return this.values.slice(index * this.width, (index + 1) * this.width);
  }

  /** The index of the first place that passes the test, or -1. */
  findIndex(test: (place: Place) => boolean): number {
    for (let index = 0; index < this.length; index += 1) {
      const place = this.at(index);
      if (place && test(place)) return index;
    }
    return -1;
  }

  insert(index: number, place: Place): void {
    this.width = place.length;
    this.values.splice(index * this.width, 0, ...place);
  }

  remove(index: number): void {
    this.values.splice(index * this.width, this.width);
  }

  truncate(length: number): void {
    this.values.length = Math.min(this.values.length, length * this.width);
  }
}
