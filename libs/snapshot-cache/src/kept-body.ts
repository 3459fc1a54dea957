import type { BlockPool } from './block-pool.js';

/** Bytes that are lent: they stay as they are until that ends. */
export interface Loan {
  readonly body: Buffer;
  /** To be called when nobody reads them any more. If it never is, their memory is not used again, but collected. */
  readonly end: () => void;
}

/** A copy of a body in a block of a pool, which gets the block back when the body is dropped and nobody reads it. */
export class KeptBody {
  /** Of the block. */
  readonly bytes: number;
  private readonly block: Buffer;
  private readonly body: Buffer;
  private readers = 0;
  private isDropped = false;

  constructor(
    body: Buffer,
    private readonly pool: BlockPool,
  ) {
    this.block = pool.take(body.length);
    this.bytes = this.block.length;
    body.copy(this.block);
    this.body = this.block.subarray(0, body.length);
  }

  lend(): Loan {
    this.readers += 1;
    let isLent = true;
    const end = () => {
      if (!isLent) return;
      isLent = false;
      this.readers -= 1;
      this.free();
    };
    return { body: this.body, end };
  }

  /** To be called once: nobody else will read it. */
  drop(): void {
    this.isDropped = true;
    this.free();
  }

  private free(): void {
    if (this.isDropped && this.readers === 0) this.pool.give(this.block);
  }
}
