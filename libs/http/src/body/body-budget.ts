/** A body that is arriving. */
export interface ArrivingBody {
  readonly held: number;
  /** Ends it, because newer ones need its place. */
  giveWay(): void;
}

/**
 * The memory of all bodies that are arriving. When it is used up, the one that has been arriving for longest gives way: whoever
 * sends without pause is done long before that happens, and whoever stops half-way cannot fill the process.
 */
export class BodyBudget {
  /** In the order of their beginning. */
  private readonly arriving = new Set<ArrivingBody>();
  private held = 0;

  constructor(private readonly most: number) {}

  begin(body: ArrivingBody): void {
    this.arriving.add(body);
  }

  /** Notes that a body has grown by so many bytes. */
  grow(bytes: number): void {
    this.held += bytes;
    while (this.held > this.most) {
      const [oldest] = this.arriving;
      if (!oldest) return;
      oldest.giveWay();
    }
  }

  end(body: ArrivingBody): void {
    if (this.arriving.delete(body)) this.held -= body.held;
  }
}
