import type { Owner } from '@app/process';

/** A body that is being received. */
export interface ArrivingBody {
  readonly owner: Owner;
  readonly held: number;
  /** Aborts it, to make room for newer ones. */
  giveWay(): void;
}

/**
 * The memory budget of all bodies that are being received. When it is used up, the oldest body is aborted of the owner
 * whose bodies hold most: a client that sends without pause is finished long before that, clients that stop half-way
 * cannot fill the memory, and nobody's bodies push out those of an account that sends few.
 */
export class BodyBudget {
  /** By owner, in order of their start. */
  private readonly arriving = new Map<Owner, Set<ArrivingBody>>();
  private held = 0;

  constructor(private readonly most: number) {}

  begin(body: ArrivingBody): void {
    const bodies = this.arriving.get(body.owner) ?? new Set();
    this.arriving.set(body.owner, bodies.add(body));
  }

  /** Records that a body has grown by a number of bytes. */
  grow(bytes: number): void {
    this.held += bytes;
    while (this.held > this.most) {
      const [oldest] = this.largest();
      if (!oldest) return;
      oldest.giveWay();
    }
  }

  end(body: ArrivingBody): void {
    const bodies = this.arriving.get(body.owner);
    if (!bodies?.delete(body)) return;
    this.held -= body.held;
    if (bodies.size === 0) this.arriving.delete(body.owner);
  }

  /** The bodies of the owner whose bodies hold most. */
  private largest(): ReadonlySet<ArrivingBody> {
    let [largest, most]: [ReadonlySet<ArrivingBody>, number] = [new Set(), -1];
    for (const bodies of this.arriving.values()) {
      const held = [...bodies].reduce((sum, body) => sum + body.held, 0);
      if (held > most) [largest, most] = [bodies, held];
    }
    return largest;
  }
}
