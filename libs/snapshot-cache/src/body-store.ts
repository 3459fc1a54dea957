import { promisify } from 'node:util';
import { deflateRaw, inflateRawSync } from 'node:zlib';
import { LRUCache } from 'lru-cache';

const MB = 1024 * 1024;
const deflate = promisify(deflateRaw);

/** A body in fewer bytes. */
interface Packed {
  readonly bytes: Buffer;
  /** The length of the body. */
  readonly length: number;
}

export interface BodyLimits {
  readonly plainBytes: number;
  readonly packedBytes: number;
  /** Larger bodies are not kept. */
  readonly largest: number;
}

const LIMITS: BodyLimits = { plainBytes: 208 * MB, packedBytes: 64 * MB, largest: MB };
/** Bodies that wait to be packed; more are not kept. */
const MAX_WAITING = 200;
/** What an entry of a cache takes beside the body. */
const OVERHEAD = 200;

/**
 * Bodies of answers: those used last as they are sent, older ones compressed, which makes them about a tenth as long and
 * takes 50 microseconds to undo.
 */
export class BodyStore<Key extends object> {
  private readonly plain: LRUCache<Key, Buffer>;
  private readonly packed: LRUCache<Key, Packed>;
  private readonly waiting: (readonly [Key, Buffer])[] = [];
  private isPacking = false;

  /** @param isWanted whether the body is worth packing: it is asked before that, and after */
  constructor(
    private readonly isWanted: (key: Key) => boolean,
    { plainBytes, packedBytes, largest }: BodyLimits = LIMITS,
  ) {
    this.plain = new LRUCache({
      maxSize: plainBytes,
      maxEntrySize: Math.min(largest, plainBytes),
      sizeCalculation: (body) => body.length + OVERHEAD,
      dispose: (body, key, reason) => {
        if (reason === 'evict') this.pack(key, body);
      },
    });
    this.packed = new LRUCache({
      maxSize: packedBytes,
      sizeCalculation: ({ bytes }) => bytes.length + OVERHEAD,
    });
  }

  set(key: Key, body: Buffer): void {
    this.plain.set(key, body);
  }

  get(key: Key): Buffer | undefined {
    const plain = this.plain.get(key);
    if (plain) return plain;
    const packed = this.packed.get(key);
    if (!packed) return undefined;
    const body = inflateRawSync(packed.bytes, { chunkSize: Math.max(64, packed.length) });
    this.plain.set(key, body);
    return body;
  }

  delete(key: Key): void {
    this.plain.delete(key);
    this.packed.delete(key);
  }

  /** Compresses a body in another thread, one at a time. What was packed before still is. */
  private pack(key: Key, body: Buffer): void {
    if (this.packed.has(key) || this.waiting.length >= MAX_WAITING || !this.isWanted(key)) return;
    this.waiting.push([key, body]);
    if (!this.isPacking) void this.packWaiting();
  }

  private async packWaiting(): Promise<void> {
    this.isPacking = true;
    for (let next = this.waiting.shift(); next; next = this.waiting.shift()) {
      const [key, body] = next;
      if (!this.isWanted(key)) continue;
      const bytes = await deflate(body, { level: 1 });
      if (this.isWanted(key)) this.packed.set(key, { bytes, length: body.length });
    }
    this.isPacking = false;
  }
}
