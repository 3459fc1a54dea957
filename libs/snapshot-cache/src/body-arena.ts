/** Bytes that are lent: they stay as they are until that ends. */
export interface Loan {
  readonly body: Buffer;
  /** To be called when nobody reads them any more. If it never is, their memory is not used again. */
  readonly end: () => void;
}

/** Lends a body to one more reader. */
export type Lend = () => Loan;

/** Where a body lies. Places are linked in the order of the memory, in a circle that is closed by its edge. */
interface Place<Key> {
  /** Absent at the edge. */
  readonly key?: Key;
  readonly start: number;
  readonly end: number;
  previous: Place<Key>;
  next: Place<Key>;
  readers: number;
  /** Since the hand was here last; a new one was. */
  isAsked: boolean;
  /** Last, in the time of the arena. */
  askedAt: number;
  isDropped: boolean;
}

/** Below this share, nothing goes that nobody has asked for since the hand was there last. */
const ROOMY = 0.5;
/** How often a search may pass each place: as one that is asked for, as one that is read, and at the end of the circle. */
const PASSES = 3;
/** A body that is not asked for while each of them could have been so many times is hardly asked for again. */
const ROUNDS = 4;
/** How many bodies that must stay are passed in search of one that need not. */
const SPARED = 8;

/**
 * Bodies in one piece of memory, which is taken once: V8 marks its whole heap when buffers that it has kept for a while
 * have grown by some 50 MB, and what is freed comes back late. A hand goes round; a new body lies where the hand finds room, and those in its way go, except
 * for bodies that were asked for since the hand was there, which it passes once, and bodies that are read.
 */
export class BodyArena<Key extends object> {
  private readonly memory: Buffer;
  private readonly places = new Map<Key, Place<Key>>();
  private readonly edge: Place<Key>;
  /** The place behind which the search goes on. */
  private hand: Place<Key>;
  /** Of places in the circle, with those that were dropped while they are read. */
  private count = 0;
  private bytes = 0;
  private asks = 0;

  /** @param onEvict is told of each body that goes, while it can still be lent */
  constructor(
    private readonly size: number,
    private readonly onEvict: (key: Key) => void,
  ) {
    this.memory = Buffer.allocUnsafeSlow(size);
    const edge = { start: size, end: 0, readers: 0, isAsked: false, isDropped: false } as Place<Key>; // linked to itself below
    edge.previous = edge.next = edge;
    this.edge = this.hand = edge;
  }

  /** The number of bodies that were asked for or brought until now. */
  get time(): number {
    return this.asks;
  }

  /** What was not asked for since this time is hardly asked for again. */
  get longAgo(): number {
    return this.asks - ROUNDS * this.count;
  }

  /**
   * Keeps a copy of a body, unless it is too long or all room is being read.
   *
   * @param before spares the bodies that were asked for after this time; it is not kept if they leave no room
   * @returns lends the copy, also after it was dropped if it is still being read
   */
  set(key: Key, body: Buffer, before?: number): Lend | undefined {
    this.delete(key);
    const askedAt = (this.asks += 1);
    const previous = this.findRoom(body.length, before);
    if (!previous) return undefined;
    const { end: start, next } = previous;
    const end = start + body.length;
    const place = { key, start, end, previous, next, readers: 0, isAsked: true, askedAt, isDropped: false };
    previous.next = next.previous = this.hand = place;
    this.places.set(key, place);
    this.count += 1;
    this.bytes += body.length;
    body.copy(this.memory, start);
    return () => this.borrow(place);
  }

  has(key: Key): boolean {
    return this.places.has(key);
  }

  /** The body, for as long as it is read. */
  lend(key: Key): Loan | undefined {
    const place = this.places.get(key);
    if (!place) return undefined;
    place.isAsked = true;
    place.askedAt = this.asks += 1;
    return this.borrow(place);
  }

  /** The body, though nobody has asked for it. */
  peek(key: Key): Loan | undefined {
    const place = this.places.get(key);
    return place && this.borrow(place);
  }

  delete(key: Key): void {
    const place = this.places.get(key);
    if (place) this.drop(place);
  }

  private borrow(place: Place<Key>): Loan {
    place.readers += 1;
    let isLent = true;
    const end = () => {
      if (!isLent) return;
      isLent = false;
      place.readers -= 1;
      if (place.isDropped && place.readers === 0) this.unlink(place);
    };
    return { body: this.memory.subarray(place.start, place.end), end };
  }

  /** The place behind which there is room for so many bytes. */
  private findRoom(bytes: number, before: number | undefined): Place<Key> | undefined {
    let previous = this.hand;
    let chances = before === undefined ? this.count : SPARED;
    for (let left = PASSES * (this.count + 1); left > 0; left -= 1) {
      const { next } = previous;
      if (next.start - previous.end >= bytes) return previous;
      if (next === this.edge || next.readers > 0) {
        previous = next;
      } else if (chances > 0 && this.hasChance(next, before)) {
        chances -= 1;
        previous = next;
      } else if (chances === 0 && before !== undefined) {
        this.hand = previous;
        return undefined;
      } else {
        this.evict(next);
      }
    }
    return undefined;
  }

  private hasChance(place: Place<Key>, before: number | undefined): boolean {
    const { isAsked, askedAt } = place;
    // A search that spares others takes no chance from them.
    if (before === undefined) place.isAsked = false;
    const isSpared = before === undefined ? isAsked : askedAt > before;
    return isSpared || this.bytes < ROOMY * this.size;
  }

  private evict(place: Place<Key>): void {
    if (place.key) this.onEvict(place.key);
    this.drop(place);
  }

  private drop(place: Place<Key>): void {
    if (place.key) this.places.delete(place.key);
    place.isDropped = true;
    if (place.readers === 0) this.unlink(place);
  }

  private unlink(place: Place<Key>): void {
    const { start, end, previous, next } = place;
    previous.next = next;
    next.previous = previous;
    if (this.hand === place) this.hand = previous;
    this.count -= 1;
    this.bytes -= end - start;
  }
}
