const SMALLEST_STEP = 512;
/** Blocks of so many sizes are between a power of two and the next one, in bits: a sixteenth of a block is unused. */
const STEP_BITS = 3;
const INTEGER_BITS = 31;

/**
 * Blocks of memory that are used again. V8 marks its whole heap whenever 64 MB of buffers are new, also when as many
 * others are not needed any more: with new buffers for all that is kept and dropped, that was a fifth of Node's time.
 */
export class BlockPool {
  /** By their size; the size that was wanted last is the last one. */
  private readonly free = new Map<number, Buffer[]>();
  private freeBytes = 0;

  /** @param maxFreeBytes how much is kept that nobody uses */
  constructor(private readonly maxFreeBytes: number) {}

  /** A block with room for so many bytes; its content is arbitrary. */
  take(bytes: number): Buffer {
    const size = sizeOf(bytes);
    const blocks = this.free.get(size) ?? [];
    this.free.delete(size);
    this.free.set(size, blocks);
    const block = blocks.pop();
    if (!block) return Buffer.allocUnsafeSlow(size);
    this.freeBytes -= size;
    return block;
  }

  /** Takes back a block that nobody reads any more. */
  give(block: Buffer): void {
    const blocks = this.free.get(block.length) ?? [];
    if (!this.free.has(block.length)) this.free.set(block.length, blocks);
    blocks.push(block);
    this.freeBytes += block.length;
    while (this.freeBytes > this.maxFreeBytes) this.dropOne();
  }

  /** Of the size that nobody has wanted for longest. */
  private dropOne(): void {
    for (const [size, blocks] of this.free) {
      if (blocks.shift()) {
        this.freeBytes -= size;
        return;
      }
      this.free.delete(size);
    }
  }
}

/** The size of the block for so many bytes. */
export function sizeOf(bytes: number): number {
  const step = Math.max(SMALLEST_STEP, 2 ** (INTEGER_BITS - Math.clz32(bytes) - STEP_BITS));
  return Math.max(1, Math.ceil(bytes / step)) * step;
}
