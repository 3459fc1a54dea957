import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { compressed, type ContentCoding } from '@app/http';
import { LRUCache } from 'lru-cache';

const MB = 1024 * 1024;

/** What is asked about a body before work is done for it. */
export interface BodyJudge<Key> {
  /** Whether it may be kept. */
  readonly isWanted: (key: Key) => boolean;
  /** Whether it is worth compressing though nobody has asked for that. */
  readonly isWorthPacking: (key: Key) => boolean;
}

/** A body in fewer bytes: in each coding in which it was asked for. */
interface Packed {
  readonly forms: Readonly<Partial<Record<ContentCoding, Buffer>>>;
  /** The length of the body. */
  readonly length: number;
}

export interface BodyLimits {
  readonly plainBytes: number;
  readonly packedBytes: number;
  /** Larger bodies are not kept. */
  readonly largest: number;
}

const LIMITS: BodyLimits = { plainBytes: 160 * MB, packedBytes: 64 * MB, largest: MB };
/** Bodies that wait to be packed; more are not kept. */
const MAX_WAITING = 200;
/** What an entry of a cache takes beside the body. */
const OVERHEAD = 200;

/**
 * Bodies of answers, as they are and as they are sent compressed. Those used last are kept as they are; older ones are
 * compressed, which makes them about a tenth as long and takes a fifth of a millisecond to undo.
 */
export class BodyStore<Key extends object> {
  private readonly plain: LRUCache<Key, Buffer>;
  private readonly packed: LRUCache<Key, Packed>;
  private readonly underWay = {
    br: new Map<Key, Promise<Buffer | undefined>>(),
    gzip: new Map<Key, Promise<Buffer | undefined>>(),
  };
  private readonly waiting: (readonly [Key, Buffer])[] = [];
  private isPacking = false;

  constructor(
    private readonly judge: BodyJudge<Key>,
    { plainBytes, packedBytes, largest }: BodyLimits = LIMITS,
  ) {
    this.plain = new LRUCache({
      maxSize: plainBytes,
      maxEntrySize: Math.min(largest, plainBytes),
      sizeCalculation: (body) => body.length + OVERHEAD,
      dispose: (body, key, reason) => {
        if (reason === 'evict') this.packLater(key, body);
      },
    });
    this.packed = new LRUCache({
      maxSize: packedBytes,
      maxEntrySize: Math.min(largest, packedBytes),
      sizeCalculation: ({ forms: { br, gzip } }) => OVERHEAD + (br?.length ?? 0) + (gzip?.length ?? 0),
    });
  }

  set(key: Key, body: Buffer): void {
    this.plain.set(key, body);
  }

  get(key: Key): Buffer | undefined {
    const plain = this.plain.get(key);
    if (plain) return plain;
    const body = unpacked(this.packed.get(key));
    if (body) this.plain.set(key, body);
    return body;
  }

  /** The body, as something that nobody has asked for. */
  peek(key: Key): Buffer | undefined {
    return this.plain.peek(key) ?? unpacked(this.packed.peek(key));
  }

  /** The body in a coding, compressed once for all who ask for it; undefined: it is not kept, or too many are compressed. */
  async inCoding(key: Key, coding: ContentCoding): Promise<Buffer | undefined> {
    const form = this.packed.get(key)?.forms[coding] ?? this.underWay[coding].get(key);
    if (form) return form;
    const body = this.peek(key);
    return body && this.pack(key, body, coding);
  }

  /** Keeps of a body nothing but what is compressed. */
  deletePlain(key: Key): void {
    if (this.packed.has(key)) this.plain.delete(key);
  }

  delete(key: Key): void {
    this.plain.delete(key);
    this.packed.delete(key);
  }

  /** Compresses a body in another thread. */
  private async pack(key: Key, body: Buffer, coding: ContentCoding): Promise<Buffer | undefined> {
    const underWay = this.underWay[coding];
    const packing = compressed(body, coding);
    underWay.set(key, packing);
    try {
      const form = await packing;
      if (form && this.judge.isWanted(key)) {
        this.packed.set(key, { forms: { ...this.packed.peek(key)?.forms, [coding]: form }, length: body.length });
      }
      return form;
    } finally {
      underWay.delete(key);
    }
  }

  /** One at a time. What was packed before still is. */
  private packLater(key: Key, body: Buffer): void {
    const { waiting, judge } = this;
    if (this.packed.has(key) || waiting.length >= MAX_WAITING) return;
    if (!judge.isWorthPacking(key) || !judge.isWanted(key)) return;
    waiting.push([key, body]);
    if (!this.isPacking) void this.packWaiting();
  }

  private async packWaiting(): Promise<void> {
    this.isPacking = true;
    for (let next = this.waiting.shift(); next; next = this.waiting.shift()) {
      const [key, body] = next;
      if (this.judge.isWanted(key) && !this.packed.has(key)) await this.pack(key, body, 'br');
    }
    this.isPacking = false;
  }
}

function unpacked(packed: Packed | undefined): Buffer | undefined {
  if (!packed) return undefined;
  const { br, gzip } = packed.forms;
  const options = { chunkSize: Math.max(64, packed.length) };
  if (br) return brotliDecompressSync(br, options);
  return gzip && gunzipSync(gzip, options);
}
