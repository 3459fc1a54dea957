/** A UTF-16 unit takes no more in UTF-8. */
const MOST_BYTES = 3;

/**
 * Lines as bytes. Each is encoded by itself, while it is in the cache of the processor: a set of lines as one text takes
 * half as long again.
 */
export class LineBytes {
  private bytes: Buffer;
  private length = 0;

  /** @param capacity in bytes; it grows when lines need more */
  constructor(capacity: number) {
    this.bytes = Buffer.allocUnsafe(capacity);
  }

  add(line: string): void {
    const ended = `${line}\n`;
    this.reserve(MOST_BYTES * ended.length);
    this.length += this.bytes.write(ended, this.length);
  }

  /** In bytes. */
  get capacity(): number {
    return this.bytes.length;
  }

  /** All lines. */
  get all(): Buffer {
    return this.bytes.subarray(0, this.length);
  }

  private reserve(bytes: number): void {
    const { all } = this;
    const wanted = all.length + bytes;
    if (wanted <= this.bytes.length) return;
    this.bytes = Buffer.allocUnsafe(2 * wanted);
    all.copy(this.bytes);
  }
}
