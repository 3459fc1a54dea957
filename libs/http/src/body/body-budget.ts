/** A body that is being received. */
export interface ArrivingBody {
  readonly held: number;
  /** Aborts it, to make room for newer ones. */
  giveWay(): void;
}

/**
 * The memory budget of all bodies that are being received. When it is used up, the oldest body is aborted: a client
 * that sends without pause is finished long before that, and clients that stop half-way cannot fill the memory.
 */
export class BodyBudget {
  /** In order of their start. */
  private readonly arriving = new Set<ArrivingBody>();
  private held = 0;

  constructor(private readonly most: number) {}

  begin(body: ArrivingBody): void {
    this.arriving.add(body);
  }

  /** Records that a body has grown by a number of bytes. */
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
