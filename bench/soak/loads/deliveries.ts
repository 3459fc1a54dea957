import type { Faults } from '../faults.js';

/** A restart of the database delays them. */
const WITHIN_MS = 30_000;

/** The created agents that a reader of changes must hear of. */
export class Deliveries {
  /** How many were expected. */
  expected = 0;
  private readonly waiting = new Map<number, Map<string, number>>();

  constructor(
    private readonly faults: Faults,
    private readonly readers: readonly string[],
  ) {}

  expect(id: number): void {
    this.expected += 1;
    this.waiting.set(id, new Map(this.readers.map((reader) => [reader, this.faults.now])));
  }

  arrived(reader: string, id: number): void {
    const readers = this.waiting.get(id);
    readers?.delete(reader);
    if (readers?.size === 0) this.waiting.delete(id);
  }

  /** Faults for those that are late. @param within the time that a delivery may take */
  check(within = WITHIN_MS): void {
    for (const [id, readers] of this.waiting) {
      for (const [reader, since] of readers) {
        if (this.faults.now - since < within) continue;
        this.faults.add('not delivered', `agent ${id} to ${reader}`);
        this.arrived(reader, id);
      }
    }
  }

  /** Faults for all that have not come. */
  end(): void {
    this.check(0);
  }

  get areComplete(): boolean {
    return this.waiting.size === 0;
  }
}
